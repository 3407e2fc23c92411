// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Bencher Metric Format (https://bencher.dev/docs/reference/bencher-metric-format/): a benchmark
 * per case of the last arm. Its measure is Bencher's own "latency", nanoseconds per iteration, or
 * "instructions" where the clock counts them. The bounds are a 95 % interval by Student's t over
 * the logarithms of the boots' figures, where there are two boots or more.
 */
#include "compare/emit.h"
#include "compare/writers.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int set_bounds(json_t *metric, const struct cell *cell)
{
	_cleanup_free_ double *logs = NULL;
	struct difference mean;
	struct interval interval;

	if (cell->nr_boots < 2)
		return 0;
	logs = malloc(cell->nr_boots * sizeof(*logs));
	if (!logs)
		return -ENOMEM;
	for (size_t i = 0; i < cell->nr_boots; i++)
		logs[i] = log(cell->boots[i].median);
	/* The mean of one sample and of differences are the same computation. */
	mean = stats_paired(logs, cell->nr_boots);
	interval = stats_interval(&mean, 0.95);
	emit_set_real(metric, "lower_value", exp(interval.low));
	emit_set_real(metric, "upper_value", exp(interval.high));
	return 0;
}

static int write_bmf(FILE *f, const struct comparison *c)
{
	_cleanup_json_ json_t *root = json_object();
	size_t a = c->nr_arms - 1;
	const char *measure = strcmp(emit_unit(&c->arms[a]), "ns") ? "instructions" : "latency";
	int ret = 0;

	for (size_t r = 0; r < c->nr_rows && !ret; r++) {
		const struct cell *cell = &c->rows[r].cells[a];
		json_t *benchmark = json_object(), *metric = json_object();

		json_object_set_new(benchmark, measure, metric);
		emit_set_real(metric, "value", cell->estimate.value);
		if (cell->nr_samples) {
			ret = set_bounds(metric, cell);
			json_object_set(root, c->rows[r].name, benchmark);
		}
		json_decref(benchmark);
	}
	return ret ? ret : emit_json(f, root);
}

const struct writer bmf_writer = {
	.name = "bmf",
	.summary = "the last kernel, for Bencher",
	.write = write_bmf,
};

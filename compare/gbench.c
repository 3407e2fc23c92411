// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * google/benchmark's JSON, a row per case of the last arm, for what keeps a history of such files.
 * Other than in a result file, the time is the arm's estimate. No CPU time belongs to that, but
 * google/benchmark's compare.py passes over rows without one: it is the real time again. Nor has
 * the form a unit for counted instructions: readers take them for ns, so that the rows' labels say
 * it.
 */
#include "compare/emit.h"
#include "compare/writers.h"

static json_t *context(const struct arm *arm)
{
	json_t *context = json_object();

	emit_set_text(context, "date", arm->nr_runs ? arm->runs[0].date : NULL);
	emit_set_text(context, "executable", "ptebench");
	/* Bencher takes a file without this for none of google/benchmark's. */
	json_object_set_new(context, "caches", json_array());
	emit_set_text(context, "label", arm->label);
	emit_set_text(context, "kernel", emit_kernel(arm));
	emit_set_text(context, "clock", arm->clock);
	return context;
}

static json_t *benchmark(const struct arm *arm, const struct row *row, const struct cell *cell)
{
	json_t *object = json_object();

	emit_set_text(object, "name", row->name);
	emit_set_text(object, "run_name", row->name);
	emit_set_text(object, "run_type", "iteration");
	emit_set_count(object, "repetitions", 1);
	emit_set_count(object, "repetition_index", 0);
	emit_set_count(object, "threads", 1);
	emit_set_count(object, "iterations", cell->min_iterations);
	emit_set_real(object, "real_time", cell->estimate.value);
	emit_set_real(object, "cpu_time", cell->estimate.value);
	emit_set_text(object, "time_unit", "ns");
	if (counts_instructions(arm))
		emit_set_text(object, "label", "instructions, not ns");
	return object;
}

static int write_gbench(FILE *f, const struct comparison *c)
{
	_cleanup_json_ json_t *root = json_object();
	json_t *list = json_array();
	size_t a = c->nr_arms - 1;

	json_object_set_new(root, "context", context(&c->arms[a]));
	json_object_set_new(root, "benchmarks", list);
	for (size_t r = 0; r < c->nr_rows; r++)
		if (c->rows[r].cells[a].nr_samples)
			json_array_append_new(
				list, benchmark(&c->arms[a], &c->rows[r], &c->rows[r].cells[a]));
	return emit_json(f, root);
}

const struct writer gbench_writer = {
	.name = "gbench",
	.summary = "the last kernel, as google/benchmark writes it",
	.write = write_gbench,
};

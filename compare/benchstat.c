// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The Go benchmark format (https://golang.org/design/14313-benchmark-format): all arms, a line per
 * boot, as the boots are what benchstat may count. `benchstat -col label FILE` compares them.
 *
 * The kernel is a comment: benchstat makes a table of its own for each value of a key that is not
 * in -col, and so would never put two kernels side by side.
 */
#include "compare/emit.h"
#include "compare/workload.h"
#include "compare/writers.h"

#include <errno.h>
#include <inttypes.h>

/* Go's tools take "-8" at the end of a name for the number of CPUs, '/' for a sub-benchmark. */
#define UNSAFE " -"

static void put_name(FILE *f, const char *name)
{
	bool lower = name[0] >= 'a' && name[0] <= 'z';

	fputs("Benchmark", f);
	if (lower)
		fputc(name[0] - 'a' + 'A', f);
	emit_encoded(f, lower ? name + 1 : name, UNSAFE);
}

/* A line of @boots[i]; @call_ns is of one call. */
static void put_values(FILE *f, const struct arm *arm, const struct cell *cell, double ns,
		       double call_ns)
{
	const char *unit = emit_unit(arm);
	int64_t pages = cell->workload.number[WORKLOAD_PAGES_PER_CALL];

	fprintf(f, " %" PRIu64 " %.12g %s/op", cell->min_iterations, ns, unit);
	if (pages > 0)
		fprintf(f, " %.12g %s/page", call_ns / (double)pages, unit);
	fputc('\n', f);
}

static void put_row(FILE *f, const struct arm *arm, const struct row *row, const struct cell *cell)
{
	const struct workload *w = &cell->workload;

	for (size_t i = 0; i < cell->nr_boots; i++) {
		double ns = cell->boots[i].median;

		put_name(f, row->name);
		put_values(f, arm, cell, ns, workload_ns_per_call(w, ns));
	}
	for (size_t d = 0; d < w->nr_directions; d++) {
		for (size_t i = 0; i < cell->nr_boots; i++) {
			double ns = cell->direction_boots[d][i].median;

			put_name(f, row->name);
			fputs("/direction=", f);
			emit_encoded(f, w->directions[d], UNSAFE);
			put_values(f, arm, cell, ns, ns);
		}
	}
}

/* An empty value ends the key: without it the arm before would still speak. */
static void put_key(FILE *f, const char *key, const char *value)
{
	fprintf(f, "%s:", key);
	if (value) {
		fputc(' ', f);
		emit_encoded(f, value, "");
	}
	fputc('\n', f);
}

static int write_benchstat(FILE *f, const struct comparison *c)
{
	for (size_t a = 0; a < c->nr_arms; a++) {
		const struct arm *arm = &c->arms[a];

		put_key(f, "label", arm->name);
		put_key(f, "clock", arm->clock);
		if (emit_kernel(arm))
			put_key(f, "# kernel", emit_kernel(arm));
		for (size_t r = 0; r < c->nr_rows; r++)
			put_row(f, arm, &c->rows[r], &c->rows[r].cells[a]);
	}
	return ferror(f) ? -EIO : 0;
}

const struct writer benchstat_writer = {
	.name = "benchstat",
	.summary = "a line per boot, as Go's benchmarks print them",
	.write = write_benchstat,
};

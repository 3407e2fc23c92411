// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/verdict.h"

#include "compare/workload.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int by_boot(const void *a, const void *b)
{
	const struct observation *x = a, *y = b;

	if (x->boot != y->boot)
		return x->boot < y->boot ? -1 : 1;
	return (x->process > y->process) - (x->process < y->process);
}

/*
 * Two runs of one boot both have a process 0: they are different processes, so that processes are
 * numbered anew. @direction -1: the whole iteration.
 */
static void observe(const struct arm *arm, const struct cell *cell, int direction,
		    struct observation *out)
{
	uint32_t process = 0;

	for (size_t i = 0; i < cell->nr_samples; i++) {
		const struct sample *s = &cell->samples[i];

		process += i && (s->run != s[-1].run || s->process != s[-1].process);
		out[i].boot = arm->runs[s->run].boot;
		out[i].process = process;
		out[i].value = direction < 0 ? s->iteration_ns : s->direction_ns[direction];
	}
	qsort(out, cell->nr_samples, sizeof(*out), by_boot);
}

static int estimate_cell(const struct arm *arm, struct cell *cell)
{
	_cleanup_free_ struct observation *o = NULL;
	_cleanup_free_ struct boot_estimate *scratch = NULL;
	int ret;

	if (!cell->nr_samples)
		return 0;
	o = malloc(cell->nr_samples * sizeof(*o));
	scratch = malloc(arm->nr_boots * sizeof(*scratch));
	cell->boots = malloc(arm->nr_boots * sizeof(*cell->boots));
	if (!o || !scratch || !cell->boots)
		return -ENOMEM;
	observe(arm, cell, -1, o);
	ret = estimate_levels(o, cell->nr_samples, cell->boots, &cell->estimate);
	if (ret < 0)
		return ret;
	cell->nr_boots = (size_t)ret;
	for (size_t d = 0; d < cell->workload.nr_directions; d++) {
		observe(arm, cell, (int)d, o);
		ret = estimate_levels(o, cell->nr_samples, scratch, &cell->directions[d]);
		if (ret < 0)
			return ret;
	}
	return 0;
}

static int decide(struct cell *cell, enum verdict verdict, const char *fmt, ...) BENCH_PRINTF(3, 4);

static int decide(struct cell *cell, enum verdict verdict, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = vasprintf(&cell->reason, fmt, args);
	va_end(args);
	if (len < 0) {
		cell->reason = NULL;
		return -ENOMEM;
	}
	cell->verdict = verdict;
	return 0;
}

/* Of two arms that lack the case, the one that says why tells more. */
static int decide_missing(const struct arm *base, const struct arm *arm,
			  const struct cell *base_cell, struct cell *cell)
{
	if (!cell->nr_samples && cell->skipped)
		return decide(cell, VERDICT_MISSING, "skipped in %s: %s", arm->name, cell->skipped);
	if (!base_cell->nr_samples && base_cell->skipped)
		return decide(cell, VERDICT_MISSING, "skipped in %s: %s", base->name,
			      base_cell->skipped);
	return decide(cell, VERDICT_MISSING, "no such row in %s",
		      cell->nr_samples ? base->name : arm->name);
}

static bool same_boot(const struct arm *a, const struct arm *b)
{
	return a->nr_boots == 1 && b->nr_boots == 1 && !strcmp(a->boots[0].id, b->boots[0].id);
}

static int decide_inconclusive(struct cell *cell, const struct arm *base, const struct arm *arm,
			       const struct cell *base_cell)
{
	bool one_in_base = base_cell->nr_boots == 1, one_here = cell->nr_boots == 1;

	if (same_boot(base, arm))
		return decide(cell, VERDICT_INCONCLUSIVE,
			      "both arms are one boot of one kernel: a difference is noise");
	/* Executed instructions do not drift from boot to boot as time does. */
	if (!strcmp(arm->clock, "instructions") || (!one_in_base && !one_here))
		return decide(cell, VERDICT_INCONCLUSIVE,
			      "this version does not compute intervals, and without one a "
			      "difference is not told from noise");
	if (one_in_base && one_here)
		return decide(cell, VERDICT_INCONCLUSIVE,
			      "one boot per arm: the difference may be the boot's");
	return decide(cell, VERDICT_INCONCLUSIVE,
		      "one boot of %s: the difference may be the boot's",
		      one_here ? arm->name : base->name);
}

/* The reason of a row that no arm has because each skipped it; NULL for any other row. */
static const char *skipped_everywhere(const struct comparison *c, const struct row *row)
{
	for (size_t a = 0; a < c->nr_arms; a++)
		if (row->cells[a].nr_samples || row->cells[a].failed || !row->cells[a].skipped)
			return NULL;
	return row->cells[0].skipped;
}

static int judge_cell(const struct arm *base, const struct arm *arm, const struct cell *base_cell,
		      struct cell *cell)
{
	char text[160];

	if (base_cell->failed || cell->failed)
		return decide(cell, VERDICT_ERROR, "failed in %s: %s",
			      cell->failed ? arm->name : base->name,
			      cell->failed ? cell->failed : base_cell->failed);
	if (!base_cell->nr_samples || !cell->nr_samples)
		return decide_missing(base, arm, base_cell, cell);
	if (base->published || arm->published)
		return decide(cell, VERDICT_PUBLISHED,
			      "single published figures without a spread are not judged");
	if (strcmp(base->clock, arm->clock))
		return decide(cell, VERDICT_INCOMPARABLE, "clock of %s is %s, not %s", arm->name,
			      arm->clock, base->clock);
	if (workload_difference(&base_cell->workload, &cell->workload, text, sizeof(text)))
		return decide(cell, VERDICT_INCOMPARABLE, "%s: %s", arm->name, text);
	if (base_cell->nr_unverified)
		return decide(cell, VERDICT_UNVERIFIED,
			      "folios not proved in %zu of %zu repetitions of %s",
			      base_cell->nr_unverified, base_cell->nr_samples, base->name);
	if (cell->nr_unverified)
		return decide(cell, VERDICT_UNVERIFIED,
			      "folios not proved in %zu of %zu repetitions of %s",
			      cell->nr_unverified, cell->nr_samples, arm->name);
	return decide_inconclusive(cell, base, arm, base_cell);
}

int verdict_judge(struct comparison *c)
{
	for (size_t r = 0; r < c->nr_rows; r++) {
		const char *skipped = skipped_everywhere(c, &c->rows[r]);
		struct cell *cells = c->rows[r].cells;

		for (size_t a = 0; a < c->nr_arms; a++) {
			int ret = estimate_cell(&c->arms[a], &cells[a]);

			if (!ret && a && skipped)
				ret = decide(&cells[a], VERDICT_NOT_MEASURED, "%s", skipped);
			else if (!ret && a)
				ret = judge_cell(&c->arms[0], &c->arms[a], &cells[0], &cells[a]);
			if (ret)
				return ret;
		}
	}
	return 0;
}

size_t verdict_count(const struct comparison *c, enum verdict verdict)
{
	size_t n = 0;

	for (size_t r = 0; r < c->nr_rows; r++)
		for (size_t a = 1; a < c->nr_arms; a++)
			n += c->rows[r].cells[a].verdict == verdict;
	return n;
}

int verdict_exit_status(const struct comparison *c)
{
	return verdict_count(c, VERDICT_INCOMPARABLE) ? 3 : 2;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/levels.h"

#include <errno.h>
#include <stdlib.h>

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

/* One series of a cell, whole iterations or a direction. Returns the number of boots. */
static int estimate_series(const struct arm *arm, const struct cell *cell, int direction,
			   struct observation *o, struct boot_estimate **boots, struct estimate *e)
{
	*boots = malloc(arm->nr_boots * sizeof(**boots));
	if (!*boots)
		return -ENOMEM;
	observe(arm, cell, direction, o);
	return estimate_levels(o, cell->nr_samples, *boots, e);
}

static int estimate_cell(const struct arm *arm, struct cell *cell)
{
	_cleanup_free_ struct observation *o = NULL;
	int ret;

	if (!cell->nr_samples)
		return 0;
	o = malloc(cell->nr_samples * sizeof(*o));
	if (!o)
		return -ENOMEM;
	ret = estimate_series(arm, cell, -1, o, &cell->boots, &cell->estimate);
	if (ret < 0)
		return ret;
	cell->nr_boots = (size_t)ret;
	for (size_t d = 0; d < cell->workload.nr_directions && ret >= 0; d++)
		ret = estimate_series(arm, cell, (int)d, o, &cell->direction_boots[d],
				      &cell->directions[d]);
	return ret < 0 ? ret : 0;
}

int levels_estimate(struct comparison *c)
{
	for (size_t r = 0; r < c->nr_rows; r++)
		for (size_t a = 0; a < c->nr_arms; a++) {
			int ret = estimate_cell(&c->arms[a], &c->rows[r].cells[a]);

			if (ret)
				return ret;
		}
	return 0;
}

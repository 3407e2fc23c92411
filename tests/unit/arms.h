/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comparisons put together by hand: arms of boots, a value per boot. */
#ifndef TESTS_UNIT_ARMS_H
#define TESTS_UNIT_ARMS_H

#include "compare/model.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An arm of the facts listed, which must be sorted by name. */
#define ARM(list) ((struct arm){.facts = (list), .nr_facts = ARRAY_SIZE(list)})

static inline struct fact fact(const char *name, const char *value)
{
	return (struct fact){.name = (char *)name, .value = (char *)value};
}

/* Each arm has @nr_boots, one run each; boot i is in block i, or in none. */
static inline void arms_make(struct comparison *c, size_t nr_arms, uint32_t nr_boots, bool blocks,
			     const char *clock)
{
	static const char *const names[] = {"base", "here", "third"};

	assert(!comparison_init(c, nr_arms));
	for (size_t a = 0; a < nr_arms; a++) {
		struct arm *arm = &c->arms[a];

		arm->name = strdup(names[a]);
		arm->label = strdup(names[a]);
		arm->clock = strdup(clock);
		for (uint32_t i = 0; i < nr_boots; i++) {
			struct boot *boot = array_add(&arm->boots, arm->nr_boots++,
						      &arm->boots_room, sizeof(*boot));
			struct run *run = array_add(&arm->runs, arm->nr_runs++, &arm->runs_room,
						    sizeof(*run));

			assert(asprintf(&boot->id, "%s-%u", names[a], i) > 0);
			assert(asprintf(&run->date, "2026-01-%02uT00:00:00+00:00", i + 1) > 0);
			boot->block = blocks ? (int64_t)i : -1;
			boot->position = -1;
			boot->start = 86400 * ((int64_t)i + 1);
			boot->nr_runs = 1;
			run->path = strdup(boot->id);
			run->boot = i;
		}
	}
}

static inline size_t arms_row(struct comparison *c, const char *name)
{
	struct row *row = comparison_row(c, name);

	row->threshold = 0.03;
	return (size_t)(row - c->rows);
}

/* One repetition of @ns in that boot. */
static inline void arms_put(struct comparison *c, size_t row, size_t arm, uint32_t boot, double ns)
{
	struct cell *cell = &c->rows[row].cells[arm];
	struct sample *s =
		array_add(&cell->samples, cell->nr_samples++, &cell->samples_room, sizeof(*s));

	for (int i = 0; i < NR_WORKLOAD_NUMBERS; i++)
		cell->workload.number[i] = -1;
	s->run = boot;
	s->iteration_ns = ns;
	s->direction_ns[0] = ns / 4;
	s->direction_ns[1] = ns * 3 / 4;
}

/* The first two arms' boots, which differ by exp(@d[i]); the base drifts by 1 % from boot to boot.
 */
static inline void arms_put_pairs(struct comparison *c, size_t row, const double *d, size_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		double base = 1000 * exp(0.01 * i);

		arms_put(c, row, 0, i, base);
		arms_put(c, row, 1, i, base * exp(d[i]));
	}
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a result counts beside the time: events of /proc/vmstat by worker, and what the hardware
 * counted in the kernel by repetition. They explain differences, and are shown, never judged.
 *
 * Where nothing else is said, functions return 0, -EINVAL with file and place, or -ENOMEM without.
 */
#ifndef COMPARE_COUNTERS_H
#define COMPARE_COUNTERS_H

#include "compare/fields.h"
#include "compare/model.h"

/* Counted by repetition; all others are events. */
extern const char *const counters_of_hardware[3];

void counters_free(struct counters *c);
void uncounted_free(struct uncounted *u);

/* Appends the sample to the counter of that name. -ENOMEM. */
int counters_sample(struct counters *c, const char *name, double value);

/* Append what @from has, and take over what they need of it. -ENOMEM. */
int counters_add(struct counters *to, struct counters *from);
int uncounted_add(struct uncounted *to, struct uncounted *from);

/* What the hardware counted in a repetition of that many iterations; @own: the row's `ptebench`. */
int counters_read_row(struct counters *c, const struct node *own, double iterations);

/* A worker's events, over all its iterations; @entry: of workers[]. */
int counters_read_worker(struct counters *c, const struct node *entry, double iterations);

/* What context.ptebench.counters says is not to be had. */
int uncounted_read(struct uncounted *u, const struct node *own);

/*
 * The median per iteration: over workers of events, over repetitions of what the hardware counts.
 * NAN: the arm did not count it.
 */
double counters_median(const struct arm *arm, const struct cell *cell, const char *name);

/*
 * The names of what some arm counted in this case and whose median is not 0, sorted: an array, a
 * new reference. NULL: no memory.
 */
json_t *counters_names(const struct comparison *c, const struct row *row);

#endif

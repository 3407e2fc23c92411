/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a worker ran: its parameters, its units, its directions. */
#ifndef COMPARE_WORKLOAD_H
#define COMPARE_WORKLOAD_H

#include "compare/fields.h"
#include "compare/model.h"

/* As results/README.md names it: "size_bytes". */
const char *workload_name(enum workload_number number);

/* Nothing stated. */
void workload_init(struct workload *w);

/*
 * Reads what an entry of workers[] says of its workload: all but the directions, which stand in the
 * rows. -EINVAL.
 */
int workload_read(const struct node *entry, struct workload *w);

/*
 * What differs first, as a clause: "size_bytes is 1048576, not 524288". Returns @buf, or NULL where
 * nothing does. What the list calls it is no part of what was run.
 */
const char *workload_difference(const struct workload *a, const struct workload *b, char *buf,
				size_t size);

/* As results/README.md names and nests it. A new reference; NULL: no memory. */
json_t *workload_json(const struct workload *w);

/* Nanoseconds per call; per iteration where no calls are counted. */
double workload_ns_per_call(const struct workload *w, double iteration_ns);

/* Calls or, where none are counted, iterations, in the singular. */
const char *workload_unit(const struct workload *w);

#endif

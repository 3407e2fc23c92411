/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a row says was run: its parameters, its units, its directions. */
#ifndef COMPARE_WORKLOAD_H
#define COMPARE_WORKLOAD_H

#include "compare/fields.h"
#include "compare/model.h"

/*
 * Reads the workload of the row's object `ptebench` (@own->json NULL: it has none) and the time of
 * each direction into @direction_ns. -EINVAL.
 */
int workload_read(const struct node *own, struct workload *w, double direction_ns[MAX_DIRECTIONS]);

/*
 * What differs first, as a clause: "size_bytes is 1048576, not 524288". Returns @buf, or NULL where
 * nothing does.
 */
const char *workload_difference(const struct workload *a, const struct workload *b, char *buf,
				size_t size);

/* "1G, folios of 64K, order 4, 16384 pages per call". Empty where nothing is stated. Returns @buf.
 */
const char *workload_describe(const struct workload *w, char *buf, size_t size);

/* As results/README.md names and nests it. A new reference; NULL: no memory. */
json_t *workload_json(const struct workload *w);

/* Nanoseconds per call; per iteration where no calls are counted. */
double workload_ns_per_call(const struct workload *w, double iteration_ns);

/* Calls or, where none are counted, iterations, in the singular. */
const char *workload_unit(const struct workload *w);

#endif

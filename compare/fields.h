/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Strict access to JSON that somebody else wrote: every refusal names the file and the place in it,
 * "base.json: benchmarks[3].real_time: not a number (a result file has one there)".
 *
 * Where a key is absent: -EINVAL if required, else 0 with the out-parameter untouched.
 */
#ifndef COMPARE_FIELDS_H
#define COMPARE_FIELDS_H

#include "bench/util.h"

/* An object, and where it stands. */
struct node {
	json_t *json;
	const char *file;
	const char *path; /* "context.ptebench", or "benchmarks" with an index; "" for the root */
	long index;       /* -1: none */
	const char *sub;  /* below that: "ptebench"; NULL: nothing */
	struct error *err;
};

/* -EINVAL with the place of @key (NULL: of the node itself) before the text, on one line. */
int node_error(const struct node *node, const char *key, const char *fmt, ...) BENCH_PRINTF(3, 4);

/* -EINVAL if the node itself is no object. */
int node_check(const struct node *node);

/* The node's @key as a node of its own, whose path is @path; json is NULL where it is absent. */
int node_object(const struct node *node, const char *key, const char *path, bool required,
		struct node *out);

int node_array(const struct node *node, const char *key, bool required, json_t **out);

/* Borrowed from the JSON. Never empty. */
int node_string(const struct node *node, const char *key, bool required, const char **out);

/* As above, copied into @buf of @size bytes. Required. */
int node_name(const struct node *node, const char *key, char *buf, size_t size);

/* A whole number from @min to @max. */
int node_count(const struct node *node, const char *key, bool required, int64_t min, int64_t max,
	       int64_t *out);

/*
 * A time that something may have taken, above 0, from a picosecond to a day; required. The file has
 * it in a unit of @unit_ns nanoseconds, @out in nanoseconds.
 */
int node_time(const struct node *node, const char *key, double unit_ns, double *out);

/* CPU time in nanoseconds, checked and not kept. Its clock may be too coarse to see anything: 0. */
int node_cpu_time(const struct node *node, const char *key, bool required);

int node_bool(const struct node *node, const char *key, bool required, bool *out);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How large a slowdown counts, per case. From the command line, "3%" or "mprotect_*=1%", and from a
 * JSON file:
 *
 *   {"default": "3%", "cases": {"mprotect_*": "1%", "mremap_1m_loop/4k": "5%"}}
 *
 * A glob stands for rows or cases, as for --cases. Where several match, the last one holds; the
 * command line's come after the file's.
 */
#ifndef COMPARE_THRESHOLD_H
#define COMPARE_THRESHOLD_H

#include "compare/model.h"

/* Of a wall clock, and of the instruction clock, whose figures repeat to 0.03 %. */
#define DEFAULT_THRESHOLD              0.03
#define DEFAULT_INSTRUCTIONS_THRESHOLD 0.01

struct threshold {
	char *glob; /* NULL: all rows */
	double value;
	bool from_file;
};

struct thresholds {
	struct threshold *list;
	size_t nr, room;
};

/* "3%", "0.5 %": more than 0, at most 100 %. -EINVAL with @err, where @what says whose it is. */
int threshold_parse_percent(const char *what, const char *text, double *value, struct error *err);

/* Adds "3%" or "GLOB=3%". -EINVAL, -ENOMEM with @err. */
int threshold_add(struct thresholds *t, const char *text, struct error *err);

/* Adds a file's before those that are there. -EINVAL, -ENOMEM or the errno of reading, with @err.
 */
int threshold_add_file(struct thresholds *t, const char *path, struct error *err);

/*
 * Sets each row's threshold. -EINVAL with @err if a glob of the command line matches no row: it
 * would gate nothing without a word. A file's may, since one file serves many comparisons.
 */
int threshold_apply(const struct thresholds *t, struct comparison *c, struct error *err);

/* The files' globs that match no row, an array of strings for the caller. NULL: no memory. */
json_t *threshold_unused(const struct thresholds *t, const struct comparison *c);

void threshold_free(struct thresholds *t);

#endif

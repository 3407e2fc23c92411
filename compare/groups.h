/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is said of several cases is said once, with their names. */
#ifndef COMPARE_GROUPS_H
#define COMPARE_GROUPS_H

#include "compare/page.h"

/* Adds @name, once in a row, to the group of this text; @groups is a JSON object, and keeps the
 * order. */
void groups_add(struct page *p, json_t *groups, const char *name, const char *fmt, ...)
	BENCH_PRINTF(4, 5);

/* A line per group: "TEXT (a, b, c)". Beyond @max names, how many there are instead of the rest. */
void groups_write(struct page *p, unsigned int depth, json_t *groups, size_t max);

/* "a, b, c" or "a, b and 7 more" of an array of strings; the caller frees it. NULL: no memory. */
char *names_text(const json_t *names, size_t max);

#endif

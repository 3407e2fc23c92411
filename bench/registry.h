/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cases that are linked in: sorted, checked, chosen by name, glob or tag.
 */
#ifndef BENCH_REGISTRY_H
#define BENCH_REGISTRY_H

#include "case.h"

/*
 * Groups beside those that tags make. They are words and no tags, so that no glob chooses them by
 * chance: all cases, and those that run where no --cases is given.
 */
#define GROUP_ALL     "all"
#define GROUP_DEFAULT "default"

/* One row of a run: a case and one of its variants. */
struct selected {
	const struct bench_case *c;
	const struct case_variant *variant;
};

/*
 * All rows, sorted by case name, variants in the order of their descriptor. @rows is the caller's
 * to free. Returns the number, or -EINVAL with @err for a descriptor that breaks the contract (a
 * duplicate name, a name that --cases would take for something else too, no run()).
 */
ssize_t registry_all(struct selected **rows, struct error *err);

/*
 * The rows that @globs chooses: comma-separated globs, each matched against the row's name, the
 * case's name and the case's tags; '*' also matches '/'. GROUP_ALL and GROUP_DEFAULT (the cases
 * that are not on_request) may stand among them; NULL is the latter. -ENOENT with @err if a glob
 * matches nothing.
 */
ssize_t registry_select(const char *globs, struct selected **rows, struct error *err);

/* The row with exactly this name: 0, or -ENOENT. */
int registry_find(const char *row_name, struct selected *row);

/* "case" or "case/variant". Returns @buf. */
const char *row_name(const struct selected *row, char *buf, size_t size);

/* Whether row @i of sorted rows is the first of its case. */
bool row_starts_case(const struct selected *rows, size_t i);

#define ROW_NAME_MAX 96

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cases that are linked in: sorted, checked, chosen by name, glob or tag.
 */
#ifndef BENCH_REGISTRY_H
#define BENCH_REGISTRY_H

#include "case.h"

/* One row of a run: a case and one of its variants. */
struct selected {
	const struct bench_case *c;
	const struct case_variant *variant;
};

/*
 * All rows, sorted by case name, variants in the order of their descriptor. @rows is the caller's
 * to free. Returns the number, or -EINVAL with @err for a descriptor that breaks the contract (a
 * duplicate name, no run()).
 */
ssize_t registry_all(struct selected **rows, struct error *err);

/*
 * The rows that @globs chooses: comma-separated globs, each matched against the row's name, the
 * case's name and the case's tags; '*' also matches '/'. NULL chooses the default suite (all that
 * are not on_request). -ENOENT with @err if a glob matches nothing.
 */
ssize_t registry_select(const char *globs, struct selected **rows, struct error *err);

/* The row with exactly this name: 0, or -ENOENT. */
int registry_find(const char *row_name, struct selected *row);

/* "case" or "case/variant". Returns @buf. */
const char *row_name(const struct selected *row, char *buf, size_t size);

#define ROW_NAME_MAX 96

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of a result file: what was measured, what failed, what was skipped. Used by parse.c. */
#ifndef COMPARE_ROWS_H
#define COMPARE_ROWS_H

#include "compare/fields.h"
#include "compare/result_file.h"

/* A file that is being read. */
struct reading {
	struct result_file *file;
	const char *cases;     /* globs, commas between; NULL: all */
	struct node root, own; /* the file, its context.ptebench */
};

/* -ENOMEM, with the file's name. */
int reading_no_memory(const struct reading *r);

/* Whether one of the globs @cases, commas between, means the row; NULL means all. */
bool rows_match(const char *cases, const char *name);

/* Keeps @reason for the row of that name, unless it has an earlier one. -ENOMEM. */
int reading_add_reason(const struct reading *r, const char *name, const char *reason, bool failed);

/* Appends them to the file, each held to its entry in workers[]. -EINVAL, -ENOMEM. */
int rows_read(const struct reading *r);

#endif

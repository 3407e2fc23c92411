/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of a result file: what was measured, what failed, what was skipped. Used by parse.c. */
#ifndef COMPARE_ROWS_H
#define COMPARE_ROWS_H

#include "compare/fields.h"
#include "compare/model.h"

/* A file that is being read into an arm. */
struct reading {
	struct comparison *c;
	struct arm *arm;
	size_t arm_index;
	const char *cases;
	struct node root, own; /* the file, its context.ptebench */
};

/* -ENOMEM, with the file's name. */
int reading_no_memory(const struct reading *r);

/* Appends them to the comparison as rows of the arm's newest run. -EINVAL, -ENOMEM. */
int rows_read(struct reading *r);

#endif

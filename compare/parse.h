/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One result file, held to results/README.md and appended to an arm. */
#ifndef COMPARE_PARSE_H
#define COMPARE_PARSE_H

#include "compare/model.h"

/*
 * Appends the rows of the file @path whose name or case matches one of the globs @cases (NULL: all)
 * to the arm. Nothing of the file's JSON stays in memory. Of an interrupted run it takes what is
 * there.
 *
 * -EINVAL with file and place in @err where the file is no result file, or is another kernel's (its
 * label differs from the arm's), or was read before; -ENOMEM; the errno of opening it. After a
 * failure the comparison is good for comparison_free() only.
 */
int parse_file(struct comparison *c, size_t arm_index, const char *path, const char *cases,
	       struct error *err);

/* The label of the file, or NULL if it is no result file. The caller frees it. */
char *parse_label(const char *path);

#endif

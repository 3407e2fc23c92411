/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernels of a series: the base and each commit on it, oldest first. */
#ifndef SERIES_RANGE_H
#define SERIES_RANGE_H

#include "git.h"

#include "vm/options.h"
#include "vm/outcome.h"

struct series_step {
	char label[24]; /* the arm: "01-", its number, and twelve digits of the commit */
	char commit[GIT_HASH_MAX];
	char *subject; /* of a merge with "(merge) " before it */
	bool merge;    /* of its parents only the first is in the series */
	char *failure; /* why there is no kernel, as the table has it; NULL: there is, or not yet */
	double seconds; /* that the build took; 0: none yet */
};

struct range {
	struct series_step list[VM_MAX_ARMS];
	size_t nr; /* 0 before anything is in it */
};

/* Begins @range with the commit @hash of @tree as the base. A negative errno with @err. */
int range_begin(const char *tree, const char *hash, struct range *range, struct error *err);

/*
 * Appends the commits after the base up to @tip, in the tree that @git runs in, by first parents.
 * -EINVAL with @err, which begins with @option, where there are none, too many, or the first one is
 * not made on the base. -EIO, -ENOMEM.
 */
int range_append(git_runner *git, const char *tree, const char *option, const char *tip,
		 struct range *range, struct error *err);

/*
 * The steps of @text, "A..B", in the user's tree; an end left out is HEAD. -EINVAL, -ENOENT with
 * @err.
 */
int range_list(const char *tree, const char *text, struct range *range, struct error *err);

void range_free(struct range *range);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The groups of cases: the tags that descriptors bear, whatever they are, and the two groups that
 * are always there.
 */
#ifndef BENCH_TAGS_H
#define BENCH_TAGS_H

#include "registry.h"

struct tag {
	const char *name; /* borrowed from a descriptor */
	size_t nr_cases;  /* that bear it */
};

struct tags {
	struct tag *list; /* sorted */
	size_t nr;
	size_t nr_cases, nr_default; /* of GROUP_ALL and of GROUP_DEFAULT */
};

/* The tags of the cases of sorted @rows. 0 or -ENOMEM. Free with tags_free(). */
int tags_of(const struct selected *rows, size_t nr, struct tags *tags);

void tags_free(struct tags *tags);

/* "jit (1 case), default (9), all (10)", each name between @quote. */
void tags_write(FILE *f, const struct tags *tags, const char *quote);

/* Whether @c bears @tag, or none where @tag is NULL. */
bool case_has_tag(const struct bench_case *c, const char *tag);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What voids a contrast, or weakens it, whatever its verdicts: it is told before them. */
#ifndef COMPARE_WARNINGS_H
#define COMPARE_WARNINGS_H

#include "compare/model.h"
#include "compare/page.h"

/* Adds @name, which is that of the contrast, to the groups (groups.h) of all that is so of it. */
void warnings_add(struct page *p, json_t *groups, const struct comparison *c,
		  const struct contrast *ct, const char *name);

/* A line for each step of a series that has no results. */
void warnings_of_steps(struct page *p, const struct comparison *c);

#endif

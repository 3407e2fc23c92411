/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Of machine and settings, and of iterations, between the arms of a contrast. */
#ifndef COMPARE_DIFFERENCES_H
#define COMPARE_DIFFERENCES_H

#include "compare/model.h"
#include "compare/page.h"

/* Adds @name, which is that of the contrast, to the groups (groups.h) of all in which they differ.
 */
void differences_add(struct page *p, json_t *groups, const struct comparison *c,
		     const struct contrast *ct, const char *name);

#endif

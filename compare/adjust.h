/* SPDX-License-Identifier: GPL-2.0-or-later */
/* p values of many cases at once. */
#ifndef COMPARE_ADJUST_H
#define COMPARE_ADJUST_H

#include "compare/model.h"

/* As many cases as it takes for a distribution of their variances to be worth fitting. */
#define MODERATE_FROM 10

/*
 * Fills p_adjusted of the open judgements that are of controls, or of those that are not, by Holm's
 * procedure; of MODERATE_FROM paired cases or more after moderation. Of those that are not it also
 * says in the contrast how many there are, and with which prior. -ENOMEM.
 */
int adjust_family(const struct comparison *c, struct contrast *contrast, bool controls);

#endif

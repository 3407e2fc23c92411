/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef COMPARE_LEGEND_H
#define COMPARE_LEGEND_H

#include "compare/model.h"

/* What the marks mean that the tables of these contrasts have: " +-: ...", a sentence each.
 * @with_spreads: where there is no interval they show the spread. */
void legend_marks(FILE *f, const struct comparison *c, bool with_spreads);

#endif

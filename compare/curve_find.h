/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef COMPARE_CURVE_FIND_H
#define COMPARE_CURVE_FIND_H

#include "compare/model.h"

/* Names the curves and their rows, in the order of each one's first row. -ENOMEM. */
int curve_find(struct comparison *c);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef COMPARE_LEVELS_H
#define COMPARE_LEVELS_H

#include "compare/model.h"

/* Fills the estimates of every cell from its samples. -ENOMEM. */
int levels_estimate(struct comparison *c);

#endif

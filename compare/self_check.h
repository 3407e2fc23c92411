/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The A/A comparison: the baseline against itself. What differs there is no patch's doing. */
#ifndef COMPARE_SELF_CHECK_H
#define COMPARE_SELF_CHECK_H

#include "compare/model.h"

/*
 * Halves the first arm's boots in the order in which they ran and fills c->self_check. Boots in
 * blocks are halved as A B B A A B B A ..., which a steady drift cannot tell apart: blocks are
 * proof against it. Boots that are not have no such protection, so the first half is held against
 * the second, where a drift shows. A row has moved if it differs by its threshold and by Welch's t,
 * adjusted over the rows, at 0.05; that needs two boots in each half. -ENOMEM.
 */
int self_check(struct comparison *c);

#endif

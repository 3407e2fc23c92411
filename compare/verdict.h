/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Works out estimates and verdicts. In this form no interval is computed, so that no verdict says
 * that a kernel is faster or slower, or that it is not: what could be judged is INCONCLUSIVE.
 */
#ifndef COMPARE_VERDICT_H
#define COMPARE_VERDICT_H

#include "compare/model.h"

/* Fills the estimates, verdict and reason of every cell. -ENOMEM. */
int verdict_judge(struct comparison *c);

/*
 * Exit status of the whole: 0 no regression, 1 regression (neither is reached yet), 2 inconclusive,
 * unverified, missing, failed or nothing judged, 3 something not comparable.
 */
int verdict_exit_status(const struct comparison *c);

size_t verdict_count(const struct comparison *c, enum verdict verdict);

#endif

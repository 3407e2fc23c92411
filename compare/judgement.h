/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef COMPARE_JUDGEMENT_H
#define COMPARE_JUDGEMENT_H

#include "compare/model.h"

/* Nothing known: NAN in all figures, no verdict. */
void judgement_clear(struct judgement *j);

/* Whether no verdict has been decided yet. */
bool judgement_is_open(const struct judgement *j);

/* Sets the verdict, in place of an earlier one, and its reason, a clause. -ENOMEM. */
int judgement_decide(struct judgement *j, enum verdict verdict, const char *fmt, ...)
	BENCH_PRINTF(3, 4);

#endif

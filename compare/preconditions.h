/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts that no figure can change: what lacks, failed, is not proved, or is not alike. */
#ifndef COMPARE_PRECONDITIONS_H
#define COMPARE_PRECONDITIONS_H

#include "compare/verdict.h"

/*
 * Decides the row's judgement where the figures play no part, and leaves it open otherwise. The
 * contrast's method and mismatches are known. -ENOMEM.
 */
int preconditions_judge(const struct comparison *c, const struct contrast *contrast, size_t row,
			const struct verdict_options *options);

#endif

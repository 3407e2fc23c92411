/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From estimates to verdicts. Boots are the units; see stats.h for what is computed of them.
 *
 * Method, per contrast:
 *   every boot of both arms is in a block,  paired t on the logarithms of the blocks' ratios
 *   the boots of each one after the other
 *   otherwise, two boots per arm or more    Welch's t on the boots' logarithms; drift between the
 *                                           arms is not excluded
 *   clock "instructions"                    the normal distribution with the clock's own spread
 *                                           between boots, as long as they agree (contrast.h),
 *                                           which it takes two boots per arm to see
 * A wall clock, and instructions that do not agree so, are judged from MIN_UNITS blocks or boots
 * per arm on.
 *
 * Verdict, with T the case's threshold, @significant: adjusted p < 0.05 and the case's own 95 %
 * interval without 1:
 *   REGRESSION     significant, ratio >= 1 + T
 *   IMPROVEMENT    significant, ratio <= 1 / (1 + T)
 *   SMALL-CHANGE   significant, 90 % interval inside 1 / (1 + T) .. 1 + T
 *   EQUIVALENT     the same, not significant
 *   NO-REGRESSION  upper bound of the 90 % interval below 1 + T
 *   INCONCLUSIVE   otherwise
 * The 90 % interval lies inside these bounds exactly where two one-sided tests at 5 % exclude a
 * change beyond them (Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987); its
 * upper bound alone is one of the two.
 *
 * p is adjusted over the contrast's gated cases, those with a verdict of this list that are no
 * controls (adjust.h).
 *
 * If a control is a REGRESSION or IMPROVEMENT, or the first arm differs from itself by as much and
 * is the one held against, all of these are UNSTABLE instead.
 */
#ifndef COMPARE_VERDICT_H
#define COMPARE_VERDICT_H

#include "compare/model.h"

#define MIN_UNITS 5

struct verdict_options {
	bool step;                /* judge each arm against its predecessor as well */
	bool same_build;          /* arms may be one build of the kernel, and are judged */
	bool accept_unverified;   /* judge rows whose folios were not proved */
	const char *const *allow; /* globs of facts that may differ between the arms */
	size_t nr_allow;
};

/*
 * Works out estimates, contrasts, verdicts and curves of what reader_load() read; the rows'
 * thresholds are set. -ENOMEM.
 */
int verdict_judge(struct comparison *c, const struct verdict_options *options);

/*
 * Of the whole: 3 something is INCOMPARABLE; else 1 a REGRESSION; else 2 something that is no pass,
 * a control was lost, a step has no results, or nothing was judged; else 0. Of controls nothing
 * else counts.
 */
int verdict_exit_status(const struct comparison *c);

/* A control that is ERROR or MISSING: it guards nothing, where it was meant to. */
bool verdict_is_lost_control(const struct row *row, const struct judgement *j);

/* Over all contrasts, without controls. */
size_t verdict_count(const struct comparison *c, enum verdict verdict);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How often verdicts are right: many campaigns of one kind, judged in memory and counted. */
#ifndef TESTS_SYNTHETIC_TALLY_H
#define TESTS_SYNTHETIC_TALLY_H

#include "campaign.h"

/* Of campaigns, where "any" is of the cases without an effect. */
struct tally {
	size_t campaigns;
	size_t regression, improvement; /* any such verdict */
	size_t significant;             /* any that verdict.h calls so, whatever the verdict */
	size_t unstable;                /* all cases */
	size_t other;                   /* any UNVERIFIED, MISSING, ERROR or INCOMPARABLE */
	size_t detected;                /* the first case: REGRESSION, or IMPROVEMENT if faster */
	size_t fragile, judged;         /* cases, not campaigns */
	/* By other methods, for comparison: */
	size_t holm_significant; /* any by Holm on the paired t, without moderation */
	size_t holm_detected;    /* the first case, by that and the threshold */
	size_t pooled;           /* any by Holm on the U test of all repetitions, pooled */
};

/*
 * Judges @nr campaigns of that kind with seeds from @campaign->seed on. Only the first case may
 * have an effect. @pooled: work out the U tests, too, which takes as long as all else. -ENOMEM.
 */
int tally_run(const struct campaign *campaign, size_t nr, bool pooled, struct tally *tally);

/* The share of campaigns. */
double tally_rate(const struct tally *tally, size_t count);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many blocks, processes and repetitions it takes to find a change of a given size, and how
 * long that lasts. Pure functions.
 *
 * A campaign finds a slowdown in a case if compare calls it a REGRESSION (verdict.h). Of the boots'
 * differences, whose standard deviation s follows from the components (components.h), it takes the
 * mean m of k blocks and asks for all of
 *
 *   |m| > t(1 - 0.05 / 2n; f) s' / sqrt(k)   Holm's first step over n cases; s' and its degrees of
 *                                            freedom f after moderation (moderate.h), else the
 *                                            sample's own and k - 1
 *   |m| > t(0.975; k - 1) s" / sqrt(k)       the case's own 95 % interval; s" is the sample's
 *   m >= T                                   compare's threshold
 *
 * A slowdown of T lies beyond T in half of the campaigns, however many blocks there are: one of T
 * or less is planned to be significant, and the last is not asked for. m is normal and independent
 * of s", and s'^2 is a mean of s"^2 and the prior's centre, so the power is that of m against the
 * largest of the three limits, averaged over the chi-square distribution of s"^2. Where nothing is
 * moderated and the effect is far from T, that is the non-central t's. Under the instruction clock,
 * whose spread is known, both tests use the normal distribution.
 */
#ifndef COMPARE_PLAN_H
#define COMPARE_PLAN_H

#include "compare/components.h"

#include <stdbool.h>

#define PLAN_POWER      0.8
#define PLAN_MAX_BLOCKS 100

/* A case, as it was measured. */
struct plan_case {
	const char *name; /* borrowed */
	bool control;     /* takes time, and need not find anything */
	struct components noise;
	double fixed_ns;      /* of a worker, whatever it repeats; 0: not known */
	double repetition_ns; /* of each repetition and of the one before the first; 0: not known */
};

struct plan {
	const struct plan_case *cases;
	size_t nr_cases;
	size_t nr_gated;   /* of them no controls */
	double effect;     /* a logarithm above 0 */
	double threshold;  /* compare's, likewise */
	double prior_df;   /* of moderation; 0: none, INFINITY: all cases vary alike */
	bool instructions; /* the clock */
	size_t min_blocks; /* compare judges none below, of 2 or more */
};

struct plan_design {
	size_t blocks, processes, repetitions;
};

/*
 * The number of blocks that find the effect in PLAN_POWER of campaigns, for each case, with the
 * processes and repetitions of @design, into @needed of nr_cases: 0 if PLAN_MAX_BLOCKS do not do,
 * min_blocks for a control. -ENOMEM.
 */
int plan_blocks(const struct plan *plan, const struct plan_design *design, size_t *needed);

/* Measuring time of a campaign of two kernels, without boots. 0: not known. */
double plan_time_ns(const struct plan *plan, const struct plan_design *design);

enum plan_thrift {
	PLAN_LEAST_TIME,
	PLAN_FEW_BLOCKS /* the least time of those with the fewest blocks, or a tenth more */
};

/*
 * The cheapest design of 1 to 10 processes and 3 to 27 repetitions that finds the effect in @found
 * or more of the gated cases, into @best. 1 if there is one, 0 if not, -ENOMEM.
 */
int plan_cheapest(const struct plan *plan, size_t found, enum plan_thrift thrift,
		  struct plan_design *best);

#endif

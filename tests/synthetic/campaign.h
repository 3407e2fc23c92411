/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Campaigns whose truth is known: so many boots of so many kernels, with chosen effects, chosen
 * noise at each level and a chosen seed. The logarithm of a time is the sum of
 *
 *   the row's level (1000 ns for the first, 2000 ns for the second, ...)
 *   the effect of its arm
 *   drift, linear from the first boot of the campaign to the last
 *   normal noise of the block, of the boot, of the row in the boot, of the process and of the
 *   repetition
 *   for a share of the repetitions, an exponential tail to the slow side
 *
 * The rows of a cost curve, "curve/4K", "curve/16K" and so on by powers of four, have as their
 * level what two calls take by its line: intercept + slope * pages each.
 *
 * Random numbers are GSL's mt19937, in the order of the boots, so that a seed is a campaign.
 */
#ifndef TESTS_SYNTHETIC_CAMPAIGN_H
#define TESTS_SYNTHETIC_CAMPAIGN_H

#include "compare/model.h"

/* Standard deviations and effects are those of logarithms: 0.01 is about 1 %. */
struct campaign {
	size_t nr_arms, nr_cases, nr_controls; /* rows: the cases, then the controls, ... */
	size_t nr_sizes;                       /* then the sizes of a curve */
	size_t blocks, processes, repetitions;
	double block;       /* of all boots of a block alike; none if sequential */
	double shared_boot; /* of all rows of a boot alike */
	double boot;        /* of a row in a boot */
	double process, repetition;
	double tail_share, tail; /* that share of repetitions is slower, by this on average */
	double drift;            /* of the last boot against the first */
	bool sequential;         /* all boots of an arm, then the next arm's; in no blocks */
	const double *row_boot;  /* instead of boot: per row; NULL */
	const double *effects;   /* [row * nr_arms + arm], but for the curve; NULL: none */
	double intercept, slope; /* of the curve: ns of a call, and of each of its pages */
	double intercept_change, slope_change; /* of all arms but the first: 0.1 is 10 % */
	double bend;                           /* of the larger half of the sizes */
	double setup_ns;                       /* a worker takes that long ... */
	double per_repetition_ns; /* and for each repetition, as for the one before the first */
	const char *clock;        /* "wall", "instructions" */
	uint64_t seed;
};

/* Two arms of 8 cases and no curve, 6 blocks, 3 processes, 9 repetitions, no noise, a wall clock,
 * seed 1. */
struct campaign campaign_default(void);

/*
 * The arm of each boot in the order of time, into @arms of nr_arms * blocks. As many blocks as
 * there are arms are a cyclic Latin square of a random order, so that two arms go ABBA or BAAB.
 */
int campaign_order(const struct campaign *campaign, size_t *arms);

/* As reader_load() would fill it, for the caller to free; with compare's thresholds. -ENOMEM. */
int campaign_make(const struct campaign *campaign, struct comparison *c);

/*
 * The same as result files, one per boot: DIR/base/01.json, DIR/new/01.json, in the order of time;
 * the third arm is "new-2". All digits are written. @dir is made. The errno of writing; -ENOMEM.
 */
int campaign_write(const struct campaign *campaign, const char *dir, struct error *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What results say of the noise and the time of their cases, for plan.h. All is of logarithms and
 * pooled over the arms, which are taken to vary alike.
 *
 *   repetition  from the distances of repetitions to their process's median, without the least of
 *               each process, which is the median's own: the median of all, over 0.6745. That is
 *               the standard deviation of normal values to 2 % (of 4 repetitions, 6 % less), and
 *               not that of a slow tail, which medians hardly see
 *   process     from the variance of the processes' medians within boots, less the share of the
 *               repetitions in it
 *   boot        from the variance of the boots' figures, less the share of the levels below:
 *               of half that of the differences within blocks, where each arm shares two or more
 *               with the first, which drift and what a block's boots share are not in; else of
 *               that within each arm
 *
 * What comes out negative is 0. NAN: not replicated; it is in the level above, if that is known.
 */
#ifndef COMPARE_PLAN_NOISE_H
#define COMPARE_PLAN_NOISE_H

#include "compare/model.h"
#include "compare/plan.h"

struct plan_noise {
	struct plan_case *cases; /* of rows with samples; names are the comparison's */
	size_t nr_cases, nr_gated;
	struct plan_design present; /* the least of each that an arm has */
	bool in_blocks;  /* present.blocks are those shared with the first arm, else boots */
	size_t boot_df;  /* the most that a case's boot variance has; 0: it is not known */
	double prior_df; /* as in struct plan; INFINITY if boots are not known */
};

/* Of a comparison after levels_estimate(). The caller frees noise->cases. -ENOMEM. */
int plan_noise_read(const struct comparison *c, struct plan_noise *noise);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the noise comes from: how much figures vary between boots, between processes of a boot and
 * between repetitions of a process; and what a campaign of another size would therefore find.
 *
 * Pure functions. Values are natural logarithms of times, so that standard deviations are relative:
 * 0.01 is 1 %.
 */
#ifndef COMPARE_COMPONENTS_H
#define COMPARE_COMPONENTS_H

#include "compare/estimate.h"

#include <stddef.h>

/*
 * Standard deviations, each level's own. NAN: not replicated, so not to be told apart; what it
 * varies is in the level above then.
 */
struct components {
	double boot;       /* needs 2 boots */
	double process;    /* needs a boot with 2 processes */
	double repetition; /* needs a process with 2 repetitions */
};

/*
 * Of one arm: @n >= 1 observations, sorted by boot, then process. Nested analysis of variance: the
 * mean squares are equated with what they are expected to be, and solved from the repetitions up.
 * Numbers of processes and repetitions may differ. With N values, n_i of boot i and n_ij of its
 * process j, a boots and b processes:
 *
 *   E(MS_repetition) = r                       N - b degrees of freedom
 *   E(MS_process)    = r + k1 p                b - a    k1 = (N - S) / (b - a)
 *   E(MS_boot)       = r + k2 p + k3 t         a - 1    k2 = (S - sum n_ij^2 / N) / (a - 1)
 *   S = sum_i (sum_j n_ij^2) / n_i                      k3 = (N - sum n_i^2 / N) / (a - 1)
 *
 * for the variances r of repetitions, p of processes and t of boots (Gates and Shiue, Biometrics
 * 18, 1962; Searle, Casella and McCulloch, "Variance components", 1992; Sokal and Rohlf,
 * "Biometry", chapter 10). A variance that comes out negative is reported as 0; those above it are
 * solved with what came out, which keeps them unbiased.
 *
 * Returns the number of boots. Cannot fail.
 */
int components_estimate(const struct observation *sorted, size_t n, struct components *c);

/*
 * Of @n arms, taken to vary alike: the mean of each level's variances, weighted by degrees of
 * freedom. Of the boot level, arm i has @nr_boots[i] - 1; of the levels below, arms of one campaign
 * have equally many in each boot, so @nr_boots[i] is the weight. Arms that have NAN are left out of
 * that level; if all have, it is NAN.
 */
struct components components_pool(const struct components *each, const size_t *nr_boots, size_t n);

/*
 * Variance of a boot's figure, from @processes processes of @repetitions used repetitions (1 or
 * more): medians are taken of both.
 *
 *   v = boot^2 + m(P) process^2 / P + m(P) m(R) repetition^2 / (P R)
 *
 * m(n) is what the median of n values of a normal distribution varies beyond their mean: 1 to
 * pi / 2. A NAN counts as 0, which is right for campaigns with one of that level, as the one it was
 * estimated from.
 */
double components_variance(const struct components *c, size_t processes, size_t repetitions);

/*
 * The least effect, in logarithms, that a paired campaign of that size would find: as
 * stats_detectable() of @blocks (2 or more) differences between two boots, each of @processes
 * processes of @repetitions used repetitions; a difference varies twice as much as a boot.
 */
double stats_design_detectable(const struct components *c, size_t blocks, size_t processes,
			       size_t repetitions);

#endif

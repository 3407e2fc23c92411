/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What can be said of a difference between two kernels, from one figure per boot. Pure functions on
 * arrays of finite numbers; distributions are GSL's. Figures are natural logarithms of times, so
 * that a mean difference of them is the logarithm of a ratio of geometric means.
 */
#ifndef COMPARE_STATS_H
#define COMPARE_STATS_H

#include <stddef.h>

struct interval {
	double low, high;
};

/* A difference that was estimated, and how well. */
struct difference {
	double mean; /* of logarithms */
	double se;   /* its standard error */
	double df;   /* degrees of freedom of Student's t; INFINITY: the normal distribution */
};

/* Paired t: @d holds one difference per block, @n of at least 2; se = sd / sqrt(n), df = n - 1. */
struct difference stats_paired(const double *d, size_t n);

/*
 * Welch's t of @here minus @base, at least 2 of each; variances may differ. With a = var / n of one
 * arm and b of the other: se = sqrt(a + b), df = (a + b)^2 / (a^2 / (n_a - 1) + b^2 / (n_b - 1))
 * (Welch, "The generalization of Student's problem", Biometrika 34, 1947; Satterthwaite, Biometrics
 * Bulletin 2, 1946). Where neither arm varies: se 0, df = n_a + n_b - 2.
 */
struct difference stats_welch(const double *base, size_t nr_base, const double *here,
			      size_t nr_here);

/*
 * mean -+ t se, two-sided, @confidence above 0 and below 1: 0.95. With a standard error of 0 both
 * ends are the mean.
 */
struct interval stats_interval(const struct difference *d, double confidence);

/* Of no difference, two-sided. With a standard error of 0: 1 if the mean is 0, else 0. */
double stats_p_value(const struct difference *d);

/*
 * Of the median, free of assumptions on the distribution: the narrowest pair of order statistics
 * x_(j), x_(n+1-j) that covers it with @confidence or more, by 1 - 2 P(Binomial(n, 1/2) < j)
 * (Conover, "Practical nonparametric statistics", 1999). -INFINITY to INFINITY where minimum
 * and maximum do not suffice: n < 6 at 0.95. @n of at least 1, @confidence above 0; sorts @d.
 */
struct interval stats_sign_interval(double *d, size_t n, double confidence);

/*
 * Permutation test on the mean of paired differences, two-sided: the share of the 2^n patterns of
 * signs whose sum is at least as far from 0 as the one observed. No less than 2^(1-n), which is
 * 0.03125 for 6 blocks, and 1 for differences of 0. @n of at least 1.
 *
 * Exact up to 20 differences. Beyond, from 10,000 random patterns of a generator with a fixed seed,
 * so that the same data have the same p: (hits + 1) / (patterns + 1) (Phipson and Smyth,
 * Statistical Applications in Genetics and Molecular Biology 9, 2010), with a standard error of
 * 0.002 at 0.05, enough for a cross-check; NAN where there is no memory for the generator.
 */
double stats_sign_flip_p(const double *d, size_t n);

/*
 * Adjusts @n p values for their number, step-down (Holm, Scandinavian Journal of Statistics 6,
 * 1979): for the i-th smallest of m, the largest of (m - j + 1) p_(j) for j <= i, at most 1. In the
 * order of @p. A NAN is no test: it stays, and does not count in m. @adjusted may be @p. -ENOMEM.
 */
int stats_holm(const double *p, size_t n, double *adjusted);

/*
 * The least effect, in logarithms, that the upper bound of the 90 % interval excludes in 80 of 100
 * campaigns in which there is no difference: (t_.95 + t_.80) se, with quantiles of @d's degrees of
 * freedom. By symmetry also the one that a one-sided test at 5 %, of one case by itself, finds with
 * a power of 80 %. Close to the power by the non-central t. The mean plays no part.
 */
double stats_detectable(const struct difference *d);

/*
 * How many are needed for stats_detectable() to be @effect (a logarithm above 0) or less; at least
 * 2, 0 if 10000 do not do: not by boots. Standard deviations are those of logarithms.
 *
 * Blocks, the differences within which have @sd: se = sd / sqrt(k), df = k - 1.
 * Boots of each arm, unpaired: se = sqrt((sd_base^2 + sd_here^2) / n), df = 2 (n - 1).
 */
size_t stats_blocks_needed(double sd, double effect);
size_t stats_boots_needed(double sd_base, double sd_here, double effect);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Variances that borrow strength from one another. With six blocks each case's variance has five
 * degrees of freedom, and a Student's t of so few is so heavy-tailed that, after adjustment for 40
 * cases, a change of 5 % at a standard deviation of 1.5 % is found in 78 of 100 campaigns only. The
 * cases' variances are alike, though: a distribution of true variances is fitted to all of them,
 * and each is drawn towards its centre, as far as they are alike (G. K. Smyth, "Linear models and
 * empirical Bayes methods for assessing differential expression in microarray experiments",
 * Statistical Applications in Genetics and Molecular Biology 3(1), 2004, sections 6.2 and 3). The
 * same campaign is then found in 95 to 99 of 100; tests/measures/rates.c prints the false alarms.
 *
 * Where true variances are very unlike, and not as the fitted distribution has them, it is somewhat
 * liberal: with standard deviations spread evenly, on a logarithmic scale, from 0.3 to 6 %, 6.5 to
 * 7 of 100 campaigns of 40 cases and six blocks without a change have one that is significant,
 * instead of 5. Few of these reach the threshold: with one of 3 %, 3 of 100 have a REGRESSION or an
 * IMPROVEMENT.
 */
#ifndef COMPARE_MODERATE_H
#define COMPARE_MODERATE_H

#include "compare/stats.h"

/* The fitted scaled inverse chi-square distribution of variances. */
struct prior {
	double df;       /* INFINITY: the variances do not differ beyond chance */
	double variance; /* its centre */
};

/*
 * Fits the prior to @n >= 2 sample variances with @df degrees of freedom each. A variance of 0 is
 * raised to 1e-5 of their median, as if the clock had no finer steps; df 0 where all are 0.
 */
struct prior moderate_fit(const double *variances, const double *df, size_t n);

/* The difference with its standard error and degrees of freedom moderated; @total_df bounds them.
 */
struct difference moderate(const struct prior *prior, const struct difference *d, double total_df,
			   double nr_units);

#endif

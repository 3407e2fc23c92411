// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/moderate.h"

#include "bench/util.h"
#include "compare/estimate.h"

#include <gsl/gsl_sf_psi.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Solves trigamma(y) = x for y by Newton's method, which converges from below (Smyth, appendix). */
static double trigamma_inverse(double x)
{
	double y = 0.5 + 1 / x;

	for (int i = 0; i < 50; i++) {
		double trigamma = gsl_sf_psi_1(y);
		double step = trigamma * (1 - trigamma / x) / gsl_sf_psi_n(2, y);

		y += step;
		if (-step / y < 1e-8)
			break;
	}
	return y;
}

/* 1e-5 of the median of @n; 0: all are 0. */
static double least_variance(const double *variances, size_t n)
{
	_cleanup_free_ double *sorted = malloc(n * sizeof(*sorted));
	double median;

	if (!sorted)
		return 0;
	memcpy(sorted, variances, n * sizeof(*sorted));
	median = estimate_median(sorted, n);
	return 1e-5 * (median > 0 ? median : sorted[n - 1]);
}

struct prior moderate_fit(const double *variances, const double *df, size_t n)
{
	double least = least_variance(variances, n), mean = 0, squares = 0, trigammas = 0, excess;
	struct prior prior = {0};

	if (!(least > 0))
		return prior;
	for (size_t i = 0; i < n; i++) {
		double half = df[i] / 2;
		double e = log(fmax(variances[i], least)) - gsl_sf_psi(half) + log(half);
		double off = e - mean;

		/* Welford's update. */
		mean += off / (double)(i + 1);
		squares += off * (e - mean);
		trigammas += gsl_sf_psi_1(half);
	}
	excess = squares / (double)(n - 1) - trigammas / (double)n;
	if (excess <= 0) {
		prior.df = INFINITY;
		prior.variance = gsl_stats_mean(variances, 1, n);
		return prior;
	}
	prior.df = 2 * trigamma_inverse(excess);
	prior.variance = exp(mean + gsl_sf_psi(prior.df / 2) - log(prior.df / 2));
	return prior;
}

struct difference moderate(const struct prior *prior, const struct difference *d, double total_df,
			   double nr_units)
{
	double variance = d->se * d->se * nr_units;
	struct difference moderated = *d;

	if (isinf(prior->df))
		variance = prior->variance;
	else
		variance = (prior->df * prior->variance + d->df * variance) / (prior->df + d->df);
	moderated.se = sqrt(variance / nr_units);
	moderated.df = fmin(prior->df + d->df, total_df);
	return moderated;
}

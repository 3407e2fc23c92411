// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/stats.h"

#include "bench/util.h"

#include <errno.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MAX_EXACT       20
#define RANDOM_PATTERNS 10000
#define RANDOM_SEED     4357 /* of mt19937, GSL's default */
#define MAX_BOOTS       10000

struct difference stats_paired(const double *d, size_t n)
{
	double mean = gsl_stats_mean(d, 1, n);

	return (struct difference){
		.mean = mean,
		.se = gsl_stats_sd_m(d, 1, n, mean) / sqrt((double)n),
		.df = (double)(n - 1),
	};
}

struct difference stats_welch(const double *base, size_t nr_base, const double *here,
			      size_t nr_here)
{
	double df_base = (double)(nr_base - 1), df_here = (double)(nr_here - 1);
	double a = gsl_stats_variance(base, 1, nr_base) / (double)nr_base;
	double b = gsl_stats_variance(here, 1, nr_here) / (double)nr_here;
	struct difference d = {
		.mean = gsl_stats_mean(here, 1, nr_here) - gsl_stats_mean(base, 1, nr_base),
		.se = sqrt(a + b),
		.df = df_base + df_here,
	};

	if (a + b > 0) {
		/* Shares, since the squares of tiny variances would be 0. */
		double share = a / (a + b);

		d.df = 1 / (share * share / df_base + (1 - share) * (1 - share) / df_here);
	}
	return d;
}

static double quantile(double p, double df)
{
	return isinf(df) ? gsl_cdf_ugaussian_Pinv(p) : gsl_cdf_tdist_Pinv(p, df);
}

static double upper_tail(double t, double df)
{
	return isinf(df) ? gsl_cdf_ugaussian_Q(t) : gsl_cdf_tdist_Q(t, df);
}

struct interval stats_interval(const struct difference *d, double confidence)
{
	double half = quantile((1 + confidence) / 2, d->df) * d->se;

	return (struct interval){d->mean - half, d->mean + half};
}

double stats_p_value(const struct difference *d)
{
	if (d->se == 0)
		return d->mean == 0 ? 1 : 0;
	return 2 * upper_tail(fabs(d->mean) / d->se, d->df);
}

struct interval stats_sign_interval(double *d, size_t n, double confidence)
{
	size_t j = 0;

	gsl_sort(d, 1, n);
	while (1 - 2 * gsl_cdf_binomial_P((unsigned int)j, 0.5, (unsigned int)n) >= confidence)
		j++; /* ends by the middle, where it is 0 */
	if (!j)
		return (struct interval){-INFINITY, INFINITY};
	return (struct interval){d[j - 1], d[n - j]};
}

/* Of the 2^n ways to add or subtract @d from @sum, how many end @limit or more from 0? */
static size_t count_extreme(const double *d, size_t n, double sum, double limit)
{
	if (!n)
		return fabs(sum) >= limit;
	return count_extreme(d + 1, n - 1, sum + *d, limit) +
	       count_extreme(d + 1, n - 1, sum - *d, limit);
}

static double random_sum(gsl_rng *generator, const double *d, size_t n)
{
	unsigned long bits = 0;
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		if (i % 32 == 0)
			bits = gsl_rng_get(generator);
		sum += bits & 1 ? d[i] : -d[i];
		bits >>= 1;
	}
	return sum;
}

static double random_flip_p(const double *d, size_t n, double limit)
{
	gsl_rng *generator = gsl_rng_alloc(gsl_rng_mt19937); /* 32 random bits at a time */
	size_t hits = 0;

	if (!generator)
		return NAN;
	gsl_rng_set(generator, RANDOM_SEED);
	for (size_t i = 0; i < RANDOM_PATTERNS; i++)
		hits += fabs(random_sum(generator, d, n)) >= limit;
	gsl_rng_free(generator);
	return (double)(hits + 1) / (RANDOM_PATTERNS + 1);
}

double stats_sign_flip_p(const double *d, size_t n)
{
	double sum = 0, size = 0, limit;

	for (size_t i = 0; i < n; i++) {
		sum += d[i];
		size += fabs(d[i]);
	}
	/*
	 * Sums that are equal, the observed one's among them, differ by what rounding made of
	 * logarithms and additions. It goes by the size of what was added: the sum may be near 0.
	 */
	limit = fabs(sum) - 1e-9 * size;
	if (n > MAX_EXACT)
		return random_flip_p(d, n, limit);
	/* A pattern and its opposite are as far from 0, so the first sign may stay. */
	return (double)count_extreme(d + 1, n - 1, *d, limit) / (double)(1UL << (n - 1));
}

int stats_holm(const double *p, size_t n, double *adjusted)
{
	_cleanup_free_ double *tests = calloc(n + 1, sizeof(*tests));
	_cleanup_free_ size_t *places = malloc((n + 1) * sizeof(*places));
	_cleanup_free_ size_t *order = malloc((n + 1) * sizeof(*order));
	double largest = 0;
	size_t m = 0;

	if (!tests || !places || !order)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		adjusted[i] = p[i];
		if (isnan(p[i]))
			continue;
		tests[m] = p[i];
		places[m++] = i;
	}
	gsl_sort_index(order, tests, 1, m);
	for (size_t i = 0; i < m; i++) {
		largest = fmax(largest, fmin(1, (double)(m - i) * tests[order[i]]));
		adjusted[places[order[i]]] = largest;
	}
	return 0;
}

double stats_detectable(const struct difference *d)
{
	return (quantile(0.95, d->df) + quantile(0.80, d->df)) * d->se;
}

/* @df_each: what each one beyond the first adds to the degrees of freedom. */
static bool suffices(size_t n, double sd, double df_each, double effect)
{
	struct difference d = {.se = sd / sqrt((double)n), .df = df_each * (double)(n - 1)};

	return stats_detectable(&d) <= effect;
}

static size_t least_that_suffices(double sd, double df_each, double effect)
{
	size_t low = 2, high = MAX_BOOTS;

	if (!suffices(high, sd, df_each, effect))
		return 0;
	while (low < high) {
		size_t middle = (low + high) / 2;

		if (suffices(middle, sd, df_each, effect))
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

size_t stats_blocks_needed(double sd, double effect)
{
	return least_that_suffices(sd, 1, effect);
}

size_t stats_boots_needed(double sd_base, double sd_here, double effect)
{
	return least_that_suffices(hypot(sd_base, sd_here), 2, effect);
}

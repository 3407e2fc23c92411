// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/plan.h"

#include "bench/util.h"
#include "compare/contrast.h"

#include <errno.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_psi.h>
#include <math.h>
#include <stdlib.h>

#define LEVEL 0.05

enum {
	MAX_PROCESSES = 10,
	MIN_REPETITIONS = 3,
	MAX_REPETITIONS = 27,
	GRID = MAX_PROCESSES * (MAX_REPETITIONS - MIN_REPETITIONS + 1)
};

/* Equally likely values of an estimated variance over the true one, as many as its tails need. */
#define RATIOS 24

/* What depends on the number of blocks alone. */
struct limits {
	double family, own; /* of the two tests */
	double ratios[RATIOS];
};

static double quantile(double tail, double df)
{
	return isinf(df) ? gsl_cdf_ugaussian_Qinv(tail) : gsl_cdf_tdist_Qinv(tail, df);
}

static struct limits limits_of(const struct plan *plan, size_t blocks)
{
	double n = (double)plan->nr_gated, df = (double)(blocks - 1);
	double moderated = fmin(plan->prior_df + df, n * df);

	struct limits limits;

	if (plan->instructions)
		df = moderated = INFINITY;
	limits.family = quantile(LEVEL / (2 * n), moderated);
	limits.own = quantile(LEVEL / 2, df);
	for (size_t i = 0; i < RATIOS; i++)
		limits.ratios[i] =
			isinf(df) ? 1 : gsl_cdf_chisq_Pinv(((double)i + 0.5) / RATIOS, df) / df;
	return limits;
}

/* Of the difference of two boots. */
static double variance_of(const struct plan *plan, const struct plan_case *c,
			  const struct plan_design *design)
{
	double v = components_variance(&c->noise, design->processes, design->repetitions);

	if (plan->instructions)
		v = fmax(v, INSTRUCTION_SD * INSTRUCTION_SD);
	return 2 * v;
}

/* Centre of the prior that moderate_fit() would find if these were the cases' true variances. */
static double prior_variance(const struct plan *plan, const double *variances)
{
	double half = plan->prior_df / 2, logs = 0, sum = 0;

	for (size_t i = 0; i < plan->nr_cases; i++) {
		if (plan->cases[i].control)
			continue;
		logs += log(variances[i]);
		sum += variances[i];
	}
	if (isinf(half))
		return sum / (double)plan->nr_gated;
	return exp(logs / (double)plan->nr_gated + gsl_sf_psi(half) - log(half));
}

static bool finds(const struct plan *plan, double variance, double prior, size_t blocks,
		  const struct limits *limits)
{
	double df = plan->instructions ? INFINITY : (double)(blocks - 1), k = (double)blocks;
	double share = isinf(plan->prior_df) ? 0 : isinf(df) ? 1 : df / (plan->prior_df + df);
	double least = plan->effect > plan->threshold ? plan->threshold : 0, power = 0;

	for (size_t i = 0; i < RATIOS; i++) {
		double own = variance * limits->ratios[i];
		double moderated = share * own + (1 - share) * prior;
		double mean =
			fmax(limits->own * sqrt(own / k), limits->family * sqrt(moderated / k));

		power += gsl_cdf_ugaussian_P((plan->effect - fmax(mean, least)) /
					     sqrt(variance / k));
	}
	return power / RATIOS >= PLAN_POWER;
}

static void needed_with(const struct plan *plan, const struct plan_design *design,
			const struct limits *limits, double *variances, size_t *needed)
{
	double prior = 0;

	for (size_t i = 0; i < plan->nr_cases; i++)
		/* Not 0, whose logarithm is none. */
		variances[i] = fmax(variance_of(plan, &plan->cases[i], design), 1e-16);
	if (plan->prior_df > 0)
		prior = prior_variance(plan, variances);
	for (size_t i = 0; i < plan->nr_cases; i++) {
		size_t low = plan->min_blocks - 1, high = PLAN_MAX_BLOCKS + 1;

		if (plan->cases[i].control)
			high = plan->min_blocks;
		/* @low do not find it. */
		while (high - low > 1) {
			size_t mid = (low + high) / 2;

			if (finds(plan, variances[i], prior, mid, &limits[mid]))
				high = mid;
			else
				low = mid;
		}
		needed[i] = high > PLAN_MAX_BLOCKS ? 0 : high;
	}
}

/* The limits of each number of blocks, for the caller to free. */
static struct limits *all_limits(const struct plan *plan)
{
	struct limits *limits = calloc(PLAN_MAX_BLOCKS + 1, sizeof(*limits));

	for (size_t k = plan->min_blocks; limits && k <= PLAN_MAX_BLOCKS; k++)
		limits[k] = limits_of(plan, k);
	return limits;
}

int plan_blocks(const struct plan *plan, const struct plan_design *design, size_t *needed)
{
	_cleanup_free_ double *variances = malloc(plan->nr_cases * sizeof(*variances));
	_cleanup_free_ struct limits *limits = all_limits(plan);

	if (!variances || !limits)
		return -ENOMEM;
	needed_with(plan, design, limits, variances, needed);
	return 0;
}

double plan_time_ns(const struct plan *plan, const struct plan_design *design)
{
	double worker = 0;

	for (size_t i = 0; i < plan->nr_cases; i++)
		worker += plan->cases[i].fixed_ns +
			  plan->cases[i].repetition_ns * (double)(design->repetitions + 1);
	return 2 * (double)design->blocks * (double)design->processes * worker;
}

static int by_size(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

/* The least number of blocks by which @found gated cases are found; 0: no number. Sorts @needed. */
static size_t blocks_for(const struct plan *plan, size_t found, size_t *needed)
{
	size_t n = 0;

	for (size_t i = 0; i < plan->nr_cases; i++)
		if (!plan->cases[i].control && needed[i])
			needed[n++] = needed[i];
	qsort(needed, n, sizeof(*needed), by_size);
	return found > n ? 0 : found ? needed[found - 1] : plan->min_blocks;
}

/* Blocks of each design of the grid, into @grid, as the next two go through it. */
static int fill_grid(const struct plan *plan, size_t found, struct plan_design *grid)
{
	_cleanup_free_ double *variances = malloc(plan->nr_cases * sizeof(*variances));
	_cleanup_free_ size_t *needed = malloc(plan->nr_cases * sizeof(*needed));
	_cleanup_free_ struct limits *limits = all_limits(plan);

	if (!variances || !needed || !limits)
		return -ENOMEM;
	for (size_t i = 0; i < GRID; i++) {
		grid[i].processes = 1 + i % MAX_PROCESSES;
		grid[i].repetitions = MIN_REPETITIONS + i / MAX_PROCESSES;
		needed_with(plan, &grid[i], limits, variances, needed);
		grid[i].blocks = blocks_for(plan, found, needed);
	}
	return 0;
}

static size_t fewest_blocks(const struct plan_design *grid)
{
	size_t fewest = 0;

	for (size_t i = 0; i < GRID; i++)
		if (grid[i].blocks && (!fewest || grid[i].blocks < fewest))
			fewest = grid[i].blocks;
	return fewest;
}

static bool is_better(const struct plan *plan, const struct plan_design *a,
		      const struct plan_design *b)
{
	double x = plan_time_ns(plan, a), y = plan_time_ns(plan, b);

	return x != y ? x < y : a->blocks < b->blocks;
}

int plan_cheapest(const struct plan *plan, size_t found, enum plan_thrift thrift,
		  struct plan_design *best)
{
	struct plan_design grid[GRID], least = {0};
	size_t most = PLAN_MAX_BLOCKS;
	int ret = fill_grid(plan, found, grid);

	if (ret)
		return ret;
	if (thrift == PLAN_FEW_BLOCKS)
		most = fewest_blocks(grid) * 11 / 10;
	for (size_t i = 0; i < GRID; i++)
		if (grid[i].blocks && grid[i].blocks <= most &&
		    (!least.blocks || is_better(plan, &grid[i], &least)))
			least = grid[i];
	if (!least.blocks)
		return 0;
	*best = least;
	return 1;
}

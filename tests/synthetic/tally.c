// SPDX-License-Identifier: GPL-2.0-or-later
#include "tally.h"

#include "compare/verdict.h"

#include <errno.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

/*
 * Mann and Whitney's U test of all repetitions as if they were independent, two-sided, by the
 * normal approximation; what google/benchmark's compare.py does.
 */
static double pooled_p(const struct cell *a, const struct cell *b)
{
	size_t n = a->nr_samples + b->nr_samples;
	_cleanup_free_ double *values = malloc(n * sizeof(*values));
	_cleanup_free_ size_t *order = malloc(n * sizeof(*order));
	double na = (double)a->nr_samples, nb = (double)b->nr_samples, ranks = 0, u;

	if (!values || !order)
		return NAN;
	for (size_t i = 0; i < n; i++)
		values[i] = i < a->nr_samples ? a->samples[i].iteration_ns
					      : b->samples[i - a->nr_samples].iteration_ns;
	gsl_sort_index(order, values, 1, n);
	for (size_t i = 0; i < n; i++)
		if (order[i] < a->nr_samples)
			ranks += (double)(i + 1);
	u = ranks - na * (na + 1) / 2;
	return 2 * gsl_cdf_ugaussian_Q(fabs(u - na * nb / 2) / sqrt(na * nb * (na + nb + 1) / 12));
}

static bool any_below(const double *p, size_t first, size_t n)
{
	for (size_t i = first; i < n; i++)
		if (p[i] < 0.05)
			return true;
	return false;
}

static int count_other_methods(const struct campaign *campaign, const struct comparison *c,
			       bool pooled, size_t first, double *p, struct tally *t)
{
	const struct judgement *j = c->contrasts[0].judgements;
	size_t n = campaign->nr_cases;

	for (size_t r = 0; r < n; r++)
		p[r] = isnan(j[r].p_adjusted) ? NAN : j[r].p;
	if (stats_holm(p, n, p))
		return -ENOMEM;
	t->holm_significant += any_below(p, first, n);
	t->holm_detected += p[0] < 0.05 && fabs(j[0].difference.mean) >= log1p(0.03);
	for (size_t r = 0; r < n && pooled; r++)
		p[r] = pooled_p(&c->rows[r].cells[0], &c->rows[r].cells[1]);
	if (stats_holm(p, n, p))
		return -ENOMEM;
	t->pooled += pooled && any_below(p, first, n);
	return 0;
}

static void count_verdicts(const struct campaign *campaign, const struct comparison *c,
			   size_t first, struct tally *t)
{
	const struct judgement *j = c->contrasts[0].judgements;
	bool seen[NR_VERDICTS] = {0}, significant = false;

	for (size_t r = 0; r < campaign->nr_cases; r++) {
		t->fragile += j[r].fragile;
		t->judged += !isnan(j[r].p_adjusted);
		if (r < first)
			continue;
		seen[j[r].verdict] = true;
		significant |= j[r].p_adjusted < 0.05 &&
			       (j[r].change.interval.low > 1 || j[r].change.interval.high < 1);
	}
	t->regression += seen[VERDICT_REGRESSION];
	t->improvement += seen[VERDICT_IMPROVEMENT];
	t->unstable += seen[VERDICT_UNSTABLE];
	t->other += seen[VERDICT_UNVERIFIED] || seen[VERDICT_MISSING] || seen[VERDICT_ERROR] ||
		    seen[VERDICT_INCOMPARABLE];
	t->significant += significant;
	if (first)
		t->detected += j[0].verdict == (campaign->effects[1] > 0 ? VERDICT_REGRESSION
									 : VERDICT_IMPROVEMENT);
}

int tally_run(const struct campaign *campaign, size_t nr, bool pooled, struct tally *tally)
{
	const struct verdict_options options = {0};
	_cleanup_free_ double *p = malloc(campaign->nr_cases * sizeof(*p));
	struct campaign one = *campaign;
	struct tally t = {.campaigns = nr};
	/* The first case without an effect. */
	size_t first = campaign->effects && campaign->effects[1] != 0;

	if (!p)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++) {
		struct comparison c;
		int ret;

		one.seed = campaign->seed + i;
		ret = campaign_make(&one, &c);
		if (ret)
			return ret;
		ret = verdict_judge(&c, &options);
		if (!ret) {
			count_verdicts(&one, &c, first, &t);
			ret = count_other_methods(&one, &c, pooled, first, p, &t);
		}
		comparison_free(&c);
		if (ret)
			return ret;
	}
	*tally = t;
	return 0;
}

double tally_rate(const struct tally *tally, size_t count)
{
	return (double)count / (double)tally->campaigns;
}

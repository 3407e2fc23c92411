// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/adjust.h"

#include "compare/judgement.h"
#include "compare/moderate.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/*
 * Adjusts the p values of the open rows that are controls, or of those that are not. Each is a
 * family of its own: controls gate nothing, and a family of two should not pay for forty.
 */
int adjust_family(const struct comparison *c, struct contrast *contrast, bool controls)
{
	_cleanup_free_ double *p = malloc((c->nr_rows + 1) * sizeof(*p));
	_cleanup_free_ double *variances = malloc((c->nr_rows + 1) * sizeof(*variances));
	_cleanup_free_ double *df = malloc((c->nr_rows + 1) * sizeof(*df));
	struct prior prior = {0};
	double total_df = 0;
	size_t nr = 0, nr_paired = 0;

	if (!p || !variances || !df)
		return -ENOMEM;
	for (size_t r = 0; r < c->nr_rows; r++) {
		const struct judgement *j = &contrast->judgements[r];

		p[r] = NAN;
		if (!judgement_is_open(j) || c->rows[r].control != controls)
			continue;
		nr++;
		p[r] = j->p;
		if (j->method != METHOD_PAIRED)
			continue;
		variances[nr_paired] = j->sd * j->sd;
		df[nr_paired++] = j->difference.df;
		total_df += j->difference.df;
	}
	if (nr_paired >= MODERATE_FROM)
		prior = moderate_fit(variances, df, nr_paired);
	for (size_t r = 0; r < c->nr_rows && prior.df > 0; r++) {
		const struct judgement *j = &contrast->judgements[r];
		struct difference moderated;

		if (isnan(p[r]) || j->method != METHOD_PAIRED)
			continue;
		moderated = moderate(&prior, &j->difference, total_df, (double)j->nr_units);
		p[r] = stats_p_value(&moderated);
	}
	if (stats_holm(p, c->nr_rows, p))
		return -ENOMEM;
	for (size_t r = 0; r < c->nr_rows; r++)
		if (!isnan(p[r]))
			contrast->judgements[r].p_adjusted = p[r];
	if (!controls) {
		contrast->nr_gated = nr;
		contrast->prior_df = prior.df;
	}
	return 0;
}

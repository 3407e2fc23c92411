// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/curve.h"

#include "compare/contrast.h"
#include "compare/curve_find.h"
#include "compare/workload.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

bool curve_is_bent(const struct cost_line *line)
{
	return line->nr_boots && fabs(line->worst) > CURVE_BENT;
}

int64_t curve_pages(const struct cell *cell)
{
	int64_t pages = cell->workload.number[WORKLOAD_PAGES_PER_CALL];

	return pages > 0 ? pages : 0;
}

double curve_line_ns(const struct cost_line *line, const struct cell *cell)
{
	return line->value[INTERCEPT] + line->value[SLOPE] * (double)curve_pages(cell);
}

static const struct cell *cell_of(const struct comparison *c, size_t row, size_t arm)
{
	return &c->rows[row].cells[arm];
}

static bool is_usable(const struct cell *cell)
{
	return cell->nr_samples && cell->workload.number[WORKLOAD_CALLS] > 0 && curve_pages(cell);
}

/* Whether the arm has enough of it. Rows ascend, so that equal numbers of pages are neighbours. */
static bool takes_part(const struct comparison *c, const struct curve *curve, size_t arm)
{
	int64_t last = 0;
	size_t nr = 0;

	for (size_t i = 0; i < curve->nr_rows; i++) {
		const struct cell *cell = cell_of(c, curve->rows[i], arm);

		if (!is_usable(cell) || curve_pages(cell) == last)
			continue;
		last = curve_pages(cell);
		nr++;
	}
	return nr >= CURVE_MIN_SIZES;
}

/* Rows that all arms with a line have: lines through other sizes cannot be compared. */
static int choose_rows(const struct comparison *c, struct curve *curve, const bool *part)
{
	curve->fitted = malloc(curve->nr_rows * sizeof(*curve->fitted));
	if (!curve->fitted)
		return -ENOMEM;
	for (size_t i = 0; i < curve->nr_rows; i++) {
		bool all = true;

		for (size_t a = 0; a < c->nr_arms; a++)
			all &= !part[a] || is_usable(cell_of(c, curve->rows[i], a));
		if (all)
			curve->fitted[curve->nr_fitted++] = curve->rows[i];
	}
	return 0;
}

/* The time of a call in that boot; 0: the row was not measured in it. */
static double boot_time(const struct cell *cell, uint32_t boot)
{
	for (size_t i = 0; i < cell->nr_boots; i++)
		if (cell->boots[i].boot == boot)
			return workload_ns_per_call(&cell->workload, cell->boots[i].median);
	return 0;
}

/* The costs of one boot. Returns whether it has all rows. */
static bool read_boot(const struct comparison *c, const struct curve *curve, size_t arm,
		      uint32_t boot, struct fit_point *points)
{
	for (size_t i = 0; i < curve->nr_fitted; i++) {
		const struct cell *cell = cell_of(c, curve->fitted[i], arm);

		points[i].pages = (double)curve_pages(cell);
		points[i].time = boot_time(cell, boot);
		if (!(points[i].time > 0))
			return false;
	}
	return true;
}

static void add_boot(struct cost_line *line, uint32_t boot, const struct fit *fit)
{
	for (int k = 0; k < NR_COEFFICIENTS; k++) {
		line->boots[k][line->nr_boots] = (struct boot_estimate){
			.boot = boot,
			.median = fit->value[k],
			.spread_percent = NAN,
			.process_spread_percent = NAN,
		};
		line->gain[k] = fmax(line->gain[k], fit->gain[k]);
	}
	line->nr_boots++;
}

static bool all_positive(const struct cost_line *line, int k)
{
	for (size_t i = 0; i < line->nr_boots; i++)
		if (!(line->boots[k][i].median > 0))
			return false;
	return true;
}

/* Over boots: on logarithms, as all of compare, where there are such. @values is room. */
static void summarise(struct cost_line *line, int k, double *values)
{
	bool logs = all_positive(line, k);
	size_t n = line->nr_boots;
	struct interval interval = {NAN, NAN};
	double mean = 0;

	for (size_t i = 0; i < n; i++) {
		double value = line->boots[k][i].median;

		values[i] = logs ? log(value) : value;
		mean += values[i] / (double)n;
	}
	if (n > 1) {
		/* The mean of one sample and of differences are the same computation. */
		struct difference d = stats_paired(values, n);

		interval = stats_interval(&d, 0.95);
	}
	line->value[k] = logs ? exp(mean) : mean;
	line->interval[k].low = logs ? exp(interval.low) : interval.low;
	line->interval[k].high = logs ? exp(interval.high) : interval.high;
}

/* The mean over boots of each row's residual is in @residuals, times their number. */
static void find_worst(const struct curve *curve, struct cost_line *line, const double *residuals)
{
	for (size_t i = 0; i < curve->nr_fitted; i++) {
		double residual = residuals[i] / (double)line->nr_boots;

		if (i && fabs(residual) <= fabs(line->worst))
			continue;
		line->worst = residual;
		line->worst_row = curve->fitted[i];
	}
}

static int fit_arm(const struct comparison *c, const struct curve *curve, size_t arm)
{
	size_t n = c->arms[arm].nr_boots;
	struct cost_line *line = &curve->lines[arm];
	_cleanup_free_ struct fit_point *points = malloc(curve->nr_fitted * sizeof(*points));
	_cleanup_free_ double *residuals = calloc(curve->nr_fitted, sizeof(*residuals));
	_cleanup_free_ double *values = malloc(n * sizeof(*values));

	for (int k = 0; k < NR_COEFFICIENTS; k++)
		line->boots[k] = malloc(n * sizeof(*line->boots[k]));
	if (!points || !residuals || !values || !line->boots[INTERCEPT] || !line->boots[SLOPE])
		return -ENOMEM;
	for (uint32_t b = 0; b < n; b++) {
		struct fit fit;

		if (!read_boot(c, curve, arm, b, points))
			continue;
		fit = fit_line(points, curve->nr_fitted);
		add_boot(line, b, &fit);
		for (size_t i = 0; i < curve->nr_fitted; i++)
			residuals[i] += fit_residual(&fit, &points[i]);
	}
	if (!line->nr_boots)
		return 0;
	for (int k = 0; k < NR_COEFFICIENTS; k++)
		summarise(line, k, values);
	find_worst(curve, line, residuals);
	return 0;
}

static bool can_compare(const struct curve *curve, const struct contrast *contrast)
{
	if (!curve->lines[contrast->base].nr_boots || !curve->lines[contrast->here].nr_boots)
		return false;
	for (size_t i = 0; i < curve->nr_fitted; i++)
		if (!isfinite(contrast->judgements[curve->fitted[i]].change.ratio))
			return false;
	return true;
}

static int compare_lines(const struct comparison *c, const struct curve *curve,
			 const struct contrast *contrast, struct change *changes)
{
	const struct cost_line *base = &curve->lines[contrast->base];
	const struct cost_line *here = &curve->lines[contrast->here];
	int ret = 0;

	for (int k = 0; k < NR_COEFFICIENTS && !ret; k++) {
		/* What all times of a boot have in common is in it as it is. */
		double gain = fmax(1, fmax(base->gain[k], here->gain[k]));

		changes[k] = (struct change){NAN, {NAN, NAN}};
		if (can_compare(curve, contrast) && all_positive(base, k) && all_positive(here, k))
			ret = contrast_change(c, contrast,
					      (struct boot_figures){base->boots[k], base->nr_boots},
					      (struct boot_figures){here->boots[k], here->nr_boots},
					      gain, &changes[k]);
	}
	return ret;
}

static int fit_curve(const struct comparison *c, struct curve *curve)
{
	_cleanup_free_ bool *part = calloc(c->nr_arms, sizeof(*part));
	size_t nr = 0;
	int ret = 0;

	curve->lines = calloc(c->nr_arms, sizeof(*curve->lines));
	curve->changes = calloc(c->nr_contrasts + 1, sizeof(*curve->changes));
	if (!part || !curve->lines || !curve->changes)
		return -ENOMEM;
	for (size_t a = 0; a < c->nr_arms; a++)
		nr += part[a] = takes_part(c, curve, a);
	if (nr)
		ret = choose_rows(c, curve, part);
	if (curve->nr_fitted < CURVE_MIN_SIZES)
		curve->nr_fitted = 0;
	for (size_t a = 0; a < c->nr_arms && !ret; a++)
		if (part[a] && curve->nr_fitted)
			ret = fit_arm(c, curve, a);
	for (size_t i = 0; i < c->nr_contrasts && !ret; i++)
		ret = compare_lines(c, curve, &c->contrasts[i], curve->changes[i]);
	return ret;
}

int curve_make(struct comparison *c)
{
	int ret = curve_find(c);

	for (size_t i = 0; i < c->nr_curves && !ret; i++)
		ret = fit_curve(c, &c->curves[i]);
	return ret;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/figure.h"

#include "compare/workload.h"
#include "compare/wrap.h"

#include <math.h>
#include <string.h>

/* Digits after the point, so that three are significant from 1 on. */
static int decimals(double magnitude)
{
	return magnitude < 9.995 ? 2 : magnitude < 99.95 ? 1 : 0;
}

struct figure figure_change(double ratio)
{
	double percent = 100 * (ratio - 1), magnitude = fabs(percent);
	struct figure f = {"-"};

	if (!isfinite(percent))
		return f;
	if (magnitude > 9999)
		snprintf(f.text, sizeof(f.text), "+>9999%%");
	else
		snprintf(f.text, sizeof(f.text), "%+.*f%%", decimals(magnitude), percent);
	return f;
}

struct figure figure_plus_minus(const struct change *change)
{
	double points = 100 * (change->interval.high - change->ratio);
	struct figure f = {"-"};

	if (!isfinite(points))
		return f;
	if (points > 9999)
		snprintf(f.text, sizeof(f.text), ">9999");
	else
		snprintf(f.text, sizeof(f.text), "%.*f", decimals(points), points);
	return f;
}

struct figure figure_percent(double share, int digits)
{
	struct figure f = {"-"};

	/* %g would have powers of ten where the digits before the point are more. */
	if (isfinite(share) && share < 1)
		snprintf(f.text, sizeof(f.text), "%.*g%%", share < 0.09 ? digits : 3, 100 * share);
	else if (isfinite(share))
		snprintf(f.text, sizeof(f.text), "%.0f%%", 100 * share);
	return f;
}

static const char *spread_text(char *buf, size_t size, double percent)
{
	if (!isfinite(percent))
		return "-";
	snprintf(buf, size, "%.*f", percent < 9.95 ? 1 : 0, fmin(percent, 999));
	return buf;
}

struct figure figure_spreads(double base, double here)
{
	char a[8], b[8];
	struct figure f;

	snprintf(f.text, sizeof(f.text), "%s/%s", spread_text(a, sizeof(a), base),
		 spread_text(b, sizeof(b), here));
	return f;
}

struct figure figure_time(const struct arm *arm, double ns)
{
	static const char *const units[] = {"", " k", " M", " G"};
	struct figure f = {"-"};
	size_t u = 0;

	if (!(ns > 0))
		return f;
	if (!counts_instructions(arm)) {
		format_ns(f.text, sizeof(f.text), ns);
		return f;
	}
	for (; ns >= 999.5 && u < ARRAY_SIZE(units) - 1; u++)
		ns /= 1000;
	snprintf(f.text, sizeof(f.text), "%.*f%s", decimals(ns), ns, units[u]);
	return f;
}

struct figure figure_seconds(double ns)
{
	double s = ns / 1e9;
	struct figure f = {"-"};

	if (s > 0)
		snprintf(f.text, sizeof(f.text), "%.*f", s < 0.9995 ? 3 : decimals(s), s);
	return f;
}

struct figure figure_verdict(const struct judgement *j)
{
	struct figure f;

	snprintf(f.text, sizeof(f.text), "%s%s", verdict_name(j->verdict), j->fragile ? "*" : "");
	return f;
}

bool figure_look_alike(const struct arm *a, const struct arm *b, size_t width)
{
	char x[256], y[256];

	return !strcmp(wrap_cut(x, sizeof(x), a->name, width),
		       wrap_cut(y, sizeof(y), b->name, width));
}

const char *figure_unit(const struct workload *w)
{
	if (w->number[WORKLOAD_CALLS] < 0 && w->number[WORKLOAD_PUBLISHED_ITERATIONS] == 1)
		return w->published_unit;
	return workload_unit(w);
}

const struct workload *row_workload(const struct comparison *c, const struct row *row)
{
	for (size_t a = 0; a < c->nr_arms; a++)
		if (row->cells[a].nr_samples)
			return &row->cells[a].workload;
	return NULL;
}

bool has_both(const struct comparison *c, const struct contrast *contrast, size_t row)
{
	const struct cell *cells = c->rows[row].cells;

	return cells[contrast->base].nr_samples && cells[contrast->here].nr_samples;
}

bool is_shown(const struct comparison *c, size_t row)
{
	for (size_t i = 0; i < c->nr_contrasts; i++)
		if (has_both(c, &c->contrasts[i], row))
			return true;
	return false;
}

double common_threshold(const struct comparison *c)
{
	double common = 0;
	size_t most = 0;

	for (size_t r = 0; r < c->nr_rows; r++) {
		double threshold = c->rows[r].threshold;
		size_t n = 0;

		for (size_t i = 0; i < c->nr_rows; i++)
			n += c->rows[i].threshold == threshold;
		if (n > most || (n == most && threshold > common)) {
			most = n;
			common = threshold;
		}
	}
	return common;
}

bool has_one_threshold(const struct comparison *c)
{
	double common = common_threshold(c);

	for (size_t r = 0; r < c->nr_rows; r++)
		if (!c->rows[r].control &&
		    (c->rows[r].threshold < common || c->rows[r].threshold > common))
			return false;
	return true;
}

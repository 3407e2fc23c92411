// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/report.h"

#include "compare/curve.h"
#include "compare/figure.h"
#include "compare/groups.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum {
	NAME,
	ARM,
	INTERCEPT_VALUE,
	INTERCEPT_BOUND,
	SLOPE_VALUE,
	SLOPE_BOUND,
	WORST,
	NR_COLUMNS
};

#define ARM_COLUMNS 8

static const struct column columns[NR_COLUMNS] = {
	[NAME] = {"", 20, .left = true},
	[ARM] = {"", ARM_COLUMNS, .left = false},
	[INTERCEPT_VALUE] = {"intercept", 10, .left = false},
	[INTERCEPT_BOUND] = {"+-", 6, .left = false},
	[SLOPE_VALUE] = {"slope", 8, .left = false},
	[SLOPE_BOUND] = {"+-", 6, .left = false},
	[WORST] = {"worst, at", 14, .left = false},
};

static bool is_fitted(const struct curve *curve)
{
	return curve->nr_fitted;
}

/* A bent curve's line may start below nothing. */
static struct figure value_text(const struct arm *arm, double ns)
{
	return ns > 0 ? figure_time(arm, ns) : (struct figure){"<= 0"};
}

/* Of the value itself, where it can be in percent. */
static struct figure bound_text(const struct cost_line *line, int k)
{
	const struct interval *i = &line->interval[k];
	double value = line->value[k] > 0 ? line->value[k] : NAN;
	const struct change around = {1, {i->low / value, i->high / value}};

	return figure_plus_minus(&around);
}

static const char *arm_text(const struct comparison *c, size_t a)
{
	if (c->nr_arms == 2 && figure_look_alike(&c->arms[0], &c->arms[1], ARM_COLUMNS - 1))
		return a ? "new" : "base";
	return c->arms[a].name;
}

static void write_arm(struct page *p, const struct comparison *c, const char *name, size_t a,
		      const struct cost_line *line)
{
	const struct arm *arm = &c->arms[a];
	struct figure value[NR_COEFFICIENTS], bound[NR_COEFFICIENTS];
	int64_t size = c->rows[line->worst_row].cells[a].workload.number[WORKLOAD_SIZE];
	char size_text[24], worst[64];
	const char *cells[NR_COLUMNS] = {name, arm_text(c, a)};

	for (int k = 0; k < NR_COEFFICIENTS; k++) {
		value[k] = value_text(arm, line->value[k]);
		bound[k] = bound_text(line, k);
		cells[INTERCEPT_VALUE + 2 * k] = value[k].text;
		cells[INTERCEPT_BOUND + 2 * k] = bound[k].text;
	}
	snprintf(worst, sizeof(worst), "%s %s", figure_change(1 + line->worst).text,
		 format_size(size_text, sizeof(size_text), (uint64_t)size));
	cells[WORST] = worst;
	page_row(p, 0, cells);
}

static void write_change(struct page *p, const struct contrast *contrast,
			 const struct change *changes)
{
	struct figure value[NR_COEFFICIENTS], bound[NR_COEFFICIENTS];
	const char *cells[NR_COLUMNS] = {"", contrast->step ? "step" : "change"};

	if (!isfinite(changes[INTERCEPT].ratio) && !isfinite(changes[SLOPE].ratio))
		return;
	for (int k = 0; k < NR_COEFFICIENTS; k++) {
		value[k] = figure_change(changes[k].ratio);
		bound[k] = figure_plus_minus(&changes[k]);
		cells[INTERCEPT_VALUE + 2 * k] = value[k].text;
		cells[INTERCEPT_BOUND + 2 * k] = bound[k].text;
	}
	page_row(p, 0, cells);
}

static void write_curve(struct page *p, const struct comparison *c, const struct curve *curve)
{
	const char *name = curve->name;

	for (size_t a = 0; a < c->nr_arms; a++) {
		if (!curve->lines[a].nr_boots)
			continue;
		write_arm(p, c, name, a, &curve->lines[a]);
		name = "";
		for (size_t i = 0; i < c->nr_contrasts; i++)
			if (c->contrasts[i].here == a)
				write_change(p, &c->contrasts[i], curve->changes[i]);
	}
}

static size_t count_bent(const struct comparison *c, const struct curve *curve, size_t *lines)
{
	size_t nr = 0;

	*lines = 0;
	for (size_t a = 0; a < c->nr_arms; a++) {
		*lines += curve->lines[a].nr_boots > 0;
		nr += curve_is_bent(&curve->lines[a]);
	}
	return nr;
}

/* What is no line, before anyone takes its coefficients for costs. Arms are named if not all. */
static void write_bent(struct page *p, const struct comparison *c)
{
	_cleanup_json_ json_t *groups = json_object();

	for (size_t i = 0; i < c->nr_curves; i++) {
		const struct curve *curve = &c->curves[i];
		size_t lines, nr = count_bent(c, curve, &lines);

		if (nr == lines && nr)
			groups_add(p, groups, curve->name,
				   "not a straight line, off by over %g%%: intercept and slope are "
				   "no costs",
				   100 * CURVE_BENT);
		for (size_t a = 0; a < c->nr_arms && nr < lines; a++)
			if (curve_is_bent(&curve->lines[a]))
				groups_add(p, groups, curve->name,
					   "not a straight line in %s, off by over %g%%: intercept "
					   "and slope are no costs",
					   c->arms[a].name, 100 * CURVE_BENT);
	}
	groups_write(p, 1, groups, 4);
}

static void write_sizes(FILE *f, const struct comparison *c)
{
	size_t low = SIZE_MAX, high = 0;

	for (size_t i = 0; i < c->nr_curves; i++) {
		size_t nr = c->curves[i].nr_fitted;

		low = nr && nr < low ? nr : low;
		high = nr > high ? nr : high;
	}
	if (low < high)
		fprintf(f, "%zu to ", low);
	fprintf(f, "%zu sizes", high);
}

static void write_intervals(FILE *f, const struct comparison *c)
{
	bool intervals = false, single = false;

	for (size_t i = 0; i < c->nr_curves; i++)
		for (size_t a = 0; a < c->nr_arms; a++) {
			intervals |= c->curves[i].lines[a].nr_boots > 1;
			single |= c->curves[i].lines[a].nr_boots == 1;
		}
	if (intervals)
		fputs(" +-: farther bound of the 95% interval over boots, in percent.", f);
	if (single)
		fputs(" No interval (-) without a second boot.", f);
}

static void write_legend(struct page *p, const struct comparison *c)
{
	_cleanup_free_ char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f) {
		p->error = -ENOMEM;
		return;
	}
	write_sizes(f, c);
	fputs(", boot by boot.", f);
	write_intervals(f, c);
	fclose(f);
	page_line(p, 0,
		  "%s per call = intercept + slope x pages: least squares of relative errors over "
		  "%s worst: how far a size is off the line. Shown, not judged.",
		  counts_instructions(&c->arms[0]) ? "Instructions" : "Time", text);
}

void report_curves(struct page *p, const struct comparison *c)
{
	size_t nr = 0;

	for (size_t i = 0; i < c->nr_curves; i++)
		nr += is_fitted(&c->curves[i]);
	if (!nr)
		return;
	page_heading(p, "Cost curves");
	page_table(p, columns, NR_COLUMNS);
	for (size_t i = 0; i < c->nr_curves; i++)
		write_curve(p, c, &c->curves[i]);
	write_bent(p, c);
	write_legend(p, c);
}

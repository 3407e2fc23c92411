// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Cost curves of campaigns whose line is known, and of rows that are none. Intervals are worked out
 * from the boots' coefficients by scipy's quantile of t: 2.570582 for 5 degrees of freedom.
 */
#include "tests/synthetic/campaign.h"

#include "compare/curve.h"
#include "compare/verdict.h"
#include "compare/writers.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* cmocka 1.1.5 compares floats only. */
#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static const struct verdict_options defaults;

/* A curve alone: 4K to 16M, 900 ns a call and 17 ns a page. */
static struct campaign line_campaign(void)
{
	struct campaign campaign = campaign_default();

	campaign.nr_cases = 0;
	campaign.nr_sizes = 7;
	campaign.intercept = 900;
	campaign.slope = 17;
	return campaign;
}

static const struct curve *make(const struct campaign *campaign, struct comparison *c)
{
	assert_int_equal(campaign_make(campaign, c), 0);
	assert_int_equal(verdict_judge(c, &defaults), 0);
	assert_int_equal(c->nr_curves, 1);
	return &c->curves[0];
}

/* Of the row of that name. */
static struct row *row_of(struct comparison *c, const char *name)
{
	for (size_t r = 0; r < c->nr_rows; r++)
		if (!strcmp(c->rows[r].name, name))
			return &c->rows[r];
	fail_msg("no row %s", name);
	return NULL;
}

static void forget(struct cell *cell)
{
	cell->nr_samples = 0;
}

static void test_an_exact_line_comes_back(void **state)
{
	struct campaign campaign = line_campaign();
	const struct curve *curve;
	struct comparison c;

	(void)state;
	campaign.intercept_change = 0.05;
	campaign.slope_change = -0.2;
	curve = make(&campaign, &c);
	assert_string_equal(curve->name, "curve");
	assert_int_equal(curve->x, WORKLOAD_SIZE);
	assert_int_equal(curve->nr_fitted, 7);
	assert_int_equal(curve->lines[0].nr_boots, 6);
	assert_near(curve->lines[0].value[INTERCEPT], 900, 1e-7);
	assert_near(curve->lines[0].value[SLOPE], 17, 1e-9);
	assert_near(curve->lines[1].value[INTERCEPT], 945, 1e-7);
	assert_near(curve->lines[1].value[SLOPE], 13.6, 1e-9);
	assert_near(curve->lines[0].worst, 0, 1e-9);
	assert_false(curve_is_bent(&curve->lines[0]));
	assert_near(curve->changes[0][INTERCEPT].ratio, 1.05, 1e-9);
	assert_near(curve->changes[0][SLOPE].ratio, 0.8, 1e-9);
	comparison_free(&c);
}

/* 0.25 ns a page beside a call of 5 us: nothing of it is lost to rounding. */
static void test_a_gentle_slope_is_not_lost(void **state)
{
	struct campaign campaign = line_campaign();
	const struct curve *curve;
	struct comparison c;

	(void)state;
	campaign.intercept = 5000;
	campaign.slope = 0.25;
	curve = make(&campaign, &c);
	assert_near(curve->lines[0].value[SLOPE], 0.25, 1e-9);
	comparison_free(&c);
}

static void test_boots_are_the_units(void **state)
{
	struct campaign campaign = line_campaign();
	const struct cost_line *line;
	double logs[6], half;
	struct comparison c;

	(void)state;
	campaign.boot = 0.01;
	campaign.process = campaign.repetition = 0.005;
	campaign.slope_change = 0.1;
	line = &make(&campaign, &c)->lines[0];
	/* Of ten such campaigns one misses by as much as 2 %. */
	assert_near(line->value[INTERCEPT], 900, 18);
	assert_near(line->value[SLOPE], 17, 0.34);
	assert_true(line->worst != 0 && !curve_is_bent(line));
	for (int k = 0; k < NR_COEFFICIENTS; k++) {
		for (int i = 0; i < 6; i++)
			logs[i] = log(line->boots[k][i].median);
		half = 2.570582 * gsl_stats_sd(logs, 1, 6) / sqrt(6);
		assert_near(line->value[k], exp(gsl_stats_mean(logs, 1, 6)), 1e-9);
		assert_near(log(line->interval[k].high / line->value[k]), half, 1e-6);
		assert_near(log(line->value[k] / line->interval[k].low), half, 1e-6);
	}
	/* In blocks, like the rows. */
	for (int i = 0; i < 6; i++)
		logs[i] = log(c.curves[0].lines[1].boots[SLOPE][i].median /
			      line->boots[SLOPE][i].median);
	half = 2.570582 * gsl_stats_sd(logs, 1, 6) / sqrt(6);
	assert_near(log(c.curves[0].changes[0][SLOPE].interval.high /
			c.curves[0].changes[0][SLOPE].ratio),
		    half, 1e-6);
	assert_true(c.curves[0].changes[0][SLOPE].interval.low > 1);
	comparison_free(&c);
}

static void test_errors_are_relative(void **state)
{
	/* 1 + x / 2, but for 3 % at the largest, which must not move the intercept by more. */
	struct fit_point points[] = {{1, 1.5}, {4, 3},     {16, 9},
				     {64, 33}, {256, 129}, {1024, 528.39}};
	struct fit fit = fit_line(points, 6);

	(void)state;
	/* The normal equations, solved in fractions. */
	assert_near(fit.value[INTERCEPT], 0.992121443953, 1e-9);
	assert_near(fit.value[SLOPE], 0.503897047124, 1e-9);
	assert_near(fit.gain[INTERCEPT], 1.44229792153, 1e-9);
	assert_near(fit.gain[SLOPE], 0.521970231523, 1e-9);
	assert_near(fit_residual(&fit, &points[5]), 0.0215887929394, 1e-9);
}

static void test_one_boot_has_no_interval(void **state)
{
	struct campaign campaign = line_campaign();
	const struct curve *curve;
	struct comparison c;

	(void)state;
	campaign.blocks = 1;
	curve = make(&campaign, &c);
	assert_int_equal(curve->lines[0].nr_boots, 1);
	assert_near(curve->lines[0].value[SLOPE], 17, 1e-9);
	assert_true(isnan(curve->lines[0].interval[SLOPE].low));
	assert_near(curve->changes[0][SLOPE].ratio, 1, 1e-9);
	assert_true(isnan(curve->changes[0][SLOPE].interval.high));
	comparison_free(&c);
}

static void test_a_bent_curve_is_called_so(void **state)
{
	struct campaign campaign = line_campaign();
	const struct curve *curve;
	struct comparison c;

	(void)state;
	campaign.bend = 0.5;
	curve = make(&campaign, &c);
	assert_true(curve_is_bent(&curve->lines[0]));
	/* The first size of those that the bend lifts; worked out with the normal equations. */
	assert_string_equal(c.rows[curve->lines[0].worst_row].name, "curve/256K");
	assert_near(curve->lines[0].worst, 0.1664, 1e-4);
	comparison_free(&c);
	campaign.bend = 0.02;
	curve = make(&campaign, &c);
	assert_false(curve_is_bent(&curve->lines[0]));
	comparison_free(&c);
}

static void test_three_sizes_are_no_line(void **state)
{
	struct campaign campaign = line_campaign();
	const struct curve *curve;
	struct comparison c;

	(void)state;
	campaign.nr_sizes = 3;
	curve = make(&campaign, &c);
	assert_int_equal(curve->nr_rows, 3);
	assert_int_equal(curve->nr_fitted, 0);
	assert_int_equal(curve->lines[0].nr_boots, 0);
	assert_true(isnan(curve->changes[0][SLOPE].ratio));
	comparison_free(&c);
	campaign.nr_sizes = 1;
	assert_int_equal(campaign_make(&campaign, &c), 0);
	assert_int_equal(verdict_judge(&c, &defaults), 0);
	assert_int_equal(c.nr_curves, 0);
	comparison_free(&c);
}

/* A bent curve, so that another choice of sizes is another line. */
static void test_arms_are_fitted_over_the_same_sizes(void **state)
{
	struct campaign campaign = line_campaign();
	const struct curve *curve;
	struct comparison c;

	(void)state;
	campaign.bend = 0.5;
	assert_int_equal(campaign_make(&campaign, &c), 0);
	forget(&row_of(&c, "curve/16384K")->cells[1]);
	forget(&row_of(&c, "curve/64K")->cells[1]);
	assert_int_equal(verdict_judge(&c, &defaults), 0);
	curve = &c.curves[0];
	assert_int_equal(curve->nr_rows, 7);
	assert_int_equal(curve->nr_fitted, 5);
	assert_near(curve->lines[0].value[SLOPE], curve->lines[1].value[SLOPE], 1e-9);
	assert_near(curve->changes[0][SLOPE].ratio, 1, 1e-9);
	comparison_free(&c);
}

static void test_an_arm_with_few_sizes_has_no_line(void **state)
{
	struct campaign campaign = line_campaign();
	struct comparison c;

	(void)state;
	assert_int_equal(campaign_make(&campaign, &c), 0);
	for (size_t r = 3; r < 7; r++)
		forget(&c.rows[r].cells[1]);
	assert_int_equal(verdict_judge(&c, &defaults), 0);
	assert_int_equal(c.curves[0].nr_fitted, 7);
	assert_int_equal(c.curves[0].lines[0].nr_boots, 6);
	assert_int_equal(c.curves[0].lines[1].nr_boots, 0);
	assert_true(isnan(c.curves[0].changes[0][SLOPE].ratio));
	comparison_free(&c);
}

static void test_a_boot_without_a_size_has_no_line(void **state)
{
	struct campaign campaign = line_campaign();
	struct comparison c;
	struct cell *cell;

	(void)state;
	assert_int_equal(campaign_make(&campaign, &c), 0);
	/* Samples stand in the order of the boots: the last boot's go. */
	cell = &row_of(&c, "curve/64K")->cells[0];
	cell->nr_samples -= campaign.processes * campaign.repetitions;
	assert_int_equal(verdict_judge(&c, &defaults), 0);
	assert_int_equal(c.curves[0].lines[0].nr_boots, 5);
	assert_int_equal(c.curves[0].lines[1].nr_boots, 6);
	assert_near(c.curves[0].lines[0].value[SLOPE], 17, 1e-9);
	comparison_free(&c);
}

/* Two boots suffice; what the fit does to errors is in the interval. */
static void test_instructions(void **state)
{
	struct campaign campaign = line_campaign();
	const struct curve *curve;
	struct comparison c;
	double half, gain;

	(void)state;
	campaign.clock = "instructions";
	campaign.blocks = 2;
	campaign.intercept = 100;
	campaign.slope = 160;
	curve = make(&campaign, &c);
	gain = curve->lines[0].gain[INTERCEPT];
	assert_true(gain > 2);
	/* 0.1 % between boots, two per arm; 1.959964 of the normal distribution. */
	half = 1.959964 * 0.001 * gain;
	assert_near(log(curve->changes[0][INTERCEPT].interval.high), half, 1e-8);
	/* What a boot's times have in common does not average out. */
	assert_true(curve->lines[0].gain[SLOPE] < 1);
	assert_near(log(curve->changes[0][SLOPE].interval.high), 1.959964 * 0.001, 1e-8);
	comparison_free(&c);
}

static void test_no_change_across_workloads(void **state)
{
	struct campaign campaign = line_campaign();
	const struct curve *curve;
	struct comparison c;

	(void)state;
	/* Base pages of 16K: another number of pages, and no comparison. */
	assert_int_equal(campaign_make(&campaign, &c), 0);
	for (size_t r = 0; r < c.nr_rows; r++) {
		int64_t *n = c.rows[r].cells[1].workload.number;

		n[WORKLOAD_BASE_PAGE] = 16384;
		n[WORKLOAD_PAGES_PER_CALL] = n[WORKLOAD_PAGES] *= 4;
	}
	assert_int_equal(verdict_judge(&c, &defaults), 0);
	curve = &c.curves[0];
	assert_near(curve->lines[0].value[SLOPE], 17, 1e-9);
	assert_near(curve->lines[1].value[SLOPE], 4.25, 1e-9);
	assert_true(isnan(curve->changes[0][SLOPE].ratio));
	comparison_free(&c);
}

static void test_a_line_from_below_nothing_has_no_change(void **state)
{
	struct campaign campaign = line_campaign();
	const struct curve *curve;
	struct comparison c;

	(void)state;
	campaign.intercept = -15;
	curve = make(&campaign, &c);
	assert_near(curve->lines[0].value[INTERCEPT], -15, 1e-7);
	assert_near(curve->lines[0].interval[INTERCEPT].low, -15, 1e-7);
	assert_true(isnan(curve->changes[0][INTERCEPT].ratio));
	assert_near(curve->changes[0][SLOPE].ratio, 1, 1e-9);
	comparison_free(&c);
}

/* Four sizes under other names, with another value each. */
static void find(struct comparison *c, const char *const names[4], enum workload_number other,
		 const int64_t values[4])
{
	struct campaign campaign = line_campaign();

	campaign.nr_sizes = 4;
	assert_int_equal(campaign_make(&campaign, c), 0);
	for (size_t r = 0; r < 4; r++) {
		free(c->rows[r].name);
		c->rows[r].name = strdup(names[r]);
		for (size_t a = 0; a < 2; a++)
			c->rows[r].cells[a].workload.number[other] = values[r];
	}
	comparison_sort(c);
	assert_int_equal(verdict_judge(c, &defaults), 0);
}

static void test_what_is_a_curve(void **state)
{
	static const int64_t folio[4] = {4096, 4096, 4096, 4096},
			     two[4] = {4096, 4096, 65536, 65536};
	static const char *const good[4] = {"x/tw4k", "x/tw16k", "x/tw64k", "x/tw256k"};
	static const char *const other[4] = {"x/4K", "x/16K", "x/64K", "x/257K"};
	static const char *const no_variants[4] = {"x_4K", "x_16K", "x_64K", "x_256K"};
	static const char *const marked[4] = {"x/4K_pmd", "x/16K_pmd", "x/64K_pmd", "x/256K_pmd"};
	static const char *const apart[4] = {"x/4K", "x/16K", "y/64K", "y/256K"};
	struct comparison c;

	(void)state;
	find(&c, good, WORKLOAD_FOLIO, folio);
	assert_int_equal(c.nr_curves, 1);
	assert_string_equal(c.curves[0].name, "x/tw");
	assert_int_equal(c.curves[0].nr_fitted, 4);
	comparison_free(&c);
	/* A name that does not say what was run. */
	find(&c, other, WORKLOAD_FOLIO, folio);
	assert_int_equal(c.curves[0].nr_rows, 3);
	comparison_free(&c);
	find(&c, no_variants, WORKLOAD_FOLIO, folio);
	assert_int_equal(c.nr_curves, 0);
	comparison_free(&c);
	find(&c, marked, WORKLOAD_FOLIO, folio);
	assert_int_equal(c.nr_curves, 0);
	comparison_free(&c);
	find(&c, apart, WORKLOAD_FOLIO, folio);
	assert_int_equal(c.nr_curves, 2);
	assert_string_equal(c.curves[1].name, "y");
	comparison_free(&c);
	/* Other folios are another curve, whatever the names. */
	find(&c, good, WORKLOAD_FOLIO, two);
	assert_int_equal(c.nr_curves, 2);
	comparison_free(&c);
}

static void test_pages_of_another_state_are_apart(void **state)
{
	struct campaign campaign = line_campaign();
	struct comparison c;

	(void)state;
	assert_int_equal(campaign_make(&campaign, &c), 0);
	for (size_t a = 0; a < c.nr_arms; a++)
		strcpy(row_of(&c, c.rows[3].name)->cells[a].workload.page_state, "forked");
	assert_int_equal(verdict_judge(&c, &defaults), 0);
	assert_int_equal(c.nr_curves, 1);
	assert_int_equal(c.curves[0].nr_rows, 6);
	comparison_free(&c);
}

/* The first arm is another program's and the second a mail's, which lacks a size and the folios. */
static void test_arms_that_state_less(void **state)
{
	struct campaign campaign = line_campaign();
	struct comparison c;

	(void)state;
	campaign.nr_arms = 3;
	assert_int_equal(campaign_make(&campaign, &c), 0);
	for (size_t r = 0; r < c.nr_rows; r++) {
		for (int i = 0; i < NR_WORKLOAD_NUMBERS; i++)
			c.rows[r].cells[0].workload.number[i] = -1;
		c.rows[r].cells[1].workload.number[WORKLOAD_FOLIO] = -1;
	}
	forget(&row_of(&c, "curve/64K")->cells[1]);
	assert_int_equal(verdict_judge(&c, &defaults), 0);
	assert_int_equal(c.nr_curves, 1);
	assert_int_equal(c.curves[0].nr_rows, 7);
	assert_int_equal(c.curves[0].nr_fitted, 6);
	assert_int_equal(c.curves[0].lines[0].nr_boots, 0);
	assert_near(c.curves[0].lines[1].value[SLOPE], 17, 1e-9);
	assert_near(c.curves[0].lines[2].value[SLOPE], 17, 1e-9);
	comparison_free(&c);
}

/* Calls of one page, whatever the region: there is nothing to divide by. */
static void test_pages_that_do_not_vary_are_no_line(void **state)
{
	static const char *const names[4] = {"x/4K", "x/16K", "x/64K", "x/256K"};
	static const int64_t one[4] = {1, 1, 1, 1};
	struct comparison c;

	(void)state;
	find(&c, names, WORKLOAD_PAGES_PER_CALL, one);
	assert_int_equal(c.nr_curves, 1);
	assert_int_equal(c.curves[0].nr_fitted, 0);
	comparison_free(&c);
}

static char *written(const struct comparison *c, const struct writer *writer)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	assert_non_null(f);
	assert_int_equal(writer->write(f, c), 0);
	fclose(f);
	return text;
}

/* One size, folios of all sizes up to it: the ladder of orders, in the CSV and not fitted. */
static void test_orders_are_plotted_and_not_fitted(void **state)
{
	static const char *const names[4] = {"ladder/4K", "ladder/16K", "ladder/64K",
					     "ladder/256K"};
	_cleanup_free_ char *text = NULL;
	struct campaign campaign = line_campaign();
	struct comparison c;

	(void)state;
	campaign.nr_sizes = 4;
	campaign.intercept = 0.5;
	campaign.slope = 0.1;
	campaign.blocks = 1;
	assert_int_equal(campaign_make(&campaign, &c), 0);
	for (size_t r = 0; r < 4; r++) {
		free(c.rows[r].name);
		c.rows[r].name = strdup(names[r]);
		for (size_t a = 0; a < 2; a++) {
			int64_t *n = c.rows[r].cells[a].workload.number;

			n[WORKLOAD_FOLIO] = 4096 << (2 * r);
			n[WORKLOAD_FOLIO_ORDER] = 2 * (int64_t)r;
			n[WORKLOAD_SIZE] = 256 << 10;
			n[WORKLOAD_PAGES] = n[WORKLOAD_PAGES_PER_CALL] = 64;
		}
	}
	assert_int_equal(verdict_judge(&c, &defaults), 0);
	assert_int_equal(c.nr_curves, 1);
	assert_int_equal(c.curves[0].x, WORKLOAD_FOLIO);
	assert_int_equal(c.curves[0].nr_rows, 4);
	assert_int_equal(c.curves[0].nr_fitted, 0);
	text = written(&c, &curves_writer);
	assert_non_null(strstr(text, "\r\nladder,base,ladder/16K,folio_bytes,16384,64,call,0.9,"));
	assert_non_null(strstr(text, ",1,,,,ns,wall\r\nladder,base,ladder/64K,"));
	comparison_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_an_exact_line_comes_back),
		cmocka_unit_test(test_a_gentle_slope_is_not_lost),
		cmocka_unit_test(test_boots_are_the_units),
		cmocka_unit_test(test_errors_are_relative),
		cmocka_unit_test(test_one_boot_has_no_interval),
		cmocka_unit_test(test_a_bent_curve_is_called_so),
		cmocka_unit_test(test_three_sizes_are_no_line),
		cmocka_unit_test(test_arms_are_fitted_over_the_same_sizes),
		cmocka_unit_test(test_an_arm_with_few_sizes_has_no_line),
		cmocka_unit_test(test_a_boot_without_a_size_has_no_line),
		cmocka_unit_test(test_instructions),
		cmocka_unit_test(test_no_change_across_workloads),
		cmocka_unit_test(test_a_line_from_below_nothing_has_no_change),
		cmocka_unit_test(test_what_is_a_curve),
		cmocka_unit_test(test_pages_of_another_state_are_apart),
		cmocka_unit_test(test_arms_that_state_less),
		cmocka_unit_test(test_pages_that_do_not_vary_are_no_line),
		cmocka_unit_test(test_orders_are_plotted_and_not_fitted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Plans against brute force: numbers of blocks by scipy's non-central t, or by 400,000 simulated
 * campaigns where variances are moderated or a threshold counts; may be one off, since plan.h
 * averages over few values. And against compare itself, on synthetic campaigns of the planned size.
 */
#include "tests/synthetic/tally.h"

#include "compare/plan.h"
#include "compare/threshold.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* cmocka 1.1.5 compares floats only. */
#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

#define MAX_CASES 40

/* Blocks for the first case, with @others more that have @rest, all in one family. */
static size_t blocks_beyond(double threshold, struct components first, size_t others,
			    struct components rest, size_t p, size_t r, double effect,
			    double prior_df, bool instructions)
{
	struct plan_case cases[MAX_CASES] = {{.noise = first}};
	const struct plan plan = {
		.cases = cases,
		.nr_cases = 1 + others,
		.nr_gated = 1 + others,
		.effect = log1p(effect),
		.threshold = log1p(threshold),
		.prior_df = prior_df,
		.instructions = instructions,
		.min_blocks = instructions ? 2 : 5,
	};
	const struct plan_design design = {0, p, r};
	size_t needed[MAX_CASES];

	for (size_t i = 1; i <= others; i++)
		cases[i].noise = rest;
	assert_int_equal(plan_blocks(&plan, &design, needed), 0);
	return needed[0];
}

/* To be significant, no more. */
static size_t blocks(struct components first, size_t others, struct components rest, size_t p,
		     size_t r, double effect, double prior_df, bool instructions)
{
	return blocks_beyond(0, first, others, rest, p, r, effect, prior_df, instructions);
}

static void test_blocks(void **state)
{
	static const struct {
		struct components noise;
		size_t p, r;
		double effect;
		size_t alone, of_eight;
	} table[] = {
		{{.01, .004, .005}, 3, 9, .02, 7, 11},  {{.01, .004, .005}, 3, 9, .03, 5, 7},
		{{.02, .004, .005}, 3, 9, .03, 10, 16}, {{.005, .02, .01}, 1, 3, .03, 11, 18},
		{{.005, .02, .01}, 9, 3, .03, 5, 7},    {{.002, .001, .001}, 3, 9, .03, 5, 5},
		{{.05, 0, 0}, 1, 3, .03, 47, 77},       {{.01, .02, .03}, 2, 5, .05, 6, 9},
		{{.01, NAN, .005}, 3, 9, .03, 5, 7},    {{NAN, .004, .005}, 3, 9, .03, 5, 5},
		{{.2, NAN, NAN}, 1, 3, .03, 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		struct components c = table[i].noise;
		size_t p = table[i].p, r = table[i].r;
		double effect = table[i].effect;

		assert_near((double)blocks(c, 0, c, p, r, effect, 0, false), (double)table[i].alone,
			    1);
		assert_near((double)blocks(c, 7, c, p, r, effect, 0, false),
			    (double)table[i].of_eight, 1);
	}
}

/* Of 40 cases; a standard deviation of a boot, where the table has that of a difference. */
static void test_moderated_blocks(void **state)
{
	static const struct {
		double prior_df, first, rest, effect;
		size_t blocks;
	} table[] = {
		{INFINITY, .015, .015, .02, 10},
		{INFINITY, .015, .015, .03, 5},
		{INFINITY, .025, .025, .03, 12},
		{INFINITY, .025, .025, .05, 5},
		{4, .02, .02, .03, 11},
		{4, .03, .015, .03, 20},
		{4, .01, .03, .03, 8},
		{4, .01, .02, .02, 10},
		{10, .02, .02, .03, 10},
		{10, .03, .015, .03, 16},
		{10, .01, .03, .03, 10},
		{10, .01, .02, .02, 11},
		/* Here the own interval is what is missed. */
		{INFINITY, .04, .01, .05, 8},
		{INFINITY, .03, .01, .05, 6},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		struct components first = {table[i].first / M_SQRT2, 0, 0};
		struct components rest = {table[i].rest / M_SQRT2, 0, 0};

		assert_near((double)blocks(first, 39, rest, 3, 9, table[i].effect,
					   table[i].prior_df, false),
			    (double)table[i].blocks, 1);
	}
}

/* REGRESSION by a threshold of 3 %; standard deviations are of a boot. */
static void test_blocks_beyond_the_threshold(void **state)
{
	static const struct {
		double boot, effect;
		size_t alone, of_eight;
	} table[] = {
		{.01, .035, 6, 8}, {.01, .04, 5, 6},   {.01, .05, 5, 5},  {.02, .035, 25, 25},
		{.02, .04, 8, 12}, {.02, .05, 5, 9},   {.03, .05, 9, 14}, {.05, .05, 19, 31},
		{.05, .10, 7, 11}, {.005, .035, 5, 5}, {.1, .05, 69, 0},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		struct components c = {table[i].boot, 0, 0};
		double effect = table[i].effect;

		assert_near((double)blocks_beyond(.03, c, 0, c, 3, 9, effect, 0, false),
			    (double)table[i].alone, 1);
		assert_near((double)blocks_beyond(.03, c, 7, c, 3, 9, effect, 0, false),
			    (double)table[i].of_eight, 1);
	}
}

/* Of 40 cases; standard deviations are of a difference. */
static void test_moderated_blocks_beyond_the_threshold(void **state)
{
	static const struct {
		double prior_df, first, rest, effect;
		size_t blocks;
	} table[] = {
		{INFINITY, .015, .015, .04, 5}, {INFINITY, .025, .025, .04, 8},
		{INFINITY, .025, .025, .05, 5}, {4, .02, .02, .05, 6},
		{4, .03, .015, .05, 9},         {4, .03, .015, .04, 13},
		{4, .01, .03, .05, 5},          {10, .02, .02, .04, 6},
		{10, .01, .03, .04, 7},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		struct components first = {table[i].first / M_SQRT2, 0, 0};
		struct components rest = {table[i].rest / M_SQRT2, 0, 0};

		assert_near((double)blocks_beyond(.03, first, 39, rest, 3, 9, table[i].effect,
						  table[i].prior_df, false),
			    (double)table[i].blocks, 1);
	}
}

/* No number of blocks makes a REGRESSION of it in more than half of the campaigns. */
static void test_an_effect_up_to_the_threshold_is_to_be_significant(void **state)
{
	const struct components c = {.01, .004, .005};

	(void)state;
	assert_int_equal(blocks_beyond(.03, c, 7, c, 3, 9, .03, 0, false),
			 blocks(c, 7, c, 3, 9, .03, 0, false));
	assert_int_equal(blocks_beyond(.03, c, 7, c, 3, 9, .02, 0, false),
			 blocks(c, 7, c, 3, 9, .02, 0, false));
	/* 2 s^2 (z(.8) / ln(1.0301 / 1.03))^2 is more than 15,000. */
	assert_int_equal(blocks_beyond(.03, c, 7, c, 3, 9, .0301, 0, false), 0);
}

/*
 * 2 s^2 ((z(.05 / 16) + z(.8)) / ln(1 + effect))^2, which is 0.25, 6.4 and 4.1; at least 2. With a
 * threshold of 1 %, 2 s^2 (z(.8) / ln(1.012 / 1.01))^2 is 5.8.
 */
static void test_instruction_clock(void **state)
{
	const struct components quiet = {.0001, 0, 0}, loud = {.004, 0, 0};

	(void)state;
	assert_int_equal(blocks(quiet, 7, quiet, 1, 3, .01, 0, true), 2);
	assert_int_equal(blocks(quiet, 7, quiet, 1, 3, .002, 0, true), 7);
	assert_int_equal(blocks(loud, 7, loud, 1, 3, .01, 0, true), 5);
	assert_int_equal(blocks_beyond(.01, loud, 7, loud, 1, 3, .012, 0, true), 6);
}

static const struct plan_case three[] = {
	{"a", false, {.004, .02, .03}, 2e8, 5e7},
	{"b", false, {.008, .004, .05}, 4e8, 2e7},
	{"c", false, {.01, .01, .01}, 1e8, 1e8},
	{"control", true, {.3, .3, .3}, 0, 0},
};

static const struct plan plan_of_three = {
	.cases = three,
	.nr_cases = 4,
	.nr_gated = 3,
	.effect = 0.0295588022415444, /* ln(1.03) */
	.min_blocks = 5,
};

static void assert_cheapest(size_t found, enum plan_thrift thrift, struct plan_design wanted,
			    double seconds)
{
	struct plan_design best;

	assert_int_equal(plan_cheapest(&plan_of_three, found, thrift, &best), 1);
	assert_int_equal(best.blocks, wanted.blocks);
	assert_int_equal(best.processes, wanted.processes);
	assert_int_equal(best.repetitions, wanted.repetitions);
	assert_near(plan_time_ns(&plan_of_three, &best), seconds * 1e9, 1);
}

/* The same grid, searched with scipy's non-central t. */
static void test_cheapest(void **state)
{
	struct plan hopeless = plan_of_three;
	struct plan_design best;

	(void)state;
	assert_cheapest(2, PLAN_LEAST_TIME, (struct plan_design){20, 1, 4}, 62);
	assert_cheapest(3, PLAN_LEAST_TIME, (struct plan_design){18, 1, 6}, 68.04);
	assert_cheapest(2, PLAN_FEW_BLOCKS, (struct plan_design){6, 8, 6}, 181.44);
	assert_cheapest(3, PLAN_FEW_BLOCKS, (struct plan_design){6, 6, 14}, 234);
	hopeless.effect = 0.001;
	best.repetitions = 3;
	assert_int_equal(plan_cheapest(&hopeless, 1, PLAN_LEAST_TIME, &best), 0);
	assert_int_equal(best.repetitions, 3);
}

/* Campaigns of the planned size find what they were planned for as often as planned. */
static void assert_found(struct campaign *campaign, double effect, double prior_df)
{
	const struct components noise = {campaign->boot, campaign->process, campaign->repetition};
	double effects[2 * MAX_CASES] = {[1] = log1p(effect)};
	struct tally t;

	campaign->blocks =
		blocks_beyond(DEFAULT_THRESHOLD, noise, campaign->nr_cases - 1, noise,
			      campaign->processes, campaign->repetitions, effect, prior_df, false);
	campaign->effects = effects;
	assert_int_equal(tally_run(campaign, 400, false, &t), 0);
	/* A standard error of 2 %; whole blocks are more than need be. */
	assert_in_range(1000 * tally_rate(&t, t.detected), 740, 910);
}

static void test_planned_campaigns_find_it(void **state)
{
	struct campaign campaign = campaign_default();

	(void)state;
	campaign.boot = 0.02;
	campaign.process = 0.01;
	campaign.repetition = 0.02;
	campaign.drift = 0.01;
	campaign.repetitions = 5;
	assert_found(&campaign, 0.06, 0);
	/* Significant with half as many. */
	assert_found(&campaign, 0.036, 0);
	campaign.nr_cases = MAX_CASES;
	assert_found(&campaign, 0.05, INFINITY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_blocks),
		cmocka_unit_test(test_moderated_blocks),
		cmocka_unit_test(test_blocks_beyond_the_threshold),
		cmocka_unit_test(test_moderated_blocks_beyond_the_threshold),
		cmocka_unit_test(test_an_effect_up_to_the_threshold_is_to_be_significant),
		cmocka_unit_test(test_instruction_clock),
		cmocka_unit_test(test_cheapest),
		cmocka_unit_test(test_planned_campaigns_find_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

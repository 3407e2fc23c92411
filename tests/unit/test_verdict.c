// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Ratios, intervals and p values are scipy's, of the same six differences (stats.t); which verdict
 * they lead to follows from compare/verdict.h.
 */
#include "compare/adjust.h"

#include "judged.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void test_each_verdict(void **state)
{
	static const struct {
		const char *name;
		const double *d;
		enum verdict verdict;
	} cases[] = {
		{"a", slower, VERDICT_REGRESSION},  {"b", bit_slower, VERDICT_SMALL_CHANGE},
		{"c", same, VERDICT_EQUIVALENT},    {"d", noisy, VERDICT_INCONCLUSIVE},
		{"e", faster, VERDICT_IMPROVEMENT}, {"f", not_slower, VERDICT_EQUIVALENT},
	};
	struct comparison c;

	(void)state;
	arms_make(&c, 2, 6, true, "wall");
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		arms_put_pairs(&c, arms_row(&c, cases[i].name), cases[i].d, 6);
	judge(&c, &defaults);
	assert_int_equal(c.contrasts[0].method, METHOD_PAIRED);
	assert_int_equal(c.contrasts[0].nr_gated, 6);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_string_equal(verdict_name(judged(&c, i)->verdict),
				    verdict_name(cases[i].verdict));
	assert_int_equal(verdict_exit_status(&c), 1);
	comparison_free(&c);
}

static void test_figures(void **state)
{
	const struct judgement *j;
	struct comparison c;

	(void)state;
	arms_make(&c, 2, 6, true, "wall");
	arms_put_pairs(&c, arms_row(&c, "a"), slower, 6);
	arms_put_pairs(&c, arms_row(&c, "d"), noisy, 6);
	judge(&c, &defaults);
	j = judged(&c, 0);
	assert_int_equal(j->nr_units, 6);
	assert_near(j->change.ratio, 1.051271096, 1e-9);
	assert_near(j->change.interval.low, 1.043498875, 1e-9);
	assert_near(j->change.interval.high, 1.059101207, 1e-9);
	assert_near(j->interval_90.low, 1.045173663, 1e-9);
	assert_near(j->interval_90.high, 1.057404101, 1e-9);
	assert_near(j->p, 1.17521e-5, 1e-10);
	assert_near(j->p_adjusted, 2 * 1.17521e-5, 2e-10); /* Holm, the smaller of two */
	assert_near(j->p_sign_flip, 2. / 64, 1e-12);
	assert_near(j->sign_interval.low, exp(.04), 1e-9);
	assert_near(j->sign_interval.high, exp(.06), 1e-9);
	assert_near(j->detectable, 0.008507422, 1e-9);
	assert_false(j->fragile);
	j = judged(&c, 1);
	assert_near(j->p_adjusted, 0.564614, 1e-6);
	assert_near(j->detectable, 0.040471854, 1e-9);
	/* (t.95 + t.80) .034303 / sqrt(k) at most ln 1.03: 10 is .02872, 9 is .03143 (scipy) */
	assert_int_equal(j->boots_needed, 10);
	comparison_free(&c);
}

/* 90 %: 0.9786 to 0.9981. With T = 1 % the upper bound is inside and the lower is not. */
static void test_no_regression_is_one_sided(void **state)
{
	struct comparison c;

	(void)state;
	arms_make(&c, 2, 6, true, "wall");
	arms_put_pairs(&c, arms_row(&c, "f"), not_slower, 6);
	c.rows[0].threshold = 0.01;
	judge(&c, &defaults);
	assert_int_equal(judged(&c, 0)->verdict, VERDICT_NO_REGRESSION);
	assert_int_equal(verdict_exit_status(&c), 0);
	comparison_free(&c);
}

/* Significant, 5.1 % with T = 5.2 %: below T, but up to 5.7 % is not excluded. */
static void test_a_change_that_may_reach_the_threshold_is_no_pass(void **state)
{
	struct comparison c;

	(void)state;
	arms_make(&c, 2, 6, true, "wall");
	arms_put_pairs(&c, arms_row(&c, "a"), slower, 6);
	c.rows[0].threshold = 0.052;
	judge(&c, &defaults);
	assert_int_equal(judged(&c, 0)->verdict, VERDICT_INCONCLUSIVE);
	assert_int_equal(verdict_exit_status(&c), 2);
	comparison_free(&c);
}

static void test_drift_cancels_in_blocks_only(void **state)
{
	struct comparison c;

	(void)state;
	for (int blocks = 0; blocks < 2; blocks++) {
		arms_make(&c, 2, 6, blocks, "wall");
		arms_put_pairs(&c, arms_row(&c, "a"), slower, 6);
		judge(&c, &defaults);
		assert_int_equal(c.contrasts[0].method, blocks ? METHOD_PAIRED : METHOD_WELCH);
		/* Unpaired, the drift of 5 % adds to the boots' spread. */
		assert_near(judged(&c, 0)->p, blocks ? 1.17521e-5 : 1.333143e-3, 1e-8);
		/* The base drifts by 3 % from its first three boots to its last, p 0.021. */
		assert_int_equal(judged(&c, 0)->verdict,
				 blocks ? VERDICT_REGRESSION : VERDICT_UNSTABLE);
		comparison_free(&c);
	}
}

/* Two campaigns' block numbers say nothing of each other. Guests that count run side by side. */
static void test_blocks_that_lie_apart(void **state)
{
	static const char *const clocks[] = {"wall", "instructions"};
	struct comparison c;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		arms_make(&c, 2, 6, true, clocks[i]);
		arms_put_pairs(&c, arms_row(&c, "a"), slower, 6);
		for (size_t b = 0; b < 6; b++)
			c.arms[1].boots[b].start += 86400 * 100;
		judge(&c, &defaults);
		assert_int_equal(c.contrasts[0].method, i ? METHOD_INSTRUCTIONS : METHOD_WELCH);
		/* Those boots differ by more than the clock's own spread. */
		assert_int_equal(judged(&c, 0)->method, i ? METHOD_PAIRED : METHOD_WELCH);
		comparison_free(&c);
	}
}

static void test_few_boots_are_not_judged(void **state)
{
	struct comparison c;

	(void)state;
	for (uint32_t boots = 1; boots <= 5; boots++) {
		arms_make(&c, 2, boots, true, "wall");
		arms_put_pairs(&c, arms_row(&c, "a"), slower, boots);
		judge(&c, &defaults);
		assert_int_equal(judged(&c, 0)->verdict,
				 boots < 5 ? VERDICT_INCONCLUSIVE : VERDICT_REGRESSION);
		assert_true(judged(&c, 0)->change.ratio > 1.04);
		assert_int_equal(isnan(judged(&c, 0)->change.interval.low), boots == 1);
		comparison_free(&c);
	}
}

/* All but one agree, and that one pulls the mean's error up: t says no, signs say yes. */
static void test_fragile(void **state)
{
	static const double outlier[] = {.004, .005, .006, .005, .004, .2};
	struct comparison c;

	(void)state;
	arms_make(&c, 2, 6, true, "wall");
	arms_put_pairs(&c, arms_row(&c, "a"), outlier, 6);
	judge(&c, &defaults);
	assert_true(judged(&c, 0)->p > 0.05);
	assert_near(judged(&c, 0)->p_sign_flip, 2. / 64, 1e-12);
	assert_true(judged(&c, 0)->fragile);
	comparison_free(&c);
}

static void test_steps(void **state)
{
	static const struct verdict_options step = {.step = true};
	struct comparison c;

	(void)state;
	arms_make(&c, 3, 6, true, "wall");
	arms_put_pairs(&c, arms_row(&c, "a"), slower, 6);
	for (uint32_t i = 0; i < 6; i++)
		arms_put(&c, 0, 2, i, c.rows[0].cells[1].samples[i].iteration_ns * exp(same[i]));
	judge(&c, &step);
	assert_int_equal(c.nr_contrasts, 3);
	assert_true(c.contrasts[2].step);
	assert_int_equal(c.contrasts[2].base, 1);
	assert_int_equal(c.contrasts[1].judgements[0].verdict, VERDICT_REGRESSION);
	assert_int_equal(c.contrasts[2].judgements[0].verdict, VERDICT_EQUIVALENT);
	comparison_free(&c);
}

/* Of 40 cases one differs: alone its p is 0.0075, too much by Holm, and the others help. */
static void test_moderation(void **state)
{
	static const double fair[] = {.05, .01, .07, .09, .03, .05};
	struct comparison c;
	char name[16];

	(void)state;
	for (size_t nr = MODERATE_FROM - 1; nr <= 40; nr += 40 - MODERATE_FROM + 1) {
		arms_make(&c, 2, 6, true, "wall");
		for (size_t r = 0; r < nr; r++) {
			double d[6];

			snprintf(name, sizeof(name), "r%zu", r);
			for (size_t i = 0; i < 6; i++)
				d[i] = noisy[(i + r) % 6] * .3;
			arms_put_pairs(&c, arms_row(&c, name), r ? d : fair, 6);
		}
		judge(&c, &defaults);
		assert_int_equal(judged(&c, 0)->verdict,
				 nr < MODERATE_FROM ? VERDICT_INCONCLUSIVE : VERDICT_REGRESSION);
		assert_int_equal(c.contrasts[0].prior_df > 0, nr >= MODERATE_FROM);
		comparison_free(&c);
	}
}

/* A case that failed to run in some blocks has fewer pairs, and one in two blocks of six too few.
 */
static void test_missing_blocks(void **state)
{
	struct comparison c;

	(void)state;
	arms_make(&c, 2, 6, true, "wall");
	arms_put_pairs(&c, arms_row(&c, "a"), slower, 6);
	arms_put_pairs(&c, arms_row(&c, "b"), slower, 5);
	arms_row(&c, "c");
	for (uint32_t i = 0; i < 6; i++)
		arms_put(&c, 2, 0, i, 1000);
	arms_put(&c, 2, 1, 4, 1050);
	judge(&c, &defaults);
	assert_int_equal(judged(&c, 0)->nr_units, 6);
	assert_int_equal(judged(&c, 1)->nr_units, 5);
	assert_int_equal(judged(&c, 1)->verdict, VERDICT_REGRESSION);
	assert_int_equal(judged(&c, 2)->verdict, VERDICT_INCONCLUSIVE);
	assert_near(judged(&c, 2)->change.ratio, 1.05, 1e-9);
	comparison_free(&c);
}

static void test_directions(void **state)
{
	struct comparison c;

	(void)state;
	arms_make(&c, 2, 6, true, "wall");
	arms_put_pairs(&c, arms_row(&c, "a"), slower, 6);
	for (size_t a = 0; a < 2; a++) {
		struct workload *w = &c.rows[0].cells[a].workload;

		w->nr_directions = 2;
		strcpy(w->directions[0], "r");
		strcpy(w->directions[1], "rw");
	}
	for (size_t i = 0; i < 6; i++)
		c.rows[0].cells[1].samples[i].direction_ns[1] *= 2;
	judge(&c, &defaults);
	assert_near(judged(&c, 0)->directions[0].ratio, 1.051271096, 1e-9);
	assert_near(judged(&c, 0)->directions[1].ratio, 2 * 1.051271096, 1e-8);
	assert_near(judged(&c, 0)->directions[1].interval.low, 2 * 1.043498875, 1e-8);
	comparison_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_verdict),
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_no_regression_is_one_sided),
		cmocka_unit_test(test_a_change_that_may_reach_the_threshold_is_no_pass),
		cmocka_unit_test(test_drift_cancels_in_blocks_only),
		cmocka_unit_test(test_blocks_that_lie_apart),
		cmocka_unit_test(test_few_boots_are_not_judged),
		cmocka_unit_test(test_fragile),
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_moderation),
		cmocka_unit_test(test_missing_blocks),
		cmocka_unit_test(test_directions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How often verdicts are wrong, in synthetic campaigns. Bounds are wide: a method that takes
 * repetitions for boots, forgets the family or pairs the wrong boots is off by far. Seeds are
 * fixed, so that nothing here depends on chance. tests/measures/rates.c prints the rates
 * themselves.
 */
#include "tests/synthetic/tally.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define CASES 40

static double rate(const struct campaign *campaign, size_t nr, size_t offset)
{
	struct tally t;

	assert_int_equal(tally_run(campaign, nr, true, &t), 0);
	assert_int_equal(t.other, 0);
	return tally_rate(&t, *(const size_t *)((const char *)&t + offset));
}

#define RATE(campaign, nr, what) rate(campaign, nr, offsetof(struct tally, what))

/* Boots vary by 3 %, far more than what is repeated within them. */
static struct campaign large_boots(void)
{
	struct campaign c = campaign_default();

	c.nr_cases = CASES;
	c.boot = 0.03;
	c.process = 0.004;
	c.repetition = 0.005;
	c.tail_share = 0.2;
	c.tail = 0.05;
	c.block = 0.02;
	c.drift = 0.02;
	return c;
}

static struct campaign of_pairs(double pair)
{
	struct campaign c = campaign_default();

	c.nr_cases = CASES;
	c.processes = c.repetitions = 1;
	c.block = 0.005;
	c.drift = 0.02;
	c.boot = pair / sqrt(2);
	return c;
}

static void test_false_alarms(void **state)
{
	struct campaign c = large_boots();
	struct tally t;

	(void)state;
	assert_int_equal(tally_run(&c, 300, true, &t), 0);
	assert_true(tally_rate(&t, t.regression) <= 0.05);
	assert_true(tally_rate(&t, t.improvement) <= 0.05);
	assert_true(tally_rate(&t, t.significant) <= 0.08);
	/* All of it was judged, and the same data deceive those who pool. */
	assert_int_equal(t.judged, 300 * CASES);
	assert_int_equal(t.other, 0);
	assert_true(tally_rate(&t, t.unstable) <= 0.05);
	assert_true(tally_rate(&t, t.pooled) > 0.5);
}

static void test_detection(void **state)
{
	struct campaign c = of_pairs(0.015);
	double effects[2 * CASES] = {0};

	(void)state;
	effects[1] = log(1.05);
	c.effects = effects;
	assert_true(RATE(&c, 300, detected) >= 0.9);
	effects[1] = log(0.95);
	assert_true(RATE(&c, 300, detected) >= 0.9);
	c.boot = 0.025 / sqrt(2);
	effects[1] = log(1.05);
	assert_true(RATE(&c, 300, detected) >= 0.75);
	c.boot = 0.015 / sqrt(2);
	/* Of two kernels that are 2 % apart none is a regression by 3 %, but for chance. */
	effects[1] = log(1.02);
	assert_true(RATE(&c, 300, detected) <= 0.1);
}

static void test_three_blocks_are_not_judged(void **state)
{
	struct campaign c = of_pairs(0.015);
	double effects[2 * CASES] = {0};
	struct tally t;

	(void)state;
	effects[1] = log(1.5);
	c.effects = effects;
	c.blocks = 3;
	assert_int_equal(tally_run(&c, 20, false, &t), 0);
	assert_int_equal(t.judged + t.detected + t.regression + t.improvement, 0);
}

/* Five cases are not enough for moderation. */
static void test_small_families(void **state)
{
	struct campaign c = of_pairs(0.015);
	double effects[2 * CASES] = {0};

	(void)state;
	c.nr_cases = 5;
	assert_true(RATE(&c, 600, significant) <= 0.08);
	effects[1] = log(1.05);
	c.effects = effects;
	assert_true(RATE(&c, 300, detected) >= 0.9);
}

static void test_cases_that_vary_unlike(void **state)
{
	struct campaign c = of_pairs(0);
	double sd[CASES];
	struct tally t;

	(void)state;
	for (size_t r = 0; r < CASES; r++)
		sd[r] = 0.003 * pow(20, (double)r / (CASES - 1)) / sqrt(2);
	c.row_boot = sd;
	assert_int_equal(tally_run(&c, 300, false, &t), 0);
	/* Above 5 %; the threshold keeps it from the verdicts. */
	assert_true(tally_rate(&t, t.significant) <= 0.08);
	assert_true(tally_rate(&t, t.regression) <= 0.03);
	assert_true(tally_rate(&t, t.improvement) <= 0.03);
	for (size_t r = 0; r < CASES; r++)
		sd[r] = (r ? 0.005 : 0.06) / sqrt(2);
	assert_true(RATE(&c, 300, significant) <= 0.08);
}

/* Blocks are there for this. */
static void test_drift(void **state)
{
	struct campaign c = of_pairs(0.015);

	(void)state;
	c.drift = 0.06;
	assert_true(RATE(&c, 300, significant) <= 0.08);
	c.sequential = true;
	assert_true(RATE(&c, 100, significant) >= 0.5);
}

static void test_controls_that_move(void **state)
{
	struct campaign c = of_pairs(0.015);
	double effects[2 * (CASES + 2)] = {0};
	struct tally t;

	(void)state;
	c.nr_controls = 2;
	effects[2 * CASES + 1] = log(1.08);
	c.effects = effects;
	assert_int_equal(tally_run(&c, 100, false, &t), 0);
	assert_true(tally_rate(&t, t.unstable) >= 0.9);
	effects[2 * CASES + 1] = 0;
	assert_int_equal(tally_run(&c, 100, false, &t), 0);
	assert_true(tally_rate(&t, t.unstable) <= 0.05);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_false_alarms),
		cmocka_unit_test(test_detection),
		cmocka_unit_test(test_three_blocks_are_not_judged),
		cmocka_unit_test(test_small_families),
		cmocka_unit_test(test_cases_that_vary_unlike),
		cmocka_unit_test(test_drift),
		cmocka_unit_test(test_controls_that_move),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

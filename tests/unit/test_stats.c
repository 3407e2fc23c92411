// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Expected values are not this program's: R's documented output for its data set "sleep" (t.test),
 * scipy 1.10, published examples, and what can be counted by hand; each says which.
 */
#include "bench/util.h"
#include "compare/stats.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* cmocka 1.1.5 compares floats only. */
#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

/* R's "sleep": hours gained by two drugs (Student, Biometrika 6, 1908). */
static const double sleep_1[] = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
static const double sleep_2[] = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

#define SLEEP ARRAY_SIZE(sleep_1)

static void sleep_differences(double *d)
{
	for (size_t i = 0; i < SLEEP; i++)
		d[i] = sleep_1[i] - sleep_2[i];
}

/* R: t = -4.0621, df = 9, p-value = 0.002833, 95 percent: -2.4598858 -0.7001142, mean -1.58. */
static void test_paired(void **state)
{
	double d[SLEEP];
	struct difference paired;
	struct interval i;

	(void)state;
	sleep_differences(d);
	paired = stats_paired(d, SLEEP);
	assert_near(paired.mean, -1.58, 1e-12);
	assert_near(paired.mean / paired.se, -4.0621, 5e-5);
	assert_near(paired.df, 9, 0);
	assert_near(stats_p_value(&paired), 0.002833, 5e-7);
	i = stats_interval(&paired, 0.95);
	assert_near(i.low, -2.4598858, 1e-7);
	assert_near(i.high, -0.7001142, 1e-7);
}

/* R: t = -1.8608, df = 17.776, p-value = 0.07939, 95 percent: -3.3654832 0.2054832. */
static void test_welch(void **state)
{
	struct difference welch = stats_welch(sleep_2, SLEEP, sleep_1, SLEEP);
	struct interval i = stats_interval(&welch, 0.95);

	(void)state;
	assert_near(welch.mean, -1.58, 1e-12);
	assert_near(welch.mean / welch.se, -1.8608, 5e-5);
	assert_near(welch.df, 17.776, 5e-4);
	assert_near(stats_p_value(&welch), 0.07939, 5e-6);
	assert_near(i.low, -3.3654832, 1e-7);
	assert_near(i.high, 0.2054832, 1e-7);
}

/* By hand, p by scipy's ttest_ind(equal_var=False). Variances of the means: 5/12 and 100. */
static void test_welch_of_unequal_numbers(void **state)
{
	static const double base[] = {1, 2, 3, 4}, here[] = {10, 30};
	static const double tiny[] = {1e-120, 3e-120}, still[] = {0, 0, 0};
	struct difference welch = stats_welch(base, 4, here, 2);

	(void)state;
	assert_near(welch.mean, 17.5, 1e-12);
	assert_near(welch.se, 10.020811677038276, 1e-12);
	assert_near(welch.df, 1.0083448591153987, 1e-12);
	assert_near(stats_p_value(&welch), 0.3295277873929405, 1e-9);
	/* An arm that does not vary leaves the other's degrees, however little that varies. */
	welch = stats_welch(still, 3, tiny, 2);
	assert_near(welch.df, 1, 1e-12);
}

static void test_no_variance(void **state)
{
	static const double base[] = {2, 2, 2}, here[] = {2.5, 2.5}, zero[] = {0, 0, 0};
	struct difference d = stats_welch(base, 3, here, 2);
	struct interval i = stats_interval(&d, 0.95);

	(void)state;
	assert_near(d.mean, 0.5, 0);
	assert_near(d.se, 0, 0);
	assert_near(d.df, 3, 0);
	assert_near(stats_p_value(&d), 0, 0);
	assert_near(i.low, 0.5, 0);
	assert_near(i.high, 0.5, 0);
	d = stats_paired(zero, 3);
	assert_near(stats_p_value(&d), 1, 0);
}

/* Of the standard normal distribution: 2 (1 - Phi(1.5)), and the quantile 1.95996. */
static void test_normal(void **state)
{
	const struct difference d = {.mean = -3, .se = 2, .df = INFINITY};
	struct interval i = stats_interval(&d, 0.95);

	(void)state;
	assert_near(stats_p_value(&d), 0.13361440253771614, 1e-12);
	assert_near(i.low, -3 - 2 * 1.959963984540054, 1e-9);
	assert_near(i.high, -3 + 2 * 1.959963984540054, 1e-9);
	assert_near(stats_detectable(&d), 2 * 2.4864748605243863, 1e-9);
}

/* scipy: t.interval(0.9, 7, 0.01, 0.008). Each end is where a one-sided test has p = 0.05. */
static void test_one_sided_bounds(void **state)
{
	const struct difference d = {.mean = 0.01, .se = 0.008, .df = 7};
	struct interval i = stats_interval(&d, 0.90);

	(void)state;
	assert_near(i.low, -0.005156628840490443, 1e-9);
	assert_near(i.high, 0.02515662884049044, 1e-9);
}

/*
 * Coverage by scipy's binom: of minimum and maximum, 0.9375 for 5 and 0.96875 for 6; of the second
 * from each end, 0.9297 for 8 and 0.9609 for 9; of the fifth, 0.95096 for 17, of the sixth 0.8565.
 */
static void test_sign_interval(void **state)
{
	static const struct {
		size_t n, place;
	} cases[] = {{5, 0}, {6, 1}, {8, 1}, {9, 2}, {17, 5}};

	(void)state;
	for (size_t c = 0; c < ARRAY_SIZE(cases); c++) {
		size_t n = cases[c].n, place = cases[c].place;
		double d[17];
		struct interval i;

		/* 1 to n, neither rising nor falling; 7 divides none of n. */
		for (size_t k = 0; k < n; k++)
			d[k] = (double)(7 * k % n + 1);
		i = stats_sign_interval(d, n, 0.95);
		assert_true(i.low == (place ? (double)place : -INFINITY));
		assert_true(i.high == (place ? (double)(n + 1 - place) : INFINITY));
	}
}

static void test_sign_interval_of_few(void **state)
{
	double d[] = {2, 1};
	struct interval i;

	(void)state;
	i = stats_sign_interval(d, 1, 0.95);
	assert_true(isinf(i.low) && isinf(i.high));
	/* Both lie on one side of the median half the time. */
	i = stats_sign_interval(d, 2, 0.45);
	assert_near(i.low, 1, 0);
	assert_near(i.high, 2, 0);
}

static void test_sign_flip_by_hand(void **state)
{
	/* Sums of +-1 +-2 +-3: 6 4 2 0 0 -2 -4 -6; six are 2 or more from 0. */
	static const double three[] = {1, -2, 3};
	static const double six[] = {0.01, 0.03, 0.02, 0.05, 0.04, 0.02};
	static const double none[] = {0, 0, 0, 0}, one[] = {-4};
	/* In tenths, all of +-1 +-3 +-2 +-1 are 1 or more from 0, some only by rounding 0.1. */
	static const double ties[] = {0.1, -0.3, 0.2, 0.1};
	/* All are 0 or more from 0, though these add up to 3e-17 and others to just 0. */
	static const double cancelling[] = {0.1, 0.2, -0.1, -0.2};
	double d[SLEEP];

	(void)state;
	assert_near(stats_sign_flip_p(three, 3), 6.0 / 8, 0);
	assert_near(stats_sign_flip_p(six, 6), 2.0 / 64, 0);
	assert_near(stats_sign_flip_p(none, 4), 1, 0);
	assert_near(stats_sign_flip_p(one, 1), 1, 0);
	assert_near(stats_sign_flip_p(ties, 4), 1, 0);
	assert_near(stats_sign_flip_p(cancelling, 4), 1, 0);
	/* One sign may flip, of the difference of 0; also scipy's permutation_test: 0.00390625. */
	sleep_differences(d);
	assert_near(stats_sign_flip_p(d, SLEEP), 4.0 / 1024, 0);
}

/* Exact p from the distribution of the sum, by convolution of whole numbers. */
static void test_sign_flip_of_many(void **state)
{
	double same[21], d[40];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(same); i++)
		same[i] = 0.01;
	assert_near(stats_sign_flip_p(same, 20), 2.0 / 1048576, 1e-15);
	/* Of 10,000 patterns 0.01 is expected to have 21 equal signs, so that p is the least there
	 * is.
	 */
	assert_near(stats_sign_flip_p(same, 21), 1.0 / 10001, 1e-12);

	for (int i = 0; i < 24; i++)
		d[i] = (i % 3 == 1 ? -1 : 1) * (i % 5 + 1);
	/* Three standard errors. */
	assert_near(stats_sign_flip_p(d, 24), 0.23352277278900146, 0.0127);
	/* The last eight outweigh the others; their signs are not of the generator's first word. */
	for (int i = 0; i < 40; i++)
		d[i] = i < 32 ? (i % 4 ? 1 : -1) : (i == 34 || i == 37 ? -9 : 9);
	assert_near(stats_sign_flip_p(d, 40), 0.05243350791533885, 0.0067);
	assert_true(stats_sign_flip_p(d, 40) == stats_sign_flip_p(d, 40));
}

static void test_holm(void **state)
{
	/* 4 x 0.005, 3 x 0.01, 2 x 0.03, and 0.04, which may not be below the one before. */
	double p[] = {0.01, 0.04, 0.03, 0.005}, adjusted[4];
	/* 3 x 0.2, 2 x 0.6, which is no p, and 0.9; two zeros and a tie. */
	double odd[] = {0.6, NAN, 0.9, 0.2}, zeros[] = {0, 0.02, 0, 0.02};

	(void)state;
	assert_int_equal(stats_holm(p, 4, adjusted), 0);
	assert_near(adjusted[0], 0.03, 1e-15);
	assert_near(adjusted[1], 0.06, 1e-15);
	assert_near(adjusted[2], 0.06, 1e-15);
	assert_near(adjusted[3], 0.02, 1e-15);
	assert_near(p[1], 0.04, 0);
	assert_int_equal(stats_holm(odd, 4, odd), 0);
	assert_near(odd[0], 1, 0);
	assert_true(isnan(odd[1]));
	assert_near(odd[2], 1, 0);
	assert_near(odd[3], 0.6, 1e-15);
	assert_int_equal(stats_holm(zeros, 4, zeros), 0);
	assert_true(zeros[0] == 0 && !signbit(zeros[0]) && zeros[2] == 0);
	assert_near(zeros[1], 0.04, 1e-15);
	assert_near(zeros[3], 0.04, 1e-15);
}

/*
 * Every third of 3000 is no test; the i-th smallest of the others is i / 10^7, so that the factors
 * 2000, 1999, ... make 10^-7 i (2001 - i): the largest in the middle, at 1000 and 1001, and kept.
 */
static void test_holm_of_many(void **state)
{
	static double p[3000];
	size_t place;

	(void)state;
	for (size_t i = 0; i < 3000; i++)
		p[i] = NAN;
	for (size_t i = 1; i <= 2000; i++) {
		/* 1999 is prime: all of 0 to 1998 but in no order, then the last. */
		place = i == 2000 ? 1999 : i * 719 % 1999;
		p[place / 2 * 3 + place % 2] = (double)i * 1e-7;
	}
	assert_int_equal(stats_holm(p, 3000, p), 0);
	for (size_t i = 1; i <= 2000; i++) {
		double k = i < 1000 ? (double)i : 1000;

		place = i == 2000 ? 1999 : i * 719 % 1999;
		assert_near(p[place / 2 * 3 + place % 2], 1e-7 * k * (2001 - k), 1e-12);
	}
	for (size_t i = 2; i < 3000; i += 3)
		assert_true(isnan(p[i]));
}

/* scipy: t.ppf(0.95, df) + t.ppf(0.80, df). */
static void test_detectable(void **state)
{
	const struct difference nine = {.mean = 5, .se = 0.01, .df = 9};
	const struct difference welch = {.se = 0.02, .df = 17.3};

	(void)state;
	assert_near(stats_detectable(&nine), 0.027165167923391538, 1e-9);
	assert_near(stats_detectable(&welch), 0.02 * 2.600767471467584, 1e-9);
}

/* The first number for which scipy's quantiles suffice, tried one after the other from 2. */
static void test_needed(void **state)
{
	const double effect = log(1.03);

	(void)state;
	assert_int_equal(stats_blocks_needed(0, effect), 2);
	assert_int_equal(stats_blocks_needed(0.0001, effect), 2);
	assert_int_equal(stats_blocks_needed(0.015, effect), 4);
	assert_int_equal(stats_blocks_needed(0.025, effect), 7);
	assert_int_equal(stats_blocks_needed(0.1, effect), 73);
	assert_int_equal(stats_blocks_needed(0.5, effect), 1771);
	assert_int_equal(stats_blocks_needed(1, 0.025), 9894);
	assert_int_equal(stats_blocks_needed(1, 0.02486), 0);

	assert_int_equal(stats_boots_needed(0.01, 0.01, effect), 3);
	assert_int_equal(stats_boots_needed(0.01, 0.03, effect), 8);
	assert_int_equal(stats_boots_needed(0.03, 0.01, effect), 8);
	assert_int_equal(stats_boots_needed(0, 0.02, effect), 4);
	assert_int_equal(stats_boots_needed(0.8, 0.6, 0.02487), 9997);
	assert_int_equal(stats_boots_needed(0.8, 0.6, 0.0248), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_paired),
		cmocka_unit_test(test_welch),
		cmocka_unit_test(test_welch_of_unequal_numbers),
		cmocka_unit_test(test_no_variance),
		cmocka_unit_test(test_normal),
		cmocka_unit_test(test_one_sided_bounds),
		cmocka_unit_test(test_sign_interval),
		cmocka_unit_test(test_sign_interval_of_few),
		cmocka_unit_test(test_sign_flip_by_hand),
		cmocka_unit_test(test_sign_flip_of_many),
		cmocka_unit_test(test_holm),
		cmocka_unit_test(test_holm_of_many),
		cmocka_unit_test(test_detectable),
		cmocka_unit_test(test_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

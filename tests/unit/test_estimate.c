// SPDX-License-Identifier: GPL-2.0-or-later
/* Expected values are worked out by hand from the definitions in compare/estimate.h. */
#include "bench/util.h"
#include "compare/estimate.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* cmocka 1.1.5 compares floats only. */
#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static void test_median(void **state)
{
	double odd[] = {9, 1, 5}, even[] = {8, 2, 4, 6}, one[] = {7};

	(void)state;
	assert_near(estimate_median(odd, 3), 5, 1e-9);
	assert_near(estimate_median(even, 4), 5, 1e-9);
	assert_near(estimate_median(one, 1), 7, 1e-9);
}

static void test_interquartile_range(void **state)
{
	/* Type 7 puts the quantile p of n values at 1 + (n - 1) p. */
	double nine[] = {9, 8, 7, 6, 5, 4, 3, 2, 1}; /* at 3, 5, 7: (7 - 3) / 5 */
	double four[] = {4, 1, 3, 2};                /* 1.75, 2.5, 3.25: 1.5 / 2.5 */
	double same[] = {3, 3, 3};

	(void)state;
	assert_near(estimate_iqr_percent(nine, 9), 80, 1e-9);
	assert_near(estimate_iqr_percent(four, 4), 60, 1e-9);
	assert_near(estimate_iqr_percent(same, 3), 0, 1e-9);
	assert_true(isnan(estimate_iqr_percent(same, 1)));
}

static void test_geometric_mean(void **state)
{
	const double two[] = {1, 4}, three[] = {2, 8, 4}; /* 4^(1/2), 64^(1/3) */

	(void)state;
	assert_near(estimate_geometric_mean(two, 2), 2, 1e-9);
	assert_near(estimate_geometric_mean(three, 3), 4, 1e-9);
}

static void test_change(void **state)
{
	(void)state;
	assert_near(estimate_change_percent(200, 210), 5, 1e-9);
	assert_near(estimate_change_percent(7.9, 2.1), -73.41772151898735, 1e-9);
}

static void test_levels(void **state)
{
	/*
	 * Boot 3: processes with medians 11 and 21, so 16; its six values have quartiles 11.25 and
	 * 20.75 (at 2.25 and 4.75) around a median of 16; its processes are 10 apart. Boot 7: one
	 * repetition. The pooled median of all seven would be 12.
	 */
	static const struct observation o[] = {
		{3, 0, 10}, {3, 0, 12}, {3, 0, 11}, {3, 1, 20}, {3, 1, 22}, {3, 1, 21}, {7, 2, 4},
	};
	struct boot_estimate boots[2];
	struct estimate e;

	(void)state;
	assert_int_equal(estimate_levels(o, ARRAY_SIZE(o), boots, &e), 2);
	assert_int_equal(boots[0].boot, 3);
	assert_int_equal(boots[0].nr_processes, 2);
	assert_int_equal(boots[0].nr_repetitions, 6);
	assert_near(boots[0].median, 16, 1e-9);
	assert_near(boots[0].min, 10, 1e-9);
	assert_near(boots[0].spread_percent, 100 * 9.5 / 16, 1e-9);
	assert_near(boots[0].process_spread_percent, 62.5, 1e-9);
	assert_int_equal(boots[1].boot, 7);
	assert_near(boots[1].median, 4, 1e-9);
	assert_true(isnan(boots[1].spread_percent));
	assert_true(isnan(boots[1].process_spread_percent));

	assert_int_equal(e.nr_boots, 2);
	assert_int_equal(e.min_processes, 1);
	assert_int_equal(e.max_processes, 2);
	assert_int_equal(e.min_repetitions, 1);
	assert_int_equal(e.max_repetitions, 3);
	assert_near(e.value, 8, 1e-9); /* (16 * 4)^(1/2) */
	assert_near(e.min, 4, 1e-9);
	assert_near(e.spread_percent, 59.375, 1e-9);
	assert_near(e.process_spread_percent, 62.5, 1e-9);
}

static void test_single_value(void **state)
{
	static const struct observation o = {0, 0, 4.2e9};
	struct boot_estimate boot;
	struct estimate e;

	(void)state;
	assert_int_equal(estimate_levels(&o, 1, &boot, &e), 1);
	assert_near(e.value, 4.2e9, 1e-3);
	assert_true(isnan(e.spread_percent));
	assert_true(isnan(e.process_spread_percent));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_median),         cmocka_unit_test(test_interquartile_range),
		cmocka_unit_test(test_geometric_mean), cmocka_unit_test(test_change),
		cmocka_unit_test(test_levels),         cmocka_unit_test(test_single_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

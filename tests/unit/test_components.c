// SPDX-License-Identifier: GPL-2.0-or-later
/* Expected values are published, or worked out by scipy; each says which. */
#include "compare/components.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* cmocka 1.1.5 compares floats only. */
#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

/*
 * b^2 + m(P) p^2 / P + m(P) m(R) r^2 / (P R), with m from scipy's integrals over the densities of
 * the order statistics in the middle: 1.3460133 for 3, 1.1927985 for 4, 1.4949115 for 9, 1.3832644
 * for 10.
 */
static void test_variance(void **state)
{
	static const struct components all = {0.01, 0.004, 0.02};

	(void)state;
	assert_near(components_variance(&all, 3, 9), 1.3698867582e-4, 1e-10);
	assert_near(components_variance(&all, 4, 10), 1.2127075005e-4, 1e-10);
	assert_near(components_variance(&all, 1, 1), 0.01 * 0.01 + 0.004 * 0.004 + 0.02 * 0.02,
		    1e-15);
}

/* Levels that were not replicated are in those that were. */
static void test_not_replicated(void **state)
{
	static const struct components boot = {0.01, NAN, NAN}, process = {NAN, 0.004, NAN};

	(void)state;
	assert_near(components_variance(&boot, 3, 9), 1e-4, 1e-15);
	assert_near(components_variance(&process, 2, 9), 8e-6, 1e-15);
}

/* Of the median of @n standard normal values. */
static double median_variance(size_t n)
{
	static const struct components repetition = {NAN, NAN, 1};

	return components_variance(&repetition, 1, n);
}

/*
 * Tables of order statistics (Sarhan and Greenberg, "Contributions to order statistics", 1962) have
 * variances of the middle of 0.4487 for 3, 0.2868 for 5, 0.2104 for 7; the two in the middle of 4
 * have variances of 0.3605 and a covariance of 0.2359. For many it is pi / 2n.
 */
static void test_median_inefficiency(void **state)
{
	(void)state;
	assert_near(median_variance(1), 1, 1e-12);
	assert_near(median_variance(2), 0.5, 1e-12);
	assert_near(median_variance(3), 0.4487, 5e-5);
	assert_near(median_variance(4), (0.3605 + 0.2359) / 2, 5e-5);
	assert_near(median_variance(5), 0.2868, 5e-5);
	assert_near(median_variance(7), 0.2104, 5e-5);
	assert_near(median_variance(101), 3.14159265358979 / 2 / 101, 1e-12);
	/* n times it grows with n towards pi / 2, faster for odd numbers, by ever less. */
	for (size_t n = 3; n <= 29; n++)
		assert_true(median_variance(n) * (double)n >
			    median_variance(n - 2) * (double)(n - 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_variance),
		cmocka_unit_test(test_not_replicated),
		cmocka_unit_test(test_median_inefficiency),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Expected values are published, worked out by hand, or by scipy; each says which. */
#include "tests/synthetic/anova.h"

#include "bench/util.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* cmocka 1.1.5 compares floats only. */
#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

/*
 * Sokal and Rohlf, "Biometry", box 10.1: wings of 4 mosquitoes from each of 3 cages, measured
 * twice. SS 665.6758 of cages, 1720.6775 of mosquitoes, 15.62 of measurements; by the balanced
 * formulas 15.62 / 12, (1720.6775 / 9 - that) / 2 and (665.6758 / 2 - 1720.6775 / 9) / 8. The book
 * says 15.54, 83.32 and 1.14 % of the variance.
 */
static void test_published(void **state)
{
	static const struct observation o[] = {
		{0, 0, 58.5}, {0, 0, 59.5}, {0, 1, 77.8}, {0, 1, 80.9}, {0, 2, 84.0}, {0, 2, 83.6},
		{0, 3, 70.1}, {0, 3, 68.3}, {1, 0, 69.8}, {1, 0, 69.8}, {1, 1, 56.0}, {1, 1, 54.5},
		{1, 2, 50.7}, {1, 2, 49.3}, {1, 3, 63.8}, {1, 3, 65.8}, {2, 0, 56.6}, {2, 0, 57.5},
		{2, 1, 77.8}, {2, 1, 79.2}, {2, 2, 69.9}, {2, 2, 69.2}, {2, 3, 62.1}, {2, 3, 64.5},
	};
	struct components c;
	double total;

	(void)state;
	assert_int_equal(anova_components(o, ARRAY_SIZE(o), &c), 3);
	assert_near(c.repetition * c.repetition, 15.62 / 12, 1e-6);
	assert_near(c.process * c.process, 94.942361, 1e-5);
	assert_near(c.boot * c.boot, 17.706441, 1e-5);
	total = c.boot * c.boot + c.process * c.process + c.repetition * c.repetition;
	assert_near(100 * c.boot * c.boot / total, 15.54, 0.005);
	assert_near(100 * c.process * c.process / total, 83.32, 0.005);
	assert_near(100 * c.repetition * c.repetition / total, 1.14, 0.005);
}

/*
 * Unequal numbers, with a single process in the last boot and a single repetition in another.
 * Solved with matrices: what a mean square is expected to be from the traces of the projections on
 * boots and processes (Searle, Casella and McCulloch). Also, from the formulas, k1 = 32/15, k2
 * = 43/15, k3 = 71/15. The last two boots' neighbouring processes have the same number.
 */
static void test_unequal_numbers(void **state)
{
	static const struct observation o[] = {
		{4, 0, 1},  {4, 0, 3},  {4, 0, 2},  {4, 1, 6},  {4, 1, 8},
		{5, 0, 12}, {5, 0, 15}, {5, 0, 13}, {5, 0, 16}, {5, 1, 9},
		{5, 2, 20}, {5, 2, 21}, {6, 2, 4},  {6, 2, 5},  {6, 2, 9},
	};
	struct components c;

	(void)state;
	assert_int_equal(anova_components(o, ARRAY_SIZE(o), &c), 3);
	assert_near(c.repetition, 1.7795130420052232, 1e-9);
	assert_near(c.process, 4.345564240858556, 1e-9);
	assert_near(c.boot, 5.593082372228676, 1e-9);
}

/* A level that was not replicated is NAN, and its variance is the level's above. */
static void test_not_replicated(void **state)
{
	static const struct observation one_boot[] = {{0, 0, 1}, {0, 0, 3}, {0, 1, 6}, {0, 1, 8}};
	static const struct observation one_process[] = {
		{0, 0, 1}, {0, 0, 3}, {1, 0, 6}, {1, 0, 8}};
	/* Of unequal numbers of processes: variances 8 and 144/13, by matrices as above. */
	static const struct observation one_repetition[] = {
		{0, 0, 1}, {0, 1, 3}, {0, 2, 8}, {1, 0, 10}, {1, 1, 14},
		{2, 0, 5}, {2, 1, 6}, {2, 2, 4}, {2, 3, 9},
	};
	static const struct observation alone = {0, 0, 5};
	struct components c;

	(void)state;
	/* Repetitions 2; means 2 and 7, so MS 25: (25 - 2) / 2. */
	assert_int_equal(anova_components(one_boot, 4, &c), 1);
	assert_true(isnan(c.boot));
	assert_near(c.process, sqrt(11.5), 1e-12);
	assert_near(c.repetition, sqrt(2), 1e-12);
	assert_int_equal(anova_components(one_process, 4, &c), 2);
	assert_near(c.boot, sqrt(11.5), 1e-12);
	assert_true(isnan(c.process));
	assert_near(c.repetition, sqrt(2), 1e-12);
	assert_int_equal(anova_components(one_repetition, 9, &c), 3);
	assert_near(c.boot, sqrt(144.0 / 13), 1e-9);
	assert_near(c.process, sqrt(8), 1e-9);
	assert_true(isnan(c.repetition));
	assert_int_equal(anova_components(&alone, 1, &c), 1);
	assert_true(isnan(c.boot) && isnan(c.process) && isnan(c.repetition));
}

static void test_negative(void **state)
{
	/* MS 200, 0 and 2: processes (0 - 2) / 2 = -1, boots (200 - 2 + 2) / 4 = 50. */
	static const struct observation process[] = {
		{0, 0, 0},  {0, 0, 2},  {0, 1, 0},  {0, 1, 2},
		{1, 0, 10}, {1, 0, 12}, {1, 1, 10}, {1, 1, 12},
	};
	/* MS 0, 100 and 0: processes 50, boots (0 - 100) / 4. */
	static const struct observation boot[] = {
		{0, 0, 0}, {0, 0, 0}, {0, 1, 10}, {0, 1, 10},
		{1, 0, 0}, {1, 0, 0}, {1, 1, 10}, {1, 1, 10},
	};
	struct components c;

	(void)state;
	anova_components(process, 8, &c);
	assert_near(c.repetition, sqrt(2), 1e-12);
	assert_near(c.process, 0, 0);
	assert_near(c.boot, sqrt(50), 1e-12);
	anova_components(boot, 8, &c);
	assert_near(c.repetition, 0, 0);
	assert_near(c.process, sqrt(50), 1e-12);
	assert_near(c.boot, 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_unequal_numbers),
		cmocka_unit_test(test_not_replicated),
		cmocka_unit_test(test_negative),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

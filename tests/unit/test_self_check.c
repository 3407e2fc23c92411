// SPDX-License-Identifier: GPL-2.0-or-later
/* Halves are A B B A A B B A; changes follow by hand. */
#include "compare/levels.h"
#include "compare/self_check.h"

#include "arms.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static void check(struct comparison *c)
{
	assert_int_equal(levels_estimate(c), 0);
	assert_int_equal(self_check(c), 0);
}

static void test_steady_drift_cancels(void **state)
{
	struct comparison c;

	(void)state;
	arms_make(&c, 1, 8, true, "wall");
	arms_row(&c, "a");
	for (uint32_t i = 0; i < 8; i++)
		arms_put(&c, 0, 0, i, 1000 * exp(0.02 * i));
	check(&c);
	assert_int_equal(c.self_check.nr_boots[0], 4);
	assert_int_equal(c.self_check.nr_boots[1], 4);
	assert_near(c.self_check.largest_change, 0, 1e-9);
	assert_null(c.self_check.moved);
	comparison_free(&c);
}

/* Boots are halved in the order in which they ran, not in that of the files. */
static void test_order_is_of_time(void **state)
{
	struct comparison c;

	(void)state;
	for (int blocks = 0; blocks < 2; blocks++) {
		arms_make(&c, 1, 4, false, "wall");
		arms_row(&c, "a");
		for (uint32_t i = 0; i < 4; i++) {
			/* Files in the order 3, 2, 1, 0: times then run 1, 2, 3, 4. */
			c.arms[0].boots[i].block = blocks ? 3 - (int64_t)i : -1;
			c.arms[0].runs[i].date[9] = (char)('4' - i);
			arms_put(&c, 0, 0, i, i == 0 || i == 1 ? 1100 : 1000);
		}
		check(&c);
		/* In order: 1000 1000 1100 1100, so A has 1000 and 1100, as has B. */
		assert_near(c.self_check.largest_change, 0, 1e-9);
		comparison_free(&c);
	}
}

static void test_figures(void **state)
{
	struct comparison c;

	(void)state;
	arms_make(&c, 1, 2, false, "wall");
	arms_row(&c, "a");
	arms_row(&c, "b");
	arms_row(&c, "c");
	for (uint32_t i = 0; i < 2; i++) {
		arms_put(&c, 0, 0, i, i ? 1010 : 1000);
		arms_put(&c, 1, 0, i, i ? 1000 : 1200);
		arms_put(&c, 2, 0, i, i ? 1030 : 1000);
	}
	check(&c);
	assert_int_equal(c.self_check.nr_rows, 3);
	assert_near(c.self_check.median_change, .03, 1e-9);
	assert_near(c.self_check.largest_change, .2, 1e-9);
	assert_string_equal(c.self_check.largest, "b");
	/* A boot in each half: nothing tells a change from noise. */
	assert_null(c.self_check.moved);
	comparison_free(&c);
}

static void test_nothing_to_halve(void **state)
{
	struct comparison c;

	(void)state;
	arms_make(&c, 1, 1, false, "wall");
	arms_put(&c, arms_row(&c, "a"), 0, 0, 1000);
	check(&c);
	assert_int_equal(c.self_check.nr_boots[0], 0);
	assert_int_equal(c.self_check.nr_rows, 0);
	comparison_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_steady_drift_cancels),
		cmocka_unit_test(test_order_is_of_time),
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_nothing_to_halve),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

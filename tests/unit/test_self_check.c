// SPDX-License-Identifier: GPL-2.0-or-later
/* Halves are A B B A A B B A of blocks, else early and late; changes follow by hand. */
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

/* Outside blocks it would be taken for a change: early boots against late ones, 4 x 2 % apart. */
static void test_steady_drift_shows_without_blocks(void **state)
{
	struct comparison c;

	(void)state;
	for (uint32_t nr = 8; nr <= 9; nr++) {
		arms_make(&c, 1, nr, false, "wall");
		arms_row(&c, "a");
		for (uint32_t i = 0; i < nr; i++)
			arms_put(&c, 0, 0, i, 1000 * exp(0.02 * i));
		check(&c);
		assert_int_equal(c.self_check.nr_boots[0], 4);
		assert_int_equal(c.self_check.nr_boots[1], nr - 4);
		assert_near(c.self_check.largest_change, nr == 8 ? expm1(.08) : expm1(.09), 1e-9);
		assert_string_equal(c.self_check.moved, "a");
		comparison_free(&c);
	}
}

/* Boots are halved in the order in which they ran, not in that of the files. */
static void test_order_is_of_time(void **state)
{
	/* Of times 1 2 3 4: ABBA has 1 and 4 against 2 and 3; early and late are 1, 2 and 3, 4. */
	static const double ns[2][4] = {{1000, 1100, 1100, 1000}, {1000, 1000, 1100, 1100}};
	struct comparison c;

	(void)state;
	for (int blocks = 0; blocks < 2; blocks++)
		for (int turned = 0; turned < 2; turned++) {
			arms_make(&c, 1, 4, false, "wall");
			arms_row(&c, "a");
			for (uint32_t i = 0; i < 4; i++) {
				/* 3 1 4 2, which neither halving takes for 1 2 3 4. */
				uint32_t time = (2 * i + 2) % 5;

				c.arms[0].boots[i].block = blocks ? (int64_t)time : -1;
				c.arms[0].boots[i].start = time;
				arms_put(&c, 0, 0, i, ns[turned ? blocks : !blocks][time - 1]);
			}
			check(&c);
			assert_near(c.self_check.largest_change, turned ? 0 : .1, 1e-9);
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
		cmocka_unit_test(test_steady_drift_shows_without_blocks),
		cmocka_unit_test(test_order_is_of_time),
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_nothing_to_halve),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Verdicts under the instruction clock. */
#include "judged.h"

static void test_instruction_clock(void **state)
{
	struct comparison c;

	(void)state;
	arms_make(&c, 2, 2, true, "instructions");
	for (int r = 0; r < 4; r++)
		arms_row(&c, (const char *[]){"a", "b", "c", "d"}[r]);
	for (size_t r = 0; r < 4; r++)
		c.rows[r].threshold = 0.01;
	for (uint32_t i = 0; i < 2; i++) {
		double wobble = i ? 1.0003 : 1;

		for (size_t r = 0; r < 4; r++)
			arms_put(&c, r, 0, i, 1000 * wobble);
		arms_put(&c, 0, 1, i, 1011 * wobble);
		arms_put(&c, 1, 1, i, 1000.2 * wobble);
		arms_put(&c, 2, 1, i, 990 / wobble);
		/* Boots that differ by 4 % are no longer the clock's. */
		arms_put(&c, 3, 1, i, i ? 1040 : 1000);
	}
	judge(&c, &defaults);
	assert_int_equal(c.contrasts[0].method, METHOD_INSTRUCTIONS);
	assert_int_equal(judged(&c, 0)->verdict, VERDICT_REGRESSION);
	/* sd 0.001, two boots each: se .001; z.975 is 1.96 */
	assert_near(log(judged(&c, 0)->change.interval.high) - log(1.011), .00196, 1e-5);
	assert_int_equal(judged(&c, 1)->verdict, VERDICT_EQUIVALENT);
	assert_int_equal(judged(&c, 2)->verdict, VERDICT_IMPROVEMENT);
	assert_int_equal(judged(&c, 3)->method, METHOD_PAIRED);
	assert_int_equal(judged(&c, 3)->verdict, VERDICT_INCONCLUSIVE);
	comparison_free(&c);
}

/* That boots repeat is what the method builds on: it takes two of each to see it. */
static void test_one_boot_by_the_instruction_clock(void **state)
{
	struct comparison c;

	(void)state;
	/* In one of the arms, in both, in one row. */
	for (int where = 0; where < 3; where++) {
		arms_make(&c, 2, where == 1 ? 1 : 2, false, "instructions");
		c.arms[1].nr_boots -= where == 0;
		arms_row(&c, "a");
		for (uint32_t i = 0; i < c.arms[0].nr_boots; i++)
			arms_put(&c, 0, 0, i, 1000);
		arms_put(&c, 0, 1, 0, 1030);
		judge(&c, &defaults);
		c.arms[1].nr_boots += where == 0;
		assert_int_equal(c.contrasts[0].method,
				 where == 2 ? METHOD_INSTRUCTIONS : METHOD_NONE);
		assert_int_equal(judged(&c, 0)->method, METHOD_NONE);
		assert_int_equal(judged(&c, 0)->verdict, VERDICT_INCONCLUSIVE);
		assert_non_null(strstr(judged(&c, 0)->reason,
				       where == 0   ? "one boot of here: whether its instructions "
						      "repeat is not known, boot it twice"
				       : where == 1 ? "one boot per arm: whether"
						    : "measured in one boot only"));
		assert_near(judged(&c, 0)->change.ratio, 1.03, 1e-9);
		assert_true(isnan(judged(&c, 0)->change.interval.low));
		assert_int_equal(verdict_exit_status(&c), 2);
		comparison_free(&c);
	}
}

/* Medians that agree while repetitions are 10 % apart agree by luck. */
static void test_instructions_that_do_not_repeat(void **state)
{
	struct comparison c;

	(void)state;
	for (int blocks = 0; blocks < 2; blocks++) {
		arms_make(&c, 2, 2, blocks, "instructions");
		arms_row(&c, "a");
		for (uint32_t i = 0; i < 2; i++)
			for (size_t a = 0; a < 2; a++)
				for (int r = 0; r < 5; r++)
					arms_put(&c, 0, a, i, (a ? 1050 : 1000) * (0.9 + 0.05 * r));
		judge(&c, &defaults);
		assert_near(judged(&c, 0)->change.ratio, 1.05, 1e-9);
		assert_int_equal(judged(&c, 0)->method, blocks ? METHOD_PAIRED : METHOD_WELCH);
		/* By no less than the clock's 0.1 %, of which one degree of freedom makes 12.71
		 * times, and two 4.303 times. */
		assert_near(judged(&c, 0)->change.interval.low,
			    1.05 * exp(blocks ? -0.01271 : -0.004303), 1e-5);
		assert_int_equal(judged(&c, 0)->verdict, VERDICT_INCONCLUSIVE);
		comparison_free(&c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_instruction_clock),
		cmocka_unit_test(test_one_boot_by_the_instruction_clock),
		cmocka_unit_test(test_instructions_that_do_not_repeat),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

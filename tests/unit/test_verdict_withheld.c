// SPDX-License-Identifier: GPL-2.0-or-later
/* What forbids a verdict, or takes it back. */
#include "judged.h"

static void test_a_control_that_moves(void **state)
{
	struct comparison c;

	(void)state;
	arms_make(&c, 2, 6, true, "wall");
	arms_put_pairs(&c, arms_row(&c, "a"), slower, 6);
	arms_put_pairs(&c, arms_row(&c, "nop"), slower, 6);
	c.rows[1].control = true;
	judge(&c, &defaults);
	assert_int_equal(judged(&c, 0)->verdict, VERDICT_UNSTABLE);
	assert_int_equal(judged(&c, 1)->verdict, VERDICT_REGRESSION);
	assert_string_equal(c.contrasts[0].moved_control, "nop");
	assert_int_equal(c.contrasts[0].nr_gated, 1);
	assert_int_equal(verdict_exit_status(&c), 2);
	comparison_free(&c);

	arms_make(&c, 2, 6, true, "wall");
	arms_put_pairs(&c, arms_row(&c, "a"), slower, 6);
	arms_put_pairs(&c, arms_row(&c, "nop"), noisy, 6);
	c.rows[1].control = true;
	judge(&c, &defaults);
	assert_int_equal(judged(&c, 0)->verdict, VERDICT_REGRESSION);
	/* A control that is inconclusive gates nothing. */
	assert_int_equal(verdict_count(&c, VERDICT_INCONCLUSIVE), 0);
	comparison_free(&c);
}

/* The case is EQUIVALENT in each: what the control makes of it. */
static void test_a_control_that_is_lost(void **state)
{
	struct comparison c;

	(void)state;
	for (int how = 0; how < 3; how++) {
		arms_make(&c, 2, 6, true, "wall");
		arms_put_pairs(&c, arms_row(&c, "a"), same, 6);
		arms_put_pairs(&c, arms_row(&c, "nop"), noisy, 6);
		c.rows[1].control = true;
		if (how == 1) {
			c.rows[1].cells[1].failed = strdup("why");
			c.rows[1].cells[1].nr_failed = 2;
		}
		if (how == 2)
			c.rows[1].cells[0].nr_samples = 0;
		judge(&c, &defaults);
		assert_int_equal(judged(&c, 0)->verdict, VERDICT_EQUIVALENT);
		assert_int_equal(verdict_is_lost_control(&c.rows[1], judged(&c, 1)),
				 how == 1 || how == 2);
		if (how == 1)
			assert_string_equal(judged(&c, 1)->reason,
					    "failed in 2 of 6 boots of here: why");
		assert_false(verdict_is_lost_control(&c.rows[0], judged(&c, 1)));
		/* One that is inconclusive guards little, but guards. */
		assert_int_equal(verdict_exit_status(&c), how == 1 || how == 2 ? 2 : 0);
		comparison_free(&c);
	}
}

static void test_a_disputed_control(void **state)
{
	struct comparison c;

	(void)state;
	arms_make(&c, 2, 6, true, "wall");
	arms_put_pairs(&c, arms_row(&c, "a"), same, 6);
	c.rows[0].disputed = true;
	judge(&c, &defaults);
	assert_int_equal(judged(&c, 0)->verdict, VERDICT_INCOMPARABLE);
	assert_int_equal(verdict_exit_status(&c), 3);
	comparison_free(&c);
}

static void test_a_baseline_that_moves(void **state)
{
	static const struct verdict_options step = {.step = true};
	struct comparison c;

	(void)state;
	arms_make(&c, 3, 8, true, "wall");
	arms_row(&c, "a");
	/* A B B A A B B A: the second half is slower by a fifth. */
	for (uint32_t i = 0; i < 8; i++) {
		double base = i % 4 == 1 || i % 4 == 2 ? 1200 + i : 1000 + i;

		arms_put(&c, 0, 0, i, base);
		arms_put(&c, 0, 1, i, base * exp(slower[i % 6]));
		arms_put(&c, 0, 2, i, base * exp(slower[i % 6] + same[i % 6]));
	}
	judge(&c, &step);
	assert_int_equal(c.self_check.nr_boots[0], 4);
	assert_near(c.self_check.largest_change, .2, .001);
	assert_string_equal(c.self_check.moved, "a");
	assert_int_equal(judged(&c, 0)->verdict, VERDICT_UNSTABLE);
	/* Of two other arms that says nothing. */
	assert_int_equal(c.contrasts[2].base, 1);
	assert_int_equal(c.contrasts[2].judgements[0].verdict, VERDICT_EQUIVALENT);
	comparison_free(&c);
}

static void test_clocks_do_not_mix(void **state)
{
	struct comparison c;

	(void)state;
	arms_make(&c, 2, 6, true, "wall");
	arms_put_pairs(&c, arms_row(&c, "a"), same, 6);
	strcpy(c.arms[1].clock, "foo");
	judge(&c, &defaults);
	assert_int_equal(judged(&c, 0)->verdict, VERDICT_INCOMPARABLE);
	assert_true(isnan(judged(&c, 0)->change.ratio));
	assert_int_equal(verdict_exit_status(&c), 3);
	comparison_free(&c);
}

static void test_unverified(void **state)
{
	static const struct verdict_options accept = {.accept_unverified = true};
	struct comparison c;

	(void)state;
	for (int accepted = 0; accepted < 2; accepted++) {
		arms_make(&c, 2, 6, true, "wall");
		arms_put_pairs(&c, arms_row(&c, "a"), same, 6);
		c.rows[0].cells[1].nr_unverified = 1;
		judge(&c, accepted ? &accept : &defaults);
		assert_int_equal(judged(&c, 0)->verdict,
				 accepted ? VERDICT_EQUIVALENT : VERDICT_UNVERIFIED);
		assert_int_equal(verdict_exit_status(&c), accepted ? 0 : 2);
		/* The difference is shown all the same. */
		assert_near(judged(&c, 0)->change.ratio, 1, 1e-9);
		comparison_free(&c);
	}
}

static void test_one_boot_in_both_arms(void **state)
{
	struct comparison c;

	(void)state;
	arms_make(&c, 2, 6, true, "wall");
	arms_put_pairs(&c, arms_row(&c, "a"), slower, 6);
	free(c.arms[1].boots[3].id);
	c.arms[1].boots[3].id = strdup("base-2");
	judge(&c, &defaults);
	assert_int_equal(c.contrasts[0].method, METHOD_NONE);
	assert_int_equal(judged(&c, 0)->verdict, VERDICT_INCONCLUSIVE);
	assert_non_null(strstr(judged(&c, 0)->reason, "one kernel, two labels"));
	comparison_free(&c);
}

static void put_kernel(struct arm *arm, const char *release, const char *version)
{
	const char *const facts[][2] = {{"kernel.release", release}, {"kernel.version", version}};

	for (size_t i = 0; i < ARRAY_SIZE(facts) && facts[i][1]; i++) {
		struct fact *fact =
			array_add(&arm->facts, arm->nr_facts++, &arm->facts_room, sizeof(*fact));

		fact->name = strdup(facts[i][0]);
		fact->value = strdup(facts[i][1]);
	}
}

/* Two labels on one build: more often than not the other kernel was not booted. */
static void test_one_build_in_both_arms(void **state)
{
	static const struct {
		const char *release, *version, *allow;
		enum verdict verdict;
	} pairs[] = {
		{"6.18.0", "#1 SMP", NULL, VERDICT_INCONCLUSIVE},
		{"6.18.0", "#1 SMP", "kernel.version", VERDICT_REGRESSION},
		{"6.18.0", "#1 SMP", "kernel.release", VERDICT_INCONCLUSIVE},
		{"6.18.0", "#2 SMP", NULL, VERDICT_REGRESSION},
		{"6.18.1", "#1 SMP", NULL, VERDICT_REGRESSION},
		/* Without a version nothing says that it is the same build. */
		{"6.18.0", NULL, NULL, VERDICT_REGRESSION},
	};
	struct comparison c;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		const struct verdict_options options = {.allow = &pairs[i].allow,
							.nr_allow = pairs[i].allow ? 1 : 0};

		arms_make(&c, 2, 6, true, "wall");
		arms_put_pairs(&c, arms_row(&c, "a"), slower, 6);
		put_kernel(&c.arms[0], "6.18.0", "#1 SMP");
		put_kernel(&c.arms[1], pairs[i].release, pairs[i].version);
		judge(&c, &options);
		if (judged(&c, 0)->verdict != pairs[i].verdict)
			fail_msg("%zu: %s", i, judged(&c, 0)->reason);
		if (pairs[i].verdict == VERDICT_INCONCLUSIVE) {
			assert_int_equal(c.contrasts[0].method, METHOD_NONE);
			assert_non_null(strstr(judged(&c, 0)->reason,
					       "the same build, Linux 6.18.0 #1 SMP: did"));
		}
		comparison_free(&c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_control_that_moves),
		cmocka_unit_test(test_a_control_that_is_lost),
		cmocka_unit_test(test_a_disputed_control),
		cmocka_unit_test(test_a_baseline_that_moves),
		cmocka_unit_test(test_clocks_do_not_mix),
		cmocka_unit_test(test_unverified),
		cmocka_unit_test(test_one_boot_in_both_arms),
		cmocka_unit_test(test_one_build_in_both_arms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

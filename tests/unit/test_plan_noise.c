// SPDX-License-Identifier: GPL-2.0-or-later
/* The noise that a plan is made from, found again in campaigns of known noise. */
#include "tests/synthetic/tally.h"

#include "compare/levels.h"
#include "compare/plan_noise.h"
#include "compare/threshold.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* cmocka 1.1.5 compares floats only. */
#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static void read_noise(const struct campaign *campaign, struct plan_noise *noise,
		       struct comparison *c)
{
	assert_int_equal(campaign_make(campaign, c), 0);
	assert_int_equal(levels_estimate(c), 0);
	assert_int_equal(plan_noise_read(c, noise), 0);
	assert_int_equal(noise->nr_cases, campaign->nr_cases + campaign->nr_controls);
	assert_int_equal(noise->nr_gated, campaign->nr_cases);
	assert_int_equal(noise->present.processes, campaign->processes);
	assert_int_equal(noise->present.repetitions, campaign->repetitions);
	assert_int_equal(noise->present.blocks, campaign->blocks);
}

static void test_noise(void **state)
{
	struct campaign campaign = campaign_default();
	struct plan_noise noise;
	struct comparison c;

	(void)state;
	campaign.nr_cases = 2;
	campaign.nr_controls = 1;
	campaign.blocks = 400;
	campaign.block = 0.02;
	campaign.boot = 0.015;
	campaign.process = 0.008;
	campaign.repetition = 0.02;
	campaign.drift = 0.1;
	campaign.setup_ns = 3e8;
	campaign.per_repetition_ns = 4e7;
	read_noise(&campaign, &noise, &c);
	assert_true(noise.in_blocks);
	assert_int_equal(noise.boot_df, 399);
	assert_true(noise.cases[2].control);
	for (size_t i = 0; i < 3; i++) {
		/* 399, 1600 and 21,600 degrees of freedom, less for medians. */
		assert_near(noise.cases[i].noise.boot, 0.015, 0.12 * 0.015);
		assert_near(noise.cases[i].noise.process, 0.008, 0.12 * 0.008);
		assert_near(noise.cases[i].noise.repetition, 0.02, 0.04 * 0.02);
		assert_near(noise.cases[i].fixed_ns, 3e8, 1);
		assert_near(noise.cases[i].repetition_ns, 4e7, 1);
	}
	comparison_free(&c);
	free(noise.cases);

	/* In no blocks, drift is the boots': 10 % in 800 boots, of which each arm has half. */
	campaign.sequential = true;
	read_noise(&campaign, &noise, &c);
	assert_false(noise.in_blocks);
	assert_int_equal(noise.boot_df, 798);
	assert_near(noise.cases[0].noise.boot, hypot(0.015, 0.05 / sqrt(12)), 0.12 * 0.02);
	comparison_free(&c);
	free(noise.cases);
}

/* Boots without a block, and blocks of one arm alone, are partners of nothing. */
static void test_noise_of_shared_blocks(void **state)
{
	struct campaign campaign = campaign_default();
	struct plan_noise noise;
	struct comparison c;

	(void)state;
	campaign.blocks = 50;
	campaign.boot = 0.01;
	assert_int_equal(campaign_make(&campaign, &c), 0);
	for (size_t i = 0; i < 10; i++) {
		c.arms[0].boots[i].block = c.arms[1].boots[i].block = -1;
		c.arms[1].boots[10 + i].block += i < 5 ? 1000 : 0;
	}
	assert_int_equal(levels_estimate(&c), 0);
	assert_int_equal(plan_noise_read(&c, &noise), 0);
	assert_true(noise.in_blocks);
	assert_int_equal(noise.present.blocks, 35);
	assert_int_equal(noise.boot_df, 34);
	free(noise.cases);

	/* One block is no replication. */
	for (size_t i = 0; i < 50; i++)
		c.arms[1].boots[i].block = i == 20 ? c.arms[0].boots[20].block : -1;
	assert_int_equal(plan_noise_read(&c, &noise), 0);
	assert_false(noise.in_blocks);
	assert_int_equal(noise.present.blocks, 50);
	assert_int_equal(noise.boot_df, 98);
	free(noise.cases);
	comparison_free(&c);
}

/* What is not replicated is in the level above, or not known. */
static void test_noise_of_single_levels(void **state)
{
	struct campaign campaign = campaign_default();
	struct plan_noise noise;
	struct comparison c;

	(void)state;
	campaign.nr_cases = 12;
	campaign.blocks = 1;
	campaign.boot = 0.05;
	campaign.process = 0.01;
	read_noise(&campaign, &noise, &c);
	assert_int_equal(noise.boot_df, 0);
	assert_true(isnan(noise.cases[0].noise.boot));
	assert_true(noise.cases[0].noise.process < 0.03);
	assert_true(isinf(noise.prior_df));
	comparison_free(&c);
	free(noise.cases);

	campaign.nr_cases = 1;
	campaign.blocks = 400;
	campaign.processes = campaign.repetitions = 1;
	campaign.boot = 0.03;
	campaign.process = 0.04;
	read_noise(&campaign, &noise, &c);
	assert_true(isnan(noise.cases[0].noise.repetition));
	assert_true(isnan(noise.cases[0].noise.process));
	assert_near(noise.cases[0].noise.boot, 0.05, 0.12 * 0.05);
	assert_true(noise.prior_df == 0);
	comparison_free(&c);
	free(noise.cases);
}

static void keep_first_process(struct cell *cell)
{
	size_t n = 0;

	for (size_t i = 0; i < cell->nr_samples; i++)
		if (!cell->samples[i].process)
			cell->samples[n++] = cell->samples[i];
	cell->nr_samples = n;
}

/* A case with fewer processes does not change what the others' boots are. */
static void test_noise_of_unlike_cases(void **state)
{
	struct campaign campaign = campaign_default();
	struct plan_noise noise;
	struct comparison c;

	(void)state;
	campaign.nr_cases = 2;
	campaign.blocks = 400;
	campaign.boot = 0.015;
	campaign.process = 0.02;
	assert_int_equal(campaign_make(&campaign, &c), 0);
	for (size_t a = 0; a < 2; a++)
		keep_first_process(&c.rows[1].cells[a]);
	assert_int_equal(levels_estimate(&c), 0);
	assert_int_equal(plan_noise_read(&c, &noise), 0);
	assert_int_equal(noise.present.processes, 1);
	assert_near(noise.cases[0].noise.boot, 0.015, 0.15 * 0.015);
	assert_near(noise.cases[1].noise.boot, 0.025, 0.12 * 0.025);
	comparison_free(&c);
	free(noise.cases);
}

/* Medians hardly see the tail: of 9 they vary like those of a normal 0.81 % (simulated). */
static void test_noise_with_a_slow_tail(void **state)
{
	struct campaign campaign = campaign_default();
	struct plan_noise noise;
	struct comparison c;

	(void)state;
	campaign.nr_cases = 1;
	campaign.blocks = 200;
	campaign.repetition = 0.005;
	campaign.tail_share = 0.2;
	campaign.tail = 0.05;
	read_noise(&campaign, &noise, &c);
	assert_near(noise.cases[0].noise.repetition, 0.0081, 0.2 * 0.0081);
	assert_true(noise.cases[0].noise.boot < 0.002);
	comparison_free(&c);
	free(noise.cases);
}

static void test_numbers_of_repetitions(void **state)
{
	struct campaign campaign = campaign_default();
	static const size_t numbers[] = {2, 3, 4, 6, 10};

	(void)state;
	campaign.nr_cases = 1;
	campaign.blocks = 400;
	campaign.repetition = 0.01;
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		struct plan_noise noise;
		struct comparison c;

		campaign.repetitions = numbers[i];
		read_noise(&campaign, &noise, &c);
		assert_near(noise.cases[0].noise.repetition, 0.01, 0.08 * 0.01);
		comparison_free(&c);
		free(noise.cases);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_noise),
		cmocka_unit_test(test_noise_of_shared_blocks),
		cmocka_unit_test(test_noise_of_single_levels),
		cmocka_unit_test(test_noise_of_unlike_cases),
		cmocka_unit_test(test_noise_with_a_slow_tail),
		cmocka_unit_test(test_numbers_of_repetitions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

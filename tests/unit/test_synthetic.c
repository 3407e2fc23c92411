// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Holds the generator of campaigns to what is asked of it: orders, levels of noise, drift, effects;
 * and its files to its numbers. Seeds are fixed, so that nothing here depends on chance; tolerances
 * are three standard errors or more.
 */
#include "tests/synthetic/anova.h"
#include "tests/synthetic/campaign.h"
#include "tmpdir.h"

#include "compare/levels.h"
#include "compare/reader.h"
#include "compare/threshold.h"
#include "compare/verdict.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* cmocka 1.1.5 compares floats only. */
#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static void make(const struct campaign *campaign, struct comparison *c)
{
	assert_int_equal(campaign_make(campaign, c), 0);
	assert_int_equal(levels_estimate(c), 0);
}

/* Logarithm of the figure of boot @i, in the order of time, of a row. */
static double boot_log(const struct comparison *c, size_t row, size_t arm, size_t i)
{
	return log(c->rows[row].cells[arm].boots[i].median);
}

/* Of the second arm against the first; @diff: of each pair of boots. */
static double mean_difference(const struct comparison *c, size_t row, double *diff)
{
	size_t n = c->arms[0].nr_boots;

	for (size_t i = 0; i < n; i++)
		diff[i] = boot_log(c, row, 1, i) - boot_log(c, row, 0, i);
	return gsl_stats_mean(diff, 1, n);
}

static void test_order_is_abba(void **state)
{
	struct campaign campaign = campaign_default();
	size_t arms[12], starts[2] = {0};

	(void)state;
	for (campaign.seed = 1; campaign.seed <= 20; campaign.seed++) {
		assert_int_equal(campaign_order(&campaign, arms), 0);
		for (size_t i = 0; i < 12; i += 4) {
			assert_int_equal(arms[i] + arms[i + 1], 1);
			assert_int_equal(arms[i + 2], arms[i + 1]);
			assert_int_equal(arms[i + 3], arms[i]);
			starts[arms[i]]++;
		}
	}
	/* 60 throws of a coin. */
	assert_in_range(starts[0], 18, 42);
	campaign.sequential = true;
	assert_int_equal(campaign_order(&campaign, arms), 0);
	for (size_t i = 0; i < 12; i++)
		assert_int_equal(arms[i], i / 6);
}

static void test_order_of_three_is_a_latin_square(void **state)
{
	struct campaign campaign = campaign_default();
	size_t arms[9];

	(void)state;
	campaign.nr_arms = campaign.blocks = 3;
	assert_int_equal(campaign_order(&campaign, arms), 0);
	for (size_t i = 0; i < 3; i++) {
		size_t in_block = 0, in_place = 0;

		for (size_t j = 0; j < 3; j++) {
			in_block |= (size_t)1 << arms[3 * i + j];
			in_place |= (size_t)1 << arms[3 * j + i];
		}
		assert_int_equal(in_block, 7);
		assert_int_equal(in_place, 7);
	}
}

static void test_same_seed_same_campaign(void **state)
{
	struct campaign campaign = campaign_default();
	struct comparison a, b, other;

	(void)state;
	campaign.boot = 0.01;
	make(&campaign, &a);
	make(&campaign, &b);
	campaign.seed = 2;
	make(&campaign, &other);
	assert_true(boot_log(&a, 3, 1, 5) == boot_log(&b, 3, 1, 5));
	assert_true(boot_log(&a, 3, 1, 5) != boot_log(&other, 3, 1, 5));
	comparison_free(&a);
	comparison_free(&b);
	comparison_free(&other);
}

static void test_drift(void **state)
{
	struct campaign campaign = campaign_default();
	struct comparison c;
	double diff[6];

	(void)state;
	campaign.drift = 0.02;
	make(&campaign, &c);
	/* Three whole ABBA: what drifts steadily is the same for both. */
	assert_near(mean_difference(&c, 0, diff), 0, 1e-12);
	/* Steps of 2 % in 11 between the boots of a block. */
	assert_near(fabs(diff[0]), 0.02 / 11, 1e-12);
	comparison_free(&c);
	campaign.sequential = true;
	make(&campaign, &c);
	/* Each boot is six steps after its counterpart. */
	assert_near(mean_difference(&c, 0, diff), 0.02 * 6 / 11, 1e-12);
	comparison_free(&c);
}

static void test_effects(void **state)
{
	struct campaign campaign = campaign_default();
	double effects[2 * 8] = {[2 * 2 + 1] = log(1.05), [5 * 2 + 1] = log(0.9)}, diff[6];
	struct comparison c;

	(void)state;
	campaign.effects = effects;
	make(&campaign, &c);
	assert_near(exp(mean_difference(&c, 2, diff)), 1.05, 1e-12);
	assert_near(exp(mean_difference(&c, 5, diff)), 0.9, 1e-12);
	assert_near(mean_difference(&c, 3, diff), 0, 1e-12);
	assert_near(exp(boot_log(&c, 2, 0, 0)), 3000, 1e-9);
	comparison_free(&c);
}

/* The nested analysis of variance of one cell. */
static struct components components_of(const struct cell *cell)
{
	struct observation *o = calloc(cell->nr_samples, sizeof(*o));
	struct components components;

	assert_non_null(o);
	for (size_t i = 0; i < cell->nr_samples; i++) {
		const struct sample *s = &cell->samples[i];

		o[i] = (struct observation){s->run, s->process, log(s->iteration_ns)};
	}
	anova_components(o, cell->nr_samples, &components);
	free(o);
	return components;
}

static void test_levels_of_noise(void **state)
{
	struct campaign campaign = campaign_default();
	struct components components;
	double diff[800];
	struct comparison c;

	(void)state;
	campaign.nr_cases = 1;
	campaign.blocks = 800;
	campaign.processes = 4;
	campaign.repetitions = 6;
	campaign.boot = 0.03;
	campaign.process = 0.01;
	campaign.repetition = 0.005;
	make(&campaign, &c);
	components = components_of(&c.rows[0].cells[1]);
	/*
	 * 16,000, 2,400 and 799 degrees of freedom: relative standard errors of 0.6, 1.5 and
	 * 2.5 %.
	 */
	assert_near(components.repetition, 0.005, 0.02 * 0.005);
	assert_near(components.process, 0.01, 0.05 * 0.01);
	assert_near(components.boot, 0.03, 0.08 * 0.03);
	comparison_free(&c);

	/* What a block's boots share is in each boot, and in no difference. */
	campaign.process = campaign.repetition = 0;
	campaign.block = 0.1;
	make(&campaign, &c);
	assert_near(mean_difference(&c, 0, diff), 0, 3 * 0.03 * sqrt(2.0 / 800));
	assert_near(gsl_stats_sd(diff, 1, 800), 0.03 * sqrt(2), 0.08 * 0.03 * sqrt(2));
	components = components_of(&c.rows[0].cells[1]);
	assert_near(components.boot, sqrt(0.1 * 0.1 + 0.03 * 0.03), 0.08 * 0.1);
	comparison_free(&c);
}

static void test_shared_and_own_boot_effects(void **state)
{
	struct campaign campaign = campaign_default();
	const double sd[] = {0.01, 0.02, 0.03};
	double logs[3][800];
	struct comparison c;

	(void)state;
	campaign.nr_cases = 3;
	campaign.blocks = 800;
	campaign.processes = campaign.repetitions = 1;
	campaign.row_boot = sd;
	campaign.shared_boot = 0.02;
	make(&campaign, &c);
	for (size_t r = 0; r < 3; r++) {
		for (size_t i = 0; i < 800; i++)
			logs[r][i] = boot_log(&c, r, 0, i);
		assert_near(gsl_stats_sd(logs[r], 1, 800), hypot(0.02, sd[r]), 0.08 * 0.036);
	}
	/* The shared variance against both of their own and shared ones. */
	assert_near(gsl_stats_correlation(logs[0], 1, logs[1], 1, 800),
		    0.0004 / sqrt(0.0005 * 0.0008), 0.08);
	comparison_free(&c);
}

static void test_slow_tail(void **state)
{
	struct campaign campaign = campaign_default();
	const struct cell *cell;
	struct comparison c;
	double sum = 0, slow = 0;

	(void)state;
	campaign.nr_cases = 1;
	campaign.blocks = 400;
	campaign.tail_share = 0.2;
	campaign.tail = 0.05;
	make(&campaign, &c);
	cell = &c.rows[0].cells[0];
	for (size_t i = 0; i < cell->nr_samples; i++) {
		double x = log(cell->samples[i].iteration_ns / 1000);

		assert_true(x > -1e-12);
		slow += x > 1e-12;
		sum += x;
	}
	/* 10,800 repetitions, 2,160 of them in the tail. */
	assert_near(slow / (double)cell->nr_samples, 0.2, 0.012);
	assert_near(sum / slow, 0.05, 0.0035);
	comparison_free(&c);
}

/* Both judged with the thresholds that compare has by itself. */
static void assert_judged_alike(struct comparison *a, struct comparison *b)
{
	const struct verdict_options options = {0};
	const struct thresholds none = {0};
	struct error err = {""};

	assert_int_equal(threshold_apply(&none, b, &err), 0);
	assert_int_equal(verdict_judge(a, &options), 0);
	assert_int_equal(verdict_judge(b, &options), 0);
	assert_int_equal(a->nr_rows, b->nr_rows);
	assert_int_equal(a->nr_contrasts, b->nr_contrasts);
	for (size_t i = 0; i < a->nr_contrasts; i++) {
		assert_int_equal(a->contrasts[i].method, b->contrasts[i].method);
		assert_int_equal(b->contrasts[i].nr_fatal, 0);
		for (size_t r = 0; r < a->nr_rows; r++) {
			const struct judgement *x = &a->contrasts[i].judgements[r];
			const struct judgement *y = &b->contrasts[i].judgements[r];

			assert_string_equal(a->rows[r].name, b->rows[r].name);
			assert_int_equal(a->rows[r].control, b->rows[r].control);
			assert_string_equal(verdict_name(x->verdict), verdict_name(y->verdict));
			assert_string_equal(x->reason, y->reason);
			assert_near(x->change.ratio, y->change.ratio, 1e-12);
			assert_near(x->p_adjusted, y->p_adjusted, 1e-9);
			assert_int_equal(x->fragile, y->fragile);
		}
	}
}

static void judge_files(const struct rootfs *root, const struct campaign *campaign,
			struct comparison *made)
{
	char base[PATH_MAX], new[PATH_MAX], third[PATH_MAX];
	const char *const inputs[] = {tmpdir_path(root, "base", base),
				      tmpdir_path(root, "new", new),
				      tmpdir_path(root, "new-2", third)};
	const struct reader_options options = {0};
	struct error err = {""};
	struct comparison read;

	if (campaign_write(campaign, root->path, &err) ||
	    reader_load(&read, inputs, campaign->nr_arms, &options, &err))
		fail_msg("%s", err.text);
	assert_int_equal(campaign_make(campaign, made), 0);
	assert_judged_alike(made, &read);
	comparison_free(&read);
}

static void test_files_are_judged_alike(void **state)
{
	struct campaign campaign = campaign_default();
	double effects[3 * 14] = {[3 * 0 + 1] = 0.08, [3 * 1 + 2] = -0.08, [3 * 2 + 1] = 0.01};
	struct comparison c;

	campaign.nr_arms = 3;
	campaign.nr_cases = 12;
	campaign.nr_controls = 2;
	campaign.effects = effects;
	campaign.boot = 0.008;
	campaign.process = 0.004;
	campaign.repetition = 0.003;
	campaign.tail_share = 0.1;
	campaign.tail = 0.05;
	judge_files(*state, &campaign, &c);
	/* Natural order: case_10 is the tenth. */
	assert_string_equal(c.rows[9].name, "case_10");
	assert_string_equal(c.rows[12].name, "control_1");
	assert_int_equal(c.contrasts[0].method, METHOD_PAIRED);
	assert_int_equal(c.contrasts[0].judgements[0].verdict, VERDICT_REGRESSION);
	assert_int_equal(c.contrasts[1].judgements[1].verdict, VERDICT_IMPROVEMENT);
	comparison_free(&c);
}

static void test_files_in_no_blocks(void **state)
{
	struct campaign campaign = campaign_default();
	struct comparison c;

	campaign.boot = 0.01;
	campaign.sequential = true;
	judge_files(*state, &campaign, &c);
	assert_int_equal(c.contrasts[0].method, METHOD_WELCH);
	comparison_free(&c);
}

static void test_files_of_the_instruction_clock(void **state)
{
	struct campaign campaign = campaign_default();
	struct comparison c;

	campaign.boot = 0.0002;
	campaign.blocks = 2;
	campaign.clock = "instructions";
	judge_files(*state, &campaign, &c);
	assert_int_equal(c.contrasts[0].method, METHOD_INSTRUCTIONS);
	comparison_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order_is_abba),
		cmocka_unit_test(test_order_of_three_is_a_latin_square),
		cmocka_unit_test(test_same_seed_same_campaign),
		cmocka_unit_test(test_drift),
		cmocka_unit_test(test_effects),
		cmocka_unit_test(test_levels_of_noise),
		cmocka_unit_test(test_shared_and_own_boot_effects),
		cmocka_unit_test(test_slow_tail),
		tmpdir_test(test_files_are_judged_alike),
		tmpdir_test(test_files_in_no_blocks),
		tmpdir_test(test_files_of_the_instruction_clock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

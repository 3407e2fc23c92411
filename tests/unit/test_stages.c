// SPDX-License-Identifier: GPL-2.0-or-later
/* Which contrast is whose in the table of a series, and what stands for all of its cases. */
#include "compare/stages.h"
#include "compare/steps.h"
#include "compare/verdict.h"
#include "tests/synthetic/campaign.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct step steps[] = {
	{"0123456789abcdef", "Begin", NULL, "build failed: see log"},
	{"1123456789abcdef", "Go on", "a", NULL},
	{"2123456789abcdef", NULL, "b", NULL},
	{"3123456789abcdef", "Break", NULL, "no boot"},
	{"4123456789abcdef", "End", "c", NULL},
};

/* Three arms, four cases and a control. */
static int setup(void **state)
{
	struct campaign campaign = campaign_default();
	struct comparison *c = calloc(1, sizeof(*c));

	campaign.nr_arms = 3;
	campaign.nr_cases = 4;
	campaign.nr_controls = 1;
	if (!c || campaign_make(&campaign, c))
		return -1;
	*state = c;
	return verdict_judge(c, &(struct verdict_options){.step = true});
}

static int teardown(void **state)
{
	comparison_free(*state);
	free(*state);
	return 0;
}

static void check_contrast(const struct contrast *contrast, size_t base, size_t here)
{
	assert_non_null(contrast);
	assert_int_equal(contrast->base, base);
	assert_int_equal(contrast->here, here);
}

static void test_arms(void **state)
{
	struct comparison *c = *state;
	struct series s;

	c->steps = NULL;
	assert_int_equal(series_make(&s, c), 0);
	assert_int_equal(s.nr_stages, 3);
	assert_int_equal(s.nr_cases, 4);
	assert_null(s.stages[0].contrast);
	/* The first step is also against the first arm. */
	check_contrast(s.stages[1].contrast, 0, 1);
	assert_ptr_equal(s.stages[1].contrast, s.stages[1].total);
	check_contrast(s.stages[2].contrast, 1, 2);
	assert_true(s.stages[2].contrast->step);
	check_contrast(s.stages[2].total, 0, 2);
	assert_ptr_equal(series_whole(&s), s.stages[2].total);
	assert_string_equal(stage_name(&s, 0).text, "00 base");
	assert_string_equal(stage_name(&s, 2).text, "02 new-2");
	assert_string_equal(stage_pair(&s, s.stages[2].contrast).text, "02 against 01");
	series_free(&s);
}

static void test_steps(void **state)
{
	struct comparison *c = *state;
	char name[STEP_NAME_SIZE];
	struct series s;

	c->steps = steps;
	c->nr_steps = ARRAY_SIZE(steps);
	assert_int_equal(series_make(&s, c), 0);
	assert_int_equal(s.first, 1);
	assert_int_equal(s.last, 4);
	assert_null(s.stages[1].contrast);
	check_contrast(s.stages[2].contrast, 0, 1);
	assert_int_equal(s.stages[3].arm, NO_INDEX);
	check_contrast(s.stages[4].contrast, 1, 2);
	assert_string_equal(stage_name(&s, 0).text, "00 Begin");
	assert_string_equal(stage_name(&s, 1).text, "01 base: Go on");
	assert_string_equal(stage_name(&s, 2).text, "02 2123456789ab");
	assert_string_equal(stage_name(&s, 4).text, "04 (since 02) End");
	assert_string_equal(stage_failure(&s.stages[0]).text, "build failed");
	assert_string_equal(stage_failure(&s.stages[3]).text, "no boot");
	assert_string_equal(whole_name(&s).text, "whole: 04 against 01");
	assert_string_equal(stage_pair(&s, s.stages[4].contrast).text, "04 against 02");
	assert_string_equal(step_name(steps, 3, name), "03-3123456789ab");
	/* A step without results is no pass. */
	assert_int_equal(verdict_exit_status(c), 2);
	c->nr_steps = 0;
	assert_int_equal(verdict_exit_status(c), 0);
	series_free(&s);
}

static void test_findings(void **state)
{
	struct comparison *c = *state;
	struct judgement *j = c->contrasts[0].judgements;
	struct extremes e;
	struct series s;

	c->steps = NULL;
	assert_int_equal(series_make(&s, c), 0);
	assert_int_equal(series_verdict(&s, &c->contrasts[0]), VERDICT_EQUIVALENT);
	j[0].change.ratio = 1.01;
	j[1].change.ratio = 0.9;
	j[1].verdict = VERDICT_IMPROVEMENT;
	j[2].change.ratio = NAN;
	/* The control is no case. */
	j[4].change.ratio = 2;
	j[4].verdict = VERDICT_REGRESSION;
	assert_int_equal(series_verdict(&s, &c->contrasts[0]), VERDICT_IMPROVEMENT);
	j[2].verdict = VERDICT_MISSING;
	assert_int_equal(series_verdict(&s, &c->contrasts[0]), VERDICT_MISSING);
	e = series_extremes(&s, &c->contrasts[0]);
	assert_int_equal(e.worst, 0);
	assert_int_equal(e.best, 1);
	assert_int_equal(e.decisive, 2);
	j[3].verdict = VERDICT_REGRESSION;
	assert_int_equal(series_verdict(&s, &c->contrasts[0]), VERDICT_REGRESSION);
	assert_int_equal(series_extremes(&s, &c->contrasts[0]).decisive, 3);
	j[0].verdict = VERDICT_INCOMPARABLE;
	assert_int_equal(series_verdict(&s, &c->contrasts[0]), VERDICT_INCOMPARABLE);
	series_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_arms, setup, teardown),
		cmocka_unit_test_setup_teardown(test_steps, setup, teardown),
		cmocka_unit_test_setup_teardown(test_findings, setup, teardown),
	};

	return cmocka_run_group_tests_name("stages", tests, NULL, NULL);
}

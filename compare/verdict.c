// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/verdict.h"

#include "compare/adjust.h"
#include "compare/comparable.h"
#include "compare/contrast.h"
#include "compare/curve.h"
#include "compare/judgement.h"
#include "compare/levels.h"
#include "compare/preconditions.h"
#include "compare/self_check.h"
#include "compare/steps.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define SIGNIFICANT 0.05

static int decide_too_few(const struct contrast *contrast, struct judgement *j)
{
	const char *unit = j->method == METHOD_PAIRED ? "block" : "boot";

	if (j->method == METHOD_NONE)
		return judgement_decide(j, VERDICT_INCONCLUSIVE,
					"measured in one %s only: the difference may be the boot's",
					contrast->method == METHOD_PAIRED ? "block" : "boot");
	return judgement_decide(j, VERDICT_INCONCLUSIVE, "%zu %ss%s: %s judged from %d on",
				j->nr_units, unit, j->method == METHOD_PAIRED ? "" : " per arm",
				contrast->method == METHOD_INSTRUCTIONS
					? "instructions that do not repeat are"
					: "a wall clock is",
				MIN_UNITS);
}

/* Numbers for what has any, then what they cannot say. */
static int measure_row(const struct comparison *c, const struct contrast *contrast, size_t r,
		       const struct verdict_options *options)
{
	const struct row *row = &c->rows[r];
	struct judgement *j = &contrast->judgements[r];
	int ret = preconditions_judge(c, contrast, r, options);

	if (ret)
		return ret;
	if (row->cells[contrast->base].nr_samples && row->cells[contrast->here].nr_samples &&
	    j->verdict != VERDICT_INCOMPARABLE)
		ret = contrast_measure(c, contrast, r);
	if (ret || !judgement_is_open(j))
		return ret;
	if (j->method == METHOD_NONE ||
	    (j->method != METHOD_INSTRUCTIONS && j->nr_units < MIN_UNITS))
		return decide_too_few(contrast, j);
	return 0;
}

static int decide_row(const struct row *row, struct judgement *j)
{
	const struct interval *ci = &j->change.interval;
	double high = 1 + row->threshold, low = 1 / high;
	bool significant = j->p_adjusted < SIGNIFICANT && (ci->low > 1 || ci->high < 1);

	if (significant && j->change.ratio >= high)
		return judgement_decide(j, VERDICT_REGRESSION,
					"slower by the threshold of %g%% or more",
					100 * row->threshold);
	if (significant && j->change.ratio <= low)
		return judgement_decide(j, VERDICT_IMPROVEMENT,
					"faster by the threshold of %g%% or more",
					100 * row->threshold);
	if (!(j->interval_90.high < high))
		return judgement_decide(j, VERDICT_INCONCLUSIVE,
					"the 90%% interval reaches beyond the threshold of %g%%",
					100 * row->threshold);
	if (!(j->interval_90.low > low))
		return judgement_decide(j, VERDICT_NO_REGRESSION, "a slowdown by %g%% is excluded",
					100 * row->threshold);
	if (significant)
		return judgement_decide(j, VERDICT_SMALL_CHANGE, "a change, but one within %g%%",
					100 * row->threshold);
	return judgement_decide(j, VERDICT_EQUIVALENT, "a change by %g%% is excluded, either way",
				100 * row->threshold);
}

static bool is_moved(enum verdict verdict)
{
	return verdict == VERDICT_REGRESSION || verdict == VERDICT_IMPROVEMENT;
}

static int make_unstable(const struct comparison *c, struct contrast *contrast)
{
	const char *moved = contrast->moved_control;
	/* What is known of the first arm says nothing of two others. */
	const char *differs = contrast->base ? NULL : c->self_check.moved;
	int ret = 0;

	for (size_t r = 0; r < c->nr_rows && !ret; r++) {
		struct judgement *j = &contrast->judgements[r];

		if (isnan(j->p_adjusted) || c->rows[r].control)
			continue;
		if (moved)
			ret = judgement_decide(
				j, VERDICT_UNSTABLE,
				"control %s moved, which no patch can move: the machine did",
				moved);
		else if (differs)
			ret = judgement_decide(
				j, VERDICT_UNSTABLE,
				"the baseline differs from itself in %s: the machine changed",
				differs);
	}
	return ret;
}

static int judge_contrast(struct comparison *c, struct contrast *contrast,
			  const struct verdict_options *options)
{
	int ret = comparable_check(&c->arms[contrast->base], &c->arms[contrast->here],
				   options->allow, options->nr_allow, &contrast->mismatches,
				   &contrast->nr_mismatches);

	if (ret)
		return ret;
	contrast->nr_fatal = comparable_count_fatal(contrast->mismatches, contrast->nr_mismatches);
	contrast_choose_method(
		c, contrast,
		options->same_build ||
			comparable_allows(options->allow, options->nr_allow, "kernel.version"));
	for (size_t r = 0; r < c->nr_rows && !ret; r++) {
		struct judgement *j = &contrast->judgements[r];

		judgement_clear(j);
		ret = measure_row(c, contrast, r, options);
		if (j->nr_units > contrast->nr_units)
			contrast->nr_units = j->nr_units;
	}
	if (!ret)
		ret = adjust_family(c, contrast, false);
	if (!ret)
		ret = adjust_family(c, contrast, true);
	for (size_t r = 0; r < c->nr_rows && !ret; r++) {
		struct judgement *j = &contrast->judgements[r];

		if (!judgement_is_open(j))
			continue;
		ret = decide_row(&c->rows[r], j);
		if (c->rows[r].control && is_moved(j->verdict))
			contrast->moved_control = c->rows[r].name;
	}
	return ret ? ret : make_unstable(c, contrast);
}

static int add_contrasts(struct comparison *c, bool step)
{
	c->contrasts = calloc(2 * c->nr_arms, sizeof(*c->contrasts));
	if (!c->contrasts)
		return -ENOMEM;
	for (size_t a = 1; a < c->nr_arms; a++) {
		c->contrasts[c->nr_contrasts++] = (struct contrast){.base = 0, .here = a};
		/* The second arm's predecessor is the first. */
		if (step && a > 1)
			c->contrasts[c->nr_contrasts++] =
				(struct contrast){.base = a - 1, .here = a, .step = true};
	}
	for (size_t i = 0; i < c->nr_contrasts; i++) {
		c->contrasts[i].judgements =
			calloc(c->nr_rows + 1, sizeof(*c->contrasts[i].judgements));
		if (!c->contrasts[i].judgements)
			return -ENOMEM;
	}
	return 0;
}

int verdict_judge(struct comparison *c, const struct verdict_options *options)
{
	int ret = levels_estimate(c);

	if (!ret)
		ret = self_check(c);
	if (!ret)
		ret = add_contrasts(c, options->step);
	for (size_t i = 0; i < c->nr_contrasts && !ret; i++)
		ret = judge_contrast(c, &c->contrasts[i], options);
	return ret ? ret : curve_make(c);
}

size_t verdict_count(const struct comparison *c, enum verdict verdict)
{
	size_t n = 0;

	for (size_t i = 0; i < c->nr_contrasts; i++)
		for (size_t r = 0; r < c->nr_rows; r++)
			n += !c->rows[r].control &&
			     c->contrasts[i].judgements[r].verdict == verdict;
	return n;
}

bool verdict_is_lost_control(const struct row *row, const struct judgement *j)
{
	return row->control && (j->verdict == VERDICT_ERROR || j->verdict == VERDICT_MISSING);
}

static bool lost_a_control(const struct comparison *c)
{
	for (size_t i = 0; i < c->nr_contrasts; i++)
		for (size_t r = 0; r < c->nr_rows; r++)
			if (verdict_is_lost_control(&c->rows[r], &c->contrasts[i].judgements[r]))
				return true;
	return false;
}

static bool lacks_a_step(const struct comparison *c)
{
	for (size_t i = 0; i < c->nr_steps; i++)
		if (!c->steps[i].arm)
			return true;
	return false;
}

int verdict_exit_status(const struct comparison *c)
{
	size_t passed = 0;

	if (verdict_count(c, VERDICT_INCOMPARABLE))
		return 3;
	if (verdict_count(c, VERDICT_REGRESSION))
		return 1;
	for (int v = VERDICT_INCONCLUSIVE; v < VERDICT_NOT_MEASURED; v++)
		if (verdict_count(c, (enum verdict)v))
			return 2;
	if (lost_a_control(c) || lacks_a_step(c))
		return 2;
	for (int v = VERDICT_REGRESSION; v < VERDICT_INCONCLUSIVE; v++)
		passed += verdict_count(c, (enum verdict)v);
	return passed ? 0 : 2;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Rows that some arm does not have: what is missing, and what was never to be had. */
#include "arms.h"

#include "compare/verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const double still[] = {.001, -.001, .002, -.002, .001, -.001};

/* A row that both have, so that the whole can pass, and one that neither has. */
static void make(struct comparison *c, size_t nr_arms)
{
	arms_make(c, nr_arms, 6, true, "wall");
	arms_put_pairs(c, arms_row(c, "a"), still, 6);
	arms_row(c, "b");
}

static void put_all(struct comparison *c, size_t arm)
{
	for (uint32_t i = 0; i < 6; i++)
		arms_put(c, 1, arm, i, 1000 + i);
}

static void judge(struct comparison *c, int status)
{
	const struct verdict_options options = {.step = true};

	assert_int_equal(verdict_judge(c, &options), 0);
	assert_int_equal(verdict_exit_status(c), status);
}

static void assert_judged(const struct comparison *c, size_t contrast, enum verdict verdict,
			  const char *reason)
{
	const struct judgement *j = &c->contrasts[contrast].judgements[1];

	assert_string_equal(verdict_name(j->verdict), verdict_name(verdict));
	assert_string_equal(j->reason, reason);
}

static void test_missing(void **state)
{
	struct comparison c;

	(void)state;
	make(&c, 2);
	put_all(&c, 1);
	judge(&c, 2);
	assert_judged(&c, 0, VERDICT_MISSING, "no such row in base");
	comparison_free(&c);

	make(&c, 2);
	put_all(&c, 0);
	judge(&c, 2);
	assert_judged(&c, 0, VERDICT_MISSING, "no such row in here");
	comparison_free(&c);

	/* Skipped by one and unknown to the other is missing too: it may be a new case. */
	make(&c, 2);
	c.rows[1].cells[0].skipped = strdup("no THP");
	judge(&c, 2);
	assert_judged(&c, 0, VERDICT_MISSING, "skipped in base: no THP");
	comparison_free(&c);
}

static void test_skipped_by_all(void **state)
{
	struct comparison c;

	(void)state;
	make(&c, 2);
	c.rows[1].cells[0].skipped = strdup("no THP");
	c.rows[1].cells[1].skipped = strdup("no mTHP");
	judge(&c, 0);
	assert_judged(&c, 0, VERDICT_NOT_MEASURED, "no THP");
	comparison_free(&c);

	/* What the third arm could measure, the others miss. */
	make(&c, 3);
	c.rows[1].cells[0].skipped = strdup("no THP");
	c.rows[1].cells[1].skipped = strdup("no mTHP");
	put_all(&c, 2);
	judge(&c, 2);
	assert_judged(&c, 0, VERDICT_MISSING, "skipped in here: no mTHP");
	comparison_free(&c);
}

static void test_failed(void **state)
{
	struct comparison c;

	(void)state;
	make(&c, 2);
	put_all(&c, 0);
	c.rows[1].cells[1].failed = strdup("killed");
	c.rows[1].cells[1].nr_failed = 2;
	judge(&c, 2);
	assert_judged(&c, 0, VERDICT_ERROR, "failed in 2 of 6 boots of here: killed");
	comparison_free(&c);
}

/* The third arm is a mail's: what it has or lacks changes nothing for the two before it. */
static void test_published_third(void **state)
{
	struct comparison c;

	(void)state;
	make(&c, 3);
	c.arms[2].published = true;
	put_all(&c, 2);
	judge(&c, 0);
	assert_judged(&c, 0, VERDICT_NOT_MEASURED, "a published figure alone");
	assert_judged(&c, 1, VERDICT_NOT_MEASURED, "a published figure alone");
	comparison_free(&c);

	make(&c, 3);
	c.arms[2].published = true;
	put_all(&c, 2);
	c.rows[1].cells[0].skipped = strdup("no THP");
	c.rows[1].cells[1].skipped = strdup("no THP");
	judge(&c, 0);
	assert_judged(&c, 0, VERDICT_NOT_MEASURED, "no THP");
	comparison_free(&c);

	/* It hides nothing either. */
	make(&c, 3);
	c.arms[2].published = true;
	put_all(&c, 2);
	put_all(&c, 0);
	judge(&c, 2);
	assert_judged(&c, 0, VERDICT_MISSING, "no such row in here");
	assert_judged(&c, 1, VERDICT_PUBLISHED,
		      "single published figures without a spread are not judged");
	assert_judged(&c, 2, VERDICT_NOT_MEASURED, "no such row in here");
	comparison_free(&c);
}

static void test_published_base(void **state)
{
	struct comparison c;

	(void)state;
	make(&c, 2);
	c.arms[0].published = true;
	put_all(&c, 1);
	/* Nothing is missing, and nothing is judged. */
	judge(&c, 2);
	assert_judged(&c, 0, VERDICT_NOT_MEASURED, "no such row in base");
	assert_int_equal(verdict_count(&c, VERDICT_MISSING), 0);
	comparison_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_missing),        cmocka_unit_test(test_skipped_by_all),
		cmocka_unit_test(test_failed),         cmocka_unit_test(test_published_third),
		cmocka_unit_test(test_published_base),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Expected values are of an independent implementation of Smyth's formulas in Python with scipy. */
#include "compare/moderate.h"

#include "bench/util.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static const double five[] = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5};

static void test_variances_that_differ(void **state)
{
	static const double variances[] = {1, 2, .5, 4, 1.5, .25, 3, 8, 1, .7};
	struct prior prior = moderate_fit(variances, five, 10);
	/* se of a variance of 1 from 6 blocks */
	struct difference d = {.02, sqrt(1. / 6), 5}, m;

	(void)state;
	assert_near(prior.df, 4.388731884125705, 1e-6);
	assert_near(prior.variance, 1.3377455231110023, 1e-6);
	m = moderate(&prior, &d, 50, 6);
	assert_near(m.se * m.se * 6, 1.1578780355315261, 1e-6);
	assert_near(m.df, 9.388731884125705, 1e-6);
	assert_near(m.mean, .02, 0);
}

/* As alike as chance would have them, or more: one variance for all, and all their degrees. */
static void test_variances_that_are_alike(void **state)
{
	static const double variances[] = {1, 1.1, .9, 1.05, .95};
	struct prior prior = moderate_fit(variances, five, 5);
	struct difference d = {.02, .1, 5}, m;

	(void)state;
	assert_true(isinf(prior.df));
	assert_near(prior.variance, 1, 1e-12);
	m = moderate(&prior, &d, 25, 6);
	assert_near(m.se, sqrt(1. / 6), 1e-12);
	assert_near(m.df, 25, 0);
}

static void test_variances_of_zero(void **state)
{
	static const double none[] = {0, 0, 0}, one[] = {0, 1, 2, 3};
	struct prior prior = moderate_fit(none, five, 3);

	(void)state;
	assert_near(prior.df, 0, 0);
	prior = moderate_fit(one, five, 4);
	assert_true(prior.df > 0 && isfinite(prior.df) && prior.variance > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_variances_that_differ),
		cmocka_unit_test(test_variances_that_are_alike),
		cmocka_unit_test(test_variances_of_zero),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Differences of six blocks, and what compare/verdict.h makes of arms that have them. */
#ifndef TESTS_UNIT_JUDGED_H
#define TESTS_UNIT_JUDGED_H

#include "compare/verdict.h"

#include "arms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static const double slower[] = {.05, .04, .06, .055, .045, .05};
static const double bit_slower[] = {.01, .012, .008, .011, .009, .01};
static const double same[] = {.001, -.002, .0015, .0005, -.001, 0};
static const double noisy[] = {.02, -.03, .05, -.01, .04, -.02};
static const double faster[] = {-.06, -.05, -.055, -.065, -.06, -.05};
static const double not_slower[] = {.0005, -.03, .001, -.02, -.01, -.012};

static const struct verdict_options defaults;

static inline struct judgement *judged(struct comparison *c, size_t row)
{
	return &c->contrasts[0].judgements[row];
}

static inline void judge(struct comparison *c, const struct verdict_options *options)
{
	assert_int_equal(verdict_judge(c, options), 0);
}

#endif

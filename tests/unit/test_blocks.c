// SPDX-License-Identifier: GPL-2.0-or-later
/* Seconds are those of `date -u -d DATE +%s`; orders follow by hand. */
#include "compare/blocks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MAX_BOOTS 8

struct fixture {
	struct boot boots[2][MAX_BOOTS];
	struct arm arms[2];
	const struct arm *a, *b;
};

/*
 * "a0 b0 b1 a1": boots of two arms in the order of time, ten minutes each, and their blocks; '?'
 * for one in no block. In no arm they stand in that order.
 */
static void make(struct fixture *f, const char *text)
{
	int64_t start = 600;

	memset(f, 0, sizeof(*f));
	for (size_t a = 0; a < 2; a++) {
		f->arms[a].name = (char *)(a ? "b" : "a");
		f->arms[a].boots = &f->boots[a][MAX_BOOTS];
	}
	for (const char *p = text; *p; p += p[2] ? 3 : 2) {
		struct arm *arm = &f->arms[*p - 'a'];

		assert_in_range(arm->nr_boots++, 0, MAX_BOOTS - 1);
		*--arm->boots = (struct boot){
			.block = p[1] == '?' ? -1 : p[1] - '0', .position = -1, .start = start};
		start += 600;
	}
	f->a = &f->arms[0];
	f->b = &f->arms[1];
}

static void test_seconds(void **state)
{
	(void)state;
	assert_int_equal(blocks_seconds("2026-01-05T10:00:00+00:00"), 1767607200);
	assert_int_equal(blocks_seconds("2026-01-05T10:00:00-00:00"), 1767607200);
	assert_int_equal(blocks_seconds("2026-07-05T10:00:00+02:00"), 1783238400);
	assert_int_equal(blocks_seconds("2026-01-05T10:00:00-05:30"), 1767627000);
	/* Clocks are put back: the later one reads the earlier hour. */
	assert_true(blocks_seconds("2026-10-25T02:10:00+01:00") >
		    blocks_seconds("2026-10-25T02:50:00+02:00"));
	assert_int_equal(blocks_seconds("2026-01-05"), 0);
	assert_int_equal(blocks_seconds("2026-01-05T10:00:00+00:00 or so"), 0);
	assert_int_equal(blocks_seconds("yesterday"), 0);
	assert_int_equal(blocks_seconds(""), 0);
}

static void test_shared(void **state)
{
	static const struct {
		const char *boots;
		size_t shared, unpaired;
		bool all;
	} campaigns[] = {
		{"a0 b0 b1 a1", 2, 0, true}, {"a0 b0 b1 a2", 1, 2, true},  {"a0 b1", 0, 2, true},
		{"a0 a1 a2 b1", 1, 2, true}, {"a0 b0 a? b?", 1, 2, false},
	};
	struct fixture f;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(campaigns); i++) {
		make(&f, campaigns[i].boots);
		assert_int_equal(blocks_shared(f.a, f.b), campaigns[i].shared);
		assert_int_equal(blocks_shared(f.b, f.a), campaigns[i].shared);
		assert_int_equal(blocks_unpaired(f.a, f.b), campaigns[i].unpaired);
		assert_int_equal(blocks_have_all(f.a), campaigns[i].all);
	}
}

static void test_together(void **state)
{
	static const struct {
		const char *boots;
		bool together;
		int64_t apart[2]; /* in either order */
	} campaigns[] = {
		{"a0 b0 b1 a1 a2 b2", true, {0}},
		/* Blocks need not be numbered in the order of time, nor be whole. */
		{"a7 b7 b1 a1 a3 b5", true, {0}},
		/* One kernel after the other. */
		{"a0 a1 b1 b0", false, {0, 1}},
		{"a0 a1 b0 b1", false, {0, 1}},
		{"b2 b3 a2 a3", false, {2, 3}},
		/* A later boot that fills a gap. */
		{"a2 b2 a0 b1 a1 b0", false, {0, 1}},
		/* One that only one arm has also takes its time. */
		{"a0 b5 b0 a1 b1", false, {0, 5}},
	};
	struct fixture f;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(campaigns); i++) {
		for (int swapped = 0; swapped < 2; swapped++) {
			int64_t apart[2] = {-1, -1};
			bool together;

			make(&f, campaigns[i].boots);
			together = blocks_stand_together(swapped ? f.b : f.a, swapped ? f.a : f.b,
							 apart);
			if (together != campaigns[i].together)
				fail_msg("%s", campaigns[i].boots);
			if (together)
				continue;
			assert_int_not_equal(apart[0], apart[1]);
			for (size_t j = 0; j < 2; j++)
				assert_true(apart[j] == campaigns[i].apart[0] ||
					    apart[j] == campaigns[i].apart[1]);
		}
	}
}

static void test_unknown_times(void **state)
{
	struct fixture f;
	int64_t apart[2];

	(void)state;
	make(&f, "a0 b0 b1 a1");
	/* The last: for all that is known it ran first. */
	f.arms[0].boots[0].start = 0;
	assert_false(blocks_stand_together(f.a, f.b, apart));
	/* Where nothing is known nothing speaks against the numbers. */
	for (size_t a = 0; a < 2; a++)
		for (size_t i = 0; i < 2; i++)
			f.arms[a].boots[i].start = 0;
	assert_true(blocks_stand_together(f.a, f.b, apart));
}

static void test_first(void **state)
{
	static const struct {
		const char *boots, *first;
	} campaigns[] = {
		{"a0 b0 b1 a1", NULL},       {"a0 b0 a1 b1 a2 b2", "a"},
		{"b0 a0 b1 a1", "b"},        {"a0 b0", NULL},
		{"a0 b0 b1 a2", NULL},       {"b3 a0 b0 a1 b1 a2", "a"},
		{"a0 b0 b1 a1 a2 b2", NULL},
	};
	struct fixture f;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(campaigns); i++) {
		for (int swapped = 0; swapped < 2; swapped++) {
			const struct arm *first;

			make(&f, campaigns[i].boots);
			first = blocks_first(swapped ? f.b : f.a, swapped ? f.a : f.b);
			if (!campaigns[i].first)
				assert_null(first);
			else
				assert_string_equal(first->name, campaigns[i].first);
		}
	}
}

/* Where clocks do not tell, what the campaign's own numbers say. */
static void test_first_by_position(void **state)
{
	struct fixture f;

	(void)state;
	make(&f, "a0 b0 a1 b1");
	for (size_t i = 0; i < 2; i++)
		f.arms[0].boots[i].start = 0;
	assert_null(blocks_first(f.a, f.b));
	for (size_t i = 0; i < 2; i++) {
		f.arms[0].boots[i].position = 1;
		f.arms[1].boots[i].position = 0;
	}
	assert_string_equal(blocks_first(f.a, f.b)->name, "b");
	/* Positions are what was asked for, times what was done. */
	make(&f, "a0 b0 a1 b1");
	for (size_t i = 0; i < 2; i++)
		f.arms[0].boots[i].position = 1;
	assert_string_equal(blocks_first(f.a, f.b)->name, "a");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_seconds),  cmocka_unit_test(test_shared),
		cmocka_unit_test(test_together), cmocka_unit_test(test_unknown_times),
		cmocka_unit_test(test_first),    cmocka_unit_test(test_first_by_position),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

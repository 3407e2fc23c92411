// SPDX-License-Identifier: GPL-2.0-or-later
/* With the cases that this file registers; the test_registry_*.c register bad ones. */
#include "bench/registry.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int run(struct case_run *r, uint64_t n)
{
	(void)r;
	(void)n;
	return 0;
}

static const char *const memory_tags[] = {"memory", "slow", NULL};
static const char *const slow_tags[] = {"slow", NULL};
static const struct case_variant one[] = {{.size_bytes = 4096}};
/* Not in the order of their names. */
static const struct case_variant sizes[] = {{.name = "small"}, {.name = "large"}, {.name = "huge"}};

/* Registered in no order either. */
static const struct bench_case move = {
	.name = "move",
	.summary = "moves",
	.source = "test",
	.tags = memory_tags,
	.variants = sizes,
	.nr_variants = ARRAY_SIZE(sizes),
	.run = run,
};
BENCH_CASE(move);

static const struct bench_case zero = {
	.name = "zero",
	.summary = "no tag",
	.source = "test",
	.variants = one,
	.nr_variants = 1,
	.run = run,
};
BENCH_CASE(zero);

static const struct bench_case base = {
	.name = "base",
	.summary = "on request",
	.source = "test",
	.tags = slow_tags,
	.variants = one,
	.nr_variants = 1,
	.on_request = true,
	.run = run,
};
BENCH_CASE(base);

static const struct bench_case move_back = {
	.name = "move_back",
	.summary = "moves back",
	.source = "test",
	.tags = memory_tags,
	.variants = one,
	.nr_variants = 1,
	.run = run,
};
BENCH_CASE(move_back);

/* The names of the rows, each with a space after it. */
static void join(const struct selected *rows, ssize_t nr, char *text, size_t size)
{
	char name[ROW_NAME_MAX];

	*text = '\0';
	for (ssize_t i = 0; i < nr; i++)
		snprintf(text + strlen(text), size - strlen(text), "%s ",
			 row_name(&rows[i], name, sizeof(name)));
}

static void expect(const char *globs, const char *wanted)
{
	_cleanup_free_ struct selected *rows = NULL;
	struct error err = {""};
	char text[256];
	ssize_t nr = registry_select(globs, &rows, &err);

	join(rows, nr, text, sizeof(text));
	assert_string_equal(text, wanted);
	assert_string_equal(err.text, "");
}

static void test_all(void **state)
{
	_cleanup_free_ struct selected *rows = NULL;
	ssize_t nr = registry_all(&rows, NULL);
	char text[256];

	(void)state;
	assert_int_equal(nr, 6);
	join(rows, nr, text, sizeof(text));
	assert_string_equal(text, "base move/small move/large move/huge move_back zero ");
	assert_ptr_equal(rows[0].c, &base);
	assert_ptr_equal(rows[2].variant, &sizes[1]);
}

static void test_default_suite(void **state)
{
	(void)state;
	expect(NULL, "move/small move/large move/huge move_back zero ");
}

static void test_globs(void **state)
{
	(void)state;
	expect("move/large", "move/large ");
	expect("move", "move/small move/large move/huge ");
	expect("move*", "move/small move/large move/huge move_back ");
	expect("*e", "base move/small move/large move/huge ");
	expect("m*ge", "move/large move/huge ");
	expect("[bz]*", "base zero ");
	expect("?ove", "move/small move/large move/huge ");
	expect("*", "base move/small move/large move/huge move_back zero ");
	expect("*/*", "move/small move/large move/huge ");
}

static void test_tags(void **state)
{
	(void)state;
	expect("memory", "move/small move/large move/huge move_back ");
	expect("slow", "base move/small move/large move/huge move_back ");
	expect("mem*", "move/small move/large move/huge move_back ");
}

/* As words only: a glob that happens to match one does not choose it. */
static void test_groups(void **state)
{
	(void)state;
	expect("all", "base move/small move/large move/huge move_back zero ");
	expect("default", "move/small move/large move/huge move_back zero ");
	expect("default,base", "base move/small move/large move/huge move_back zero ");
	expect("zero,all", "base move/small move/large move/huge move_back zero ");
	expect("[az]*", "zero ");
	expect("[dz]*", "zero ");
}

static void test_starts(void **state)
{
	_cleanup_free_ struct selected *rows = NULL;
	const bool starts[] = {true, true, false, false, true, true};

	(void)state;
	assert_int_equal(registry_all(&rows, NULL), ARRAY_SIZE(starts));
	for (size_t i = 0; i < ARRAY_SIZE(starts); i++)
		assert_int_equal(row_starts_case(rows, i), starts[i]);
}

/* Several: each row once, in the order of all rows. */
static void test_several(void **state)
{
	(void)state;
	expect("zero,move/huge,base", "base move/huge zero ");
	expect("move,move/huge,memory", "move/small move/large move/huge move_back ");
	expect(",zero,,", "zero ");
}

static void refuse(const char *globs, const char *glob)
{
	struct selected *rows = NULL;
	struct error err = {""};

	assert_int_equal(registry_select(globs, &rows, &err), -ENOENT);
	assert_non_null(strstr(err.text, glob));
	assert_null(rows);
}

static void test_unmatched(void **state)
{
	(void)state;
	refuse("no_such", "no_such:");
	refuse("move,no_such*,zero", "no_such*:");
	refuse("mov", "mov:");
	refuse("ove", "ove:");
	refuse("move/", "move/:");
	refuse("MOVE", "MOVE:");
	refuse("al*", "al*:");
	refuse("defaul?", "defaul?:");
	refuse("", "--cases");
	refuse(",", "--cases");
}

static void test_find(void **state)
{
	struct selected row = {0};

	(void)state;
	assert_int_equal(registry_find("move/large", &row), 0);
	assert_ptr_equal(row.c, &move);
	assert_ptr_equal(row.variant, &sizes[1]);
	assert_int_equal(registry_find("base", &row), 0);
	assert_ptr_equal(row.c, &base);
	assert_int_equal(registry_find("move", &row), -ENOENT);
	assert_int_equal(registry_find("move*", &row), -ENOENT);
	assert_int_equal(registry_find("memory", &row), -ENOENT);
	assert_ptr_equal(row.c, &base);
}

static void test_row_name(void **state)
{
	const struct selected plain = {&zero, &one[0]}, named = {&move, &sizes[2]};
	char name[ROW_NAME_MAX];

	(void)state;
	assert_ptr_equal(row_name(&plain, name, sizeof(name)), name);
	assert_string_equal(name, "zero");
	assert_string_equal(row_name(&named, name, sizeof(name)), "move/huge");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all),     cmocka_unit_test(test_default_suite),
		cmocka_unit_test(test_globs),   cmocka_unit_test(test_tags),
		cmocka_unit_test(test_several), cmocka_unit_test(test_unmatched),
		cmocka_unit_test(test_find),    cmocka_unit_test(test_row_name),
		cmocka_unit_test(test_groups),  cmocka_unit_test(test_starts),
	};

	return cmocka_run_group_tests_name("registry", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Descriptors that break the contract. They are registered one at a time: the cases are in memory
 * that this test writes to, and all but one have a name of their own.
 */
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

static const struct case_variant one[] = {{.size_bytes = 4096}};
static const struct case_variant sizes[] = {{.name = "small"}, {.name = "large"}};
static const struct case_variant alike[] = {{.name = "small"}, {.name = "large"}};
static const struct case_variant twice[] = {
	{.name = "small"}, {.name = "large"}, {.name = "small"}};

static struct bench_case first, second;
BENCH_CASE(first);
BENCH_CASE(second);

static int setup(void **state)
{
	(void)state;
	first = (struct bench_case){
		.name = "first",
		.summary = "one line",
		.source = "test",
		.variants = one,
		.nr_variants = 1,
		.run = run,
	};
	second = first;
	second.name = "second";
	return 0;
}

static void expect_refused(const char *name, const char *why)
{
	struct selected *rows = NULL, row;
	struct error err = {""};

	assert_int_equal(registry_all(&rows, &err), -EINVAL);
	assert_non_null(strstr(err.text, name));
	assert_non_null(strstr(err.text, why));
	err.text[0] = '\0';
	assert_int_equal(registry_select("*", &rows, &err), -EINVAL);
	assert_non_null(strstr(err.text, why));
	assert_null(rows);
	assert_int_equal(registry_find("first", &row), -ENOENT);
}

static void test_good(void **state)
{
	_cleanup_free_ struct selected *rows = NULL;

	(void)state;
	assert_int_equal(registry_all(&rows, NULL), 2);
}

static void test_same_name(void **state)
{
	(void)state;
	second.name = "first";
	expect_refused("first", "twice");
}

/* Their rows do not lie side by side in the sorted list. */
static void test_same_name_variants(void **state)
{
	(void)state;
	first.variants = sizes;
	first.nr_variants = ARRAY_SIZE(sizes);
	second = first;
	second.variants = alike;
	expect_refused("first", "twice");
}

/* Of one name, though no row is there twice: which of them would --cases first mean? */
static void test_same_name_other_variants(void **state)
{
	(void)state;
	second.name = "first";
	second.variants = sizes;
	second.nr_variants = ARRAY_SIZE(sizes);
	expect_refused("first", "twice");
}

static void test_same_variant(void **state)
{
	(void)state;
	second.variants = twice;
	second.nr_variants = ARRAY_SIZE(twice);
	expect_refused("second/small", "twice");
}

static void test_incomplete(void **state)
{
	(void)state;
	second.run = NULL;
	expect_refused("second", "run");
	setup(NULL);
	second.summary = NULL;
	expect_refused("second", "summary");
	setup(NULL);
	first.source = NULL;
	expect_refused("first", "source");
}

static void test_no_variants(void **state)
{
	(void)state;
	second.nr_variants = 0;
	expect_refused("second", "variant");
}

static void expect_tag_refused(const char *tag, const char *why)
{
	const char *const tags[] = {"fine", tag, NULL};

	setup(NULL);
	second.tags = tags;
	expect_refused("second", why);
}

/* Tags that --cases could not say, or by which it would mean two things. */
static void test_tags(void **state)
{
	(void)state;
	expect_tag_refused("", "its tag may have");
	expect_tag_refused("two,tags", "its tag may have");
	expect_tag_refused("sweep*", "its tag may have");
	expect_tag_refused("a/b", "its tag may have");
	expect_tag_refused("all", "its tag all means a group");
	expect_tag_refused("default", "its tag default means a group");
	expect_tag_refused("first", "tag first: a case has that name");
	expect_tag_refused("second", "tag second: a case has that name");
	expect_tag_refused("fine", "tag fine: there twice");
}

static void test_good_tags(void **state)
{
	static const char *const tags[] = {"fine", "all_1", NULL};
	_cleanup_free_ struct selected *rows = NULL;

	(void)state;
	first.tags = tags;
	second.tags = tags;
	assert_int_equal(registry_all(&rows, NULL), 2);
}

static void test_reserved_name(void **state)
{
	(void)state;
	second.name = "all";
	expect_refused("case all", "its name all means a group");
	second.name = "default";
	expect_refused("case default", "its name default means a group");
}

#define bad_test(f) cmocka_unit_test_setup(f, setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		bad_test(test_good),
		bad_test(test_same_name),
		bad_test(test_same_name_variants),
		bad_test(test_same_name_other_variants),
		bad_test(test_same_variant),
		bad_test(test_incomplete),
		bad_test(test_no_variants),
		bad_test(test_tags),
		bad_test(test_good_tags),
		bad_test(test_reserved_name),
	};

	return cmocka_run_group_tests_name("registry_bad", tests, NULL, NULL);
}

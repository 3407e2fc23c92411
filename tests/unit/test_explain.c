// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/explain.h"
#include "counted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define _cleanup_profile_ __attribute__((cleanup(profile_free)))

#define HEAD "Kernel functions, from base (6.base) to new (6.new):\n"

/* What is said of the two files, in text; returns what explain_write() does. */
static int explain(const struct rootfs *dir, const struct counted_file *base,
		   const struct counted_file *here, const char *title, char **text)
{
	_cleanup_profile_ struct profile b, h;
	struct error err = {""};
	struct page page = {.form = &text_form};
	size_t size;
	int left;

	if (counted_load(dir, "base", base, &b, &err) || counted_load(dir, "new", here, &h, &err))
		fail_msg("%s", err.text);
	page.f = open_memstream(text, &size);
	assert_non_null(page.f);
	left = explain_write(&page, &b, &h, title);
	assert_int_equal(page_end(&page), 0);
	fclose(page.f);
	for (const char *line = *text; *line; line += strcspn(line, "\n") + 1)
		assert_in_range(strcspn(line, "\n"), 0, 72);
	return left;
}

static void check(const struct rootfs *dir, const struct counted_file *base,
		  const struct counted_file *here, int left, const char *expected)
{
	_cleanup_free_ char *text = NULL;

	assert_int_equal(explain(dir, base, here, NULL, &text), left);
	assert_string_equal(text, expected);
}

/* One case of @functions, whose clock says @ns. */
#define ONE(functions, ns)                                        \
	(&(const struct counted_file){                            \
		.workers = WORKER("case", PAGES("5"), functions), \
		.benchmarks = REPETITION("case", "0", "10", ns),  \
	})

/* By size, those that only one has, and what is small together; the sum, and the clock. */
static void test_changes(void **state)
{
	check(*state,
	      ONE("'change_protection':15000,'gone':2000,'same':300,'up':700,'x':1,'y':2",
		  "1800.3"),
	      ONE("'change_protection':16500,'came':100,'same':300,'up':800,'x':2,'z':5", "1770.7"),
	      0,
	      HEAD "\n"
		   "case: instructions per page and call\n"
		   "                                        base       new    change  of all\n"
		   "  gone                                 20.00      0.00    -20.00  -11.1%\n"
		   "  change_protection                   150.00    165.00    +15.00  +8.33%\n"
		   "  came                                  0.00      1.00     +1.00  +0.56%\n"
		   "  up                                    7.00      8.00     +1.00  +0.56%\n"
		   "  4 others                              3.03      3.07     +0.04  +0.02%\n"
		   "sum                                   180.03    177.07     -2.96  -1.64%\n"
		   "clock of the guest                    180.03    177.07     -2.96  -1.64%\n"
		   "sum less clock                       +0.000%   +0.000%\n");
}

/* A commit is known by its subject, and releases are all alike. */
static void test_title(void **state)
{
	_cleanup_free_ char *text = NULL;

	assert_int_equal(explain(*state, ONE("'a':10000", "1000"), ONE("'a':11000", "1100"),
				 "mm/mprotect: test in line whether a page is writable", &text),
			 0);
	assert_ptr_equal(
		strstr(text,
		       "Kernel functions, from base to new (mm/mprotect: test in line whether a\n"
		       "  page is writable):\n\n"),
		text);
}

static void test_unchanged(void **state)
{
	check(*state, ONE("'a':10000,'b':1", "1000.1"), ONE("'a':10004,'c':2", "1000"), 0,
	      HEAD "case: no function changed by 0.05% of the whole: 100.01 and 100.06\n"
		   "  instructions per page and call; sum less clock +0.000% and +0.060%.\n");
}

/* What a function's name leaves no room for stands below it. */
static void test_long_names(void **state)
{
#define LONG "a_function_with_a_name_that_is_as_long_as_the_column_and_more"
	check(*state, ONE("'" LONG "':10000", "1000"), ONE("'" LONG "':10100", "1010"), 0,
	      HEAD "\n"
		   "case: instructions per page and call\n"
		   "                                        base       new    change  of all\n"
		   "  " LONG "\n"
		   "                                      100.00    101.00     +1.00  +1.00%\n"
		   "sum                                   100.00    101.00     +1.00  +1.00%\n"
		   "clock of the guest                    100.00    101.00     +1.00  +1.00%\n"
		   "sum less clock                       +0.000%   +0.000%\n");
}

/* Nothing is cut: milliards of instructions, and a case that became a hundred times as dear. */
static void test_large(void **state)
{
	const struct counted_file
		base =
			{
				.workers = WORKER("case", "",
						  "'a':12345678901,'b':123456,'c':99999998"),
				.benchmarks = REPETITION("case", "0", "1", "12345678901"),
			},
		here = {
			.workers = WORKER("case", "", "'a':1234567890123,'b':100123456,'c':9"),
			.benchmarks = REPETITION("case", "0", "1", "1234567890123"),
		};
	_cleanup_free_ char *text = NULL;

	assert_int_equal(explain(*state, &base, &here, NULL, &text), 1);
	assert_non_null(strstr(text, "case: instructions per iteration\n"));
	assert_non_null(strstr(
		text,
		"\n"
		"  a                                  12.35 G    1235 G   +1222 G  +9820%\n"
		"  b                                   123456  0.1001 G    +0.1 G  +0.80%\n"
		"  c                                 99999998      9.00 -99999989  -0.80%\n"));
}

/* At most so many lines. */
static void test_most_lines(void **state)
{
	char workers[2][1024], *at[2] = {workers[0], workers[1]};
	struct counted_file files[2];
	_cleanup_free_ char *text = NULL;
	size_t lines = 0;

	for (int k = 0; k < 2; k++) {
		at[k] += sprintf(at[k], "{'name':'case','functions':{'rest':1000");
		for (int i = 0; i < 14; i++)
			at[k] += sprintf(at[k], ",'f%02d':%d", i, k ? 200 + i : 100);
		strcpy(at[k], "}}");
		files[k] = (struct counted_file){
			.workers = workers[k],
			.benchmarks = k ? REPETITION("case", "0", "1", "3891")
					: REPETITION("case", "0", "1", "2400"),
		};
	}
	assert_int_equal(explain(*state, &files[0], &files[1], NULL, &text), 0);
	for (const char *line = strstr(text, "\n  "); line; line = strstr(line + 1, "\n  "))
		lines += line[3] == 'f';
	assert_int_equal(lines, 12);
	assert_null(strstr(text, "f01"));
	assert_non_null(strstr(text, "\n  3 others                            1200.0    1401.0   "
				     "+201.00  +8.38%\n"));
}

/* Said below the table, and counted. */
static void test_sum_off(void **state)
{
	_cleanup_free_ char *text = NULL;
	static const char said[] =
		"The functions of case do not add up to the clock: the guest waited, or\n";

	assert_int_equal(
		explain(*state, ONE("'a':10000", "1000.9"), ONE("'a':11000", "1100"), NULL, &text),
		0);
	free(text);
	text = NULL;
	assert_int_equal(
		explain(*state, ONE("'a':10000", "1002"), ONE("'a':11000", "1100"), NULL, &text),
		1);
	assert_non_null(strstr(text, said));
	assert_non_null(strstr(text, "sum less clock                       -0.200%   +0.000%\n"));
	free(text);
	text = NULL;
	assert_int_equal(
		explain(*state, ONE("'a':10000", "1000"), ONE("'a':10000", "990"), NULL, &text), 1);
	assert_non_null(strstr(text, said));
	assert_non_null(strstr(text, "no function changed"));
}

/* Each with its reason, after what is explained. */
static void test_unexplained(void **state)
{
	const struct counted_file
		base =
			{
				.workers = WORKER("both", "", "'a':1000") "," WORKER(
					"calls", "'calls':2,",
					"'a':1") "," WORKER("fails", "",
							    "'a':1") "," WORKER("gone", "",
										"'a':1") "," WORKER("pages",
												    PAGES("5"),
												    "'a':1"),
				.benchmarks = REPETITION("both", "0", "1", "1000") "," REPETITION(
					"calls", "1", "1",
					"1") "," REPETITION("fails", "2", "1",
							    "1") "," REPETITION("gone", "3", "1",
										"1") "," REPETITION("pages",
												    "4",
												    "1",
												    "1"),
			},
		here = {
			.workers = WORKER("pages", PAGES("6"), "'a':1") "," WORKER(
				"calls", "'calls':3,",
				"'a':1") ","
					 "{'name':'fails'}"
					 "," WORKER("both", "", "'a':1000") "," WORKER(
						 "came", "", "'a':1") ",{'name':'marks'}",
			.benchmarks = REPETITION("pages", "0", "1", "1") "," REPETITION(
				"calls", "1", "1",
				"1") "," REPETITION("both", "3", "1",
						    "1000") "," REPETITION("came", "4", "1", "1"),
			.failed = "{'name':'fails','reason':'measuring: killed'}",
		};

	check(*state, &base, &here, 6,
	      HEAD "both: no function changed by 0.05% of the whole: 1000.0 and 1000.0\n"
		   "  instructions per iteration; sum less clock +0.000% and +0.000%.\n"
		   "calls: not explained: another number of pages or calls.\n"
		   "fails: not explained: in new: measuring: killed.\n"
		   "gone: not explained: in new: not counted.\n"
		   "pages: not explained: another number of pages or calls.\n"
		   "came: not explained: in base: not counted.\n"
		   "marks: not explained: in base: not counted.\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		tmpdir_test(test_changes),   tmpdir_test(test_title),
		tmpdir_test(test_unchanged), tmpdir_test(test_long_names),
		tmpdir_test(test_large),     tmpdir_test(test_most_lines),
		tmpdir_test(test_sum_off),   tmpdir_test(test_unexplained),
	};

	return cmocka_run_group_tests_name("explain", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "counted.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define _cleanup_profile_ __attribute__((cleanup(profile_free)))

static void test_rows(void **state)
{
	const struct counted_file file = {
		.workers = WORKER("range", PAGES("256"), "'b':30,'a':10") "," WORKER(
			"call", "'calls':3,'pages_per_call':1,",
			"'a':1") "," WORKER("bare", "'calls':3,", "'a':1") "," WORKER("iteration",
										      "", "'a':1"),
		.benchmarks = REPETITION("range", "0", "5", "2.5") "," REPETITION(
			"call", "1", "7",
			"1") "," REPETITION("range", "0", "5",
					    "3.5") "," REPETITION("bare", "2", "2",
								  "1") "," REPETITION("iteration",
										      "3", "9",
										      "1"),
	};
	_cleanup_profile_ struct profile p;
	const struct profile_row *row;

	assert_int_equal(counted_load(*state, "new", &file, &p, NULL), 0);
	assert_string_equal(p.label, "new");
	assert_string_equal(p.release, "6.new");
	assert_int_equal(p.nr_rows, 4);
	row = profile_row(&p, "range");
	assert_int_equal(row->unit, PROFILE_PAGE);
	assert_true(row->units == 10 * 2 * 256);
	assert_true(row->clock_ns == 30);
	assert_true(row->instructions == 40);
	assert_int_equal(row->nr, 2);
	assert_string_equal(row->functions[0].name, "a");
	assert_true(row->functions[0].instructions == 10);
	assert_string_equal(row->functions[1].name, "b");
	row = profile_row(&p, "call");
	assert_int_equal(row->unit, PROFILE_CALL);
	assert_true(row->units == 21);
	assert_int_equal(profile_row(&p, "bare")->unit, PROFILE_CALL);
	row = profile_row(&p, "iteration");
	assert_int_equal(row->unit, PROFILE_ITERATION);
	assert_true(row->units == 9);
	assert_null(profile_row(&p, "none"));
}

/* Nothing is known of it, but others are. */
static void test_uncounted(void **state)
{
	const struct counted_file file = {
		.workers = WORKER("good", "", "'a':1") "," WORKER("failed", "",
								  "'a':1") ","
									   "{'name':'broken'}",
		.benchmarks =
			REPETITION("good", "0", "1", "1") "," REPETITION("broken", "2", "1", "1"),
		.failed = "{'name':'failed','process':0,'reason':'folios: gone'}",
	};
	_cleanup_profile_ struct profile p;

	assert_int_equal(counted_load(*state, "new", &file, &p, NULL), 0);
	assert_null(profile_row(&p, "good")->uncounted);
	assert_string_equal(profile_row(&p, "failed")->uncounted, "folios: gone");
	assert_string_equal(profile_row(&p, "broken")->uncounted,
			    "it set no marks, or not all were seen");
}

static void refuse(const struct rootfs *dir, const char *workers, const char *benchmarks, int code,
		   const char *why)
{
	const struct counted_file file = {.workers = workers, .benchmarks = benchmarks};
	_cleanup_profile_ struct profile p;
	struct error err = {""};

	assert_int_equal(counted_load(dir, "bad", &file, &p, &err), code);
	if (!strstr(err.text, why))
		fail_msg("%s", err.text);
}

static void test_refused(void **state)
{
	static const char row[] = REPETITION("a", "0", "1", "1");

	refuse(*state, "{'name':'a'}", row, -ENODATA, "/bad: no case was counted by function");
	refuse(*state, "", "", -ENODATA, "/bad: no case was counted by function");
	refuse(*state, WORKER("a", "", "'f':1"), "", -EBADMSG, "/bad: no result file that");
	refuse(*state, WORKER("a", "", "'f':-1"), row, -EBADMSG, "/bad: no result file that");
	refuse(*state, WORKER("a", "", "'f':'1'"), row, -EBADMSG, "/bad: no result file that");
	refuse(*state, "{'functions':{'f':1}}", row, -EBADMSG, "/bad: no result file that");
	refuse(*state, "{", row, -EBADMSG, "/bad: line 1: ");
}

static void test_other_files(void **state)
{
	_cleanup_profile_ struct profile none, other;
	struct error err;
	char path[PATH_MAX];

	assert_int_equal(profile_load("/nonexistent", &none, &err), -EBADMSG);
	rootfs_write(*state, "other", "[]");
	assert_int_equal(profile_load(tmpdir_path(*state, "other", path), &other, &err), -EBADMSG);
	assert_non_null(strstr(err.text, "/other: no result file that ptebench wrote"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		tmpdir_test(test_rows),
		tmpdir_test(test_uncounted),
		tmpdir_test(test_refused),
		tmpdir_test(test_other_files),
	};

	return cmocka_run_group_tests_name("profile", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/threshold.h"

#include "arms.h"
#include "tmpdir.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static const char *const rows[] = {"mprotect_4k", "mprotect_toggle/rw/4K", "mremap_1m/64k"};

static void make(struct comparison *c, const char *clock)
{
	arms_make(c, 2, 1, false, clock);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		arms_row(c, rows[i]);
}

/* Adds texts up to a NULL and holds the rows' thresholds, in percent, to @wanted. */
static void holds(const char *const *texts, const double *wanted)
{
	struct thresholds t = {0};
	struct comparison c;
	struct error err;

	make(&c, "wall");
	for (; *texts; texts++)
		assert_int_equal(threshold_add(&t, *texts, &err), 0);
	assert_int_equal(threshold_apply(&t, &c, &err), 0);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_near(100 * c.rows[i].threshold, wanted[i], 1e-12);
	threshold_free(&t);
	comparison_free(&c);
}

static void test_defaults_follow_the_clock(void **state)
{
	struct thresholds none = {0};
	struct comparison c;

	(void)state;
	holds((const char *const[]){NULL}, (const double[]){3, 3, 3});
	make(&c, "instructions");
	assert_int_equal(threshold_apply(&none, &c, NULL), 0);
	assert_near(c.rows[0].threshold, 0.01, 1e-12);
	comparison_free(&c);
}

static void test_globs(void **state)
{
	(void)state;
	holds((const char *const[]){"5%", NULL}, (const double[]){5, 5, 5});
	holds((const char *const[]){"mprotect_*=1%", "mprotect_toggle=0.5%", NULL},
	      (const double[]){1, .5, 3});
	/* The last that matches; what is said of all gives way to what is said of some. */
	holds((const char *const[]){"mprotect_4k=1%", "mprotect*=2%", "4%", NULL},
	      (const double[]){2, 2, 4});
}

static void test_file(void **state)
{
	const struct rootfs *root = *state;
	char path[PATH_MAX];
	struct thresholds t = {0};
	struct comparison c;
	struct error err;
	json_t *unused;

	rootfs_write(root, "t.json",
		     "{\"default\": \"4%\", \"cases\": {\"mprotect_*\": \"1%\", "
		     "\"mprotect_4k\": \"2 %\", \"gone\": \"9%\"}}");
	/* The command line holds against the file, in whatever order they are given. */
	assert_int_equal(threshold_add(&t, "mprotect_toggle=7%", &err), 0);
	assert_int_equal(threshold_add_file(&t, tmpdir_path(root, "t.json", path), &err), 0);
	make(&c, "wall");
	assert_int_equal(threshold_apply(&t, &c, &err), 0);
	assert_near(c.rows[0].threshold, 0.02, 1e-12);
	assert_near(c.rows[1].threshold, 0.07, 1e-12);
	assert_near(c.rows[2].threshold, 0.04, 1e-12);
	unused = threshold_unused(&t, &c);
	assert_int_equal(json_array_size(unused), 1);
	assert_string_equal(json_string_value(json_array_get(unused, 0)), "gone");
	json_decref(unused);
	threshold_free(&t);
	comparison_free(&c);
}

static void test_bad_files(void **state)
{
	static const struct {
		const char *text, *told;
	} bad[] = {
		{"{\"default\": 3}", "t.json: default: is a number, not a string"},
		{"{\"default\": \"3\"}", "t.json: default: \"3\" is no share"},
		{"{\"cases\": {\"x\": \"0%\"}}", "t.json: cases.x: \"0%\" is no share"},
		{"{\"case\": {}}", "t.json: case: unknown"},
		{"{\"cases\": []}", "t.json: cases: is an array, not an object"},
		{"[]", "t.json: is an array, not an object"},
		{"{", "t.json: line 1: not JSON"},
	};
	const struct rootfs *root = *state;
	char path[PATH_MAX];
	struct thresholds t = {0};
	struct error err;

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		rootfs_write(root, "t.json", bad[i].text);
		assert_int_equal(threshold_add_file(&t, tmpdir_path(root, "t.json", path), &err),
				 -EINVAL);
		if (!strstr(err.text, bad[i].told))
			fail_msg("%s: %s", bad[i].text, err.text);
		threshold_free(&t);
	}
	assert_int_equal(threshold_add_file(&t, tmpdir_path(root, "none.json", path), &err),
			 -ENOENT);
}

static void test_bad_texts(void **state)
{
	static const char *const bad[] = {"3",   "",    "%",   "-1%",  "0%",     "101%", "nan%",
					  "3%%", "x=3", "=3%", "inf%", "1e999%", "3% x"};
	struct thresholds t = {0};
	struct error err;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		if (threshold_add(&t, bad[i], &err) != -EINVAL)
			fail_msg("%s was taken", bad[i]);
	assert_int_equal(t.nr, 0);
	threshold_free(&t);
}

static void test_a_glob_that_gates_nothing(void **state)
{
	struct thresholds t = {0};
	struct comparison c;
	struct error err;

	(void)state;
	make(&c, "wall");
	assert_int_equal(threshold_add(&t, "mprotekt_*=1%", &err), 0);
	assert_int_equal(threshold_apply(&t, &c, &err), -EINVAL);
	assert_non_null(strstr(err.text, "mprotekt_*: matches no row"));
	threshold_free(&t);
	comparison_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_defaults_follow_the_clock),
		cmocka_unit_test(test_globs),
		tmpdir_test(test_file),
		tmpdir_test(test_bad_files),
		cmocka_unit_test(test_bad_texts),
		cmocka_unit_test(test_a_glob_that_gates_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

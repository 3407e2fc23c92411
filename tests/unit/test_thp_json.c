// SPDX-License-Identifier: GPL-2.0-or-later
/* A journal is read by root: what is not a setting's name must not come through. */
#include "thpdir.h"

#include <errno.h>

static int from(const char *file, json_t *word)
{
	_cleanup_json_ json_t *json = json_object();
	struct thp_state s = {.nr = 42};
	int ret;

	json_object_set_new(json, "enabled", json_string("never"));
	json_object_set_new(json, file, word);
	ret = thp_from_json(json, &s);
	assert_int_equal(s.nr, ret ? 42 : json_object_size(json));
	return ret;
}

static void test_round_trip(void **state)
{
	static const char *const fixtures[] = {"linux-6.1-x86_64", "linux-6.18-x86_64",
					       "linux-6.12-arm64-64k", "linux-no-thp"};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(fixtures); i++) {
		_cleanup_fd_ int fd = rootfs_open(fixtures[i]);
		_cleanup_json_ json_t *json = NULL;
		struct thp_state found, read;

		assert_int_equal(thp_snapshot(fd, &found, NULL), 0);
		json = thp_json(&found);
		assert_int_equal(json_object_size(json), found.nr);
		assert_int_equal(thp_from_json(json, &read), 0);
		expect_same(&read, &found);
	}
}

static void test_settings(void **state)
{
	static const char *const files[] = {
		"enabled",
		"defrag",
		"shmem_enabled",
		"use_zero_page",
		"khugepaged/defrag",
		"hugepages-64kB/enabled",
		"hugepages-524288kB/shmem_enabled",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		assert_int_equal(from(files[i], json_string("word")), 0);
}

static void refuse(const char *file)
{
	if (from(file, json_string("word")) != -EBADMSG)
		fail_msg("'%s' passed for a setting", file);
}

static void test_other_files(void **state)
{
	static const char *const files[] = {
		"../../etc/passwd",
		"/etc/passwd",
		"",
		".",
		"..",
		"enabled/../../x",
		"./enabled",
		"khugepaged/../../x",
		"khugepaged/scan_sleep_millisecs",
		"hpage_pmd_size",
		"hugepages-64kB/../../x",
		"hugepages-64kB/enabled/../../x",
		"hugepages-64kB/stats/anon_fault_alloc",
		"hugepages-64kB/split",
		"hugepages-kB/enabled",
		"hugepages-64MB/enabled",
		"hugepages-64kB",
		"x/hugepages-64kB/enabled",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		refuse(files[i]);
}

/* White space and signs, where a scanner may be lenient. */
static void test_near_misses(void **state)
{
	static const char *const files[] = {
		"hugepages-64kB/enabled /../../../x",
		"hugepages-64kB/enabled\n",
		"hugepages-64kB/ enabled",
		"hugepages- 64kB/enabled",
		"hugepages-+64kB/enabled",
		"hugepages--64kB/enabled",
		"hugepages-064kB/enabled",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		refuse(files[i]);
}

static void test_other_values(void **state)
{
	_cleanup_json_ json_t *array = json_pack("[s]", "enabled");
	struct thp_state s = {.nr = 42};

	(void)state;
	assert_int_equal(from("defrag", json_integer(1)), -EBADMSG);
	assert_int_equal(from("defrag", json_null()), -EBADMSG);
	assert_int_equal(from("defrag", json_object()), -EBADMSG);
	assert_int_equal(from("defrag", json_string("a word of more characters than any has, 40")),
			 -EBADMSG);
	assert_int_equal(thp_from_json(array, &s), -EBADMSG);
	assert_int_equal(thp_from_json(NULL, &s), -EBADMSG);
	assert_int_equal(s.nr, 42);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_settings),
		cmocka_unit_test(test_other_files),  cmocka_unit_test(test_near_misses),
		cmocka_unit_test(test_other_values),
	};

	return cmocka_run_group_tests_name("thp_json", tests, NULL, NULL);
}

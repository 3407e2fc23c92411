// SPDX-License-Identifier: GPL-2.0-or-later
#include "vm/counts.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define _cleanup_counts_ __attribute__((cleanup(counts_release)))

static void test_parse(void **state)
{
	static const char text[] = "work 3 12 whole\n"
				   "ffffffff81000010 18446744073709551615 3f\n"
				   "401000 1 1\n"
				   "work 16383 0 broken\n"
				   "text\n"
				   "work is no work there\n"
				   "end\n"
				   "end\n";
	_cleanup_counts_ struct counts counts;

	(void)state;
	assert_int_equal(counts_parse(text, strlen(text), &counts, NULL), 0);
	assert_int_equal(counts.nr, 2);
	assert_int_equal(counts.works[0].number, 3);
	assert_int_equal(counts.works[0].spans, 12);
	assert_true(counts.works[0].whole);
	assert_int_equal(counts.works[0].nr, 2);
	assert_int_equal(counts.works[0].blocks[0].address, 0xffffffff81000010);
	assert_int_equal(counts.works[0].blocks[0].executions, UINT64_MAX);
	assert_memory_equal(counts.works[0].blocks[0].sizes, "3f\n", 3);
	assert_int_equal(counts.works[0].blocks[1].address, 0x401000);
	assert_int_equal(counts.works[1].number, 16383);
	assert_false(counts.works[1].whole);
	assert_int_equal(counts.works[1].nr, 0);
	assert_int_equal(counts.text_size, strlen("work is no work there\nend\n"));
	assert_memory_equal(counts.text, "work is", 7);
}

static void test_nothing(void **state)
{
	_cleanup_counts_ struct counts counts;

	(void)state;
	assert_int_equal(counts_parse("end\n", 4, &counts, NULL), 0);
	assert_int_equal(counts.nr, 0);
	assert_null(counts.text);
	assert_int_equal(counts.text_size, 0);
}

static void refuse(const char *text, const char *why)
{
	_cleanup_counts_ struct counts counts;
	struct error err = {""};

	assert_int_equal(counts_parse(text, strlen(text), &counts, &err), -EBADMSG);
	assert_string_equal(err.text, why);
}

static void test_cut_off(void **state)
{
	static const char *const texts[] = {"",
					    "e",
					    "end",
					    "work 1 1 whole\n",
					    "work 1 1 whole\n401000 1 1\nen",
					    "work 1 1 whole\ntext\nd0 t verify_cpu\n"};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		refuse(texts[i], "the plugin's counts are cut off (was QEMU killed?)");
}

static void test_garbage(void **state)
{
	static const char *const lines[] = {
		"",
		"works 1 1 whole",
		"work 1 1 half",
		"work 1 1 whole ",
		"work -1 1 whole",
		"work 1 whole",
		"work 99999999999999999999 1 whole",
		"401000 1",
		"401000 1 ",
		"401000 1 10", /* no instruction has no bytes */
		"401000 1 1g",
		"401000 1 1 1",
		"401000 1f 1",
		"401000 -1 1",
		" 401000 1 1",
		"40100g 1 1",
		"fffffffffffffffff 1 1",
		"401000 1 1end",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		char text[128];

		snprintf(text, sizeof(text), "work 1 1 whole\n%s\nend\n", lines[i]);
		refuse(text, "the plugin's counts: line 2 is none of its lines");
	}
	/* A block of no work; a line that does not end. */
	refuse("401000 1 1\nend\n", "the plugin's counts: line 1 is none of its lines");
	refuse("work 1 1 whole\n401000 1 1end\n",
	       "the plugin's counts: line 2 is none of its lines");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse),
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_cut_off),
		cmocka_unit_test(test_garbage),
	};

	return cmocka_run_group_tests_name("counts", tests, NULL, NULL);
}

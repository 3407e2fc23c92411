// SPDX-License-Identifier: GPL-2.0-or-later
/* The numbers of util.h: with units, in and out. */
#include "bench/util.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void test_parse_u64(void **state)
{
	static const char *const no_numbers[] = {"", " 1", "-1", "+1", "1 ", "1x", "0x10", "1.5"};
	uint64_t v = 42;

	(void)state;
	assert_int_equal(parse_u64("0", &v), 0);
	assert_int_equal(v, 0);
	assert_int_equal(parse_u64("010", &v), 0);
	assert_int_equal(v, 10);
	assert_int_equal(parse_u64("18446744073709551615", &v), 0);
	assert_true(v == UINT64_MAX);
	v = 42;
	assert_int_equal(parse_u64("18446744073709551616", &v), -ERANGE);
	for (size_t i = 0; i < ARRAY_SIZE(no_numbers); i++)
		assert_int_equal(parse_u64(no_numbers[i], &v), -EINVAL);
	assert_int_equal(v, 42);
}

static void test_parse_size(void **state)
{
	static const struct {
		const char *text;
		uint64_t bytes;
	} sizes[] = {
		{"0", 0},
		{"4096", 4096},
		{"64K", 65536},
		{"64k", 65536},
		{"64KB", 65536},
		{"64KiB", 65536},
		{"64kiB", 65536},
		{"3M", 3 << 20},
		{"1G", 1 << 30},
		{"2g", 2UL << 30},
		{"5T", 5ULL << 40},
		{"18446744073709551615", UINT64_MAX},
		{"16777215T", 16777215ULL << 40},
		{"00000000000000000001K", 1024},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		uint64_t bytes = 42;

		assert_int_equal(parse_size(sizes[i].text, &bytes), 0);
		assert_true(bytes == sizes[i].bytes);
	}
}

static void test_parse_size_bad(void **state)
{
	static const char *const bad[] = {"",   "K",    "-1",  "+1",   " 1",   "1.5G",
					  "1P", "1X",   "1KK", "1KBB", "1Kib", "1KiX",
					  "1B", "64 K", "0x1", "1K "};
	static const char *const huge[] = {"18446744073709551616", "16777216T", "20000000000G",
					   "100000000000000000000000000000"};
	uint64_t bytes = 42;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		if (parse_size(bad[i], &bytes) != -EINVAL)
			fail_msg("'%s' passed for a size", bad[i]);
	for (size_t i = 0; i < ARRAY_SIZE(huge); i++)
		assert_int_equal(parse_size(huge[i], &bytes), -ERANGE);
	assert_int_equal(bytes, 42);
}

/* A blank is no unit. */
static void test_parse_size_blank(void **state)
{
	static const char *const bad[] = {"1 ", "1 B", "1 iB"};
	uint64_t bytes;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		if (parse_size(bad[i], &bytes) != -EINVAL)
			fail_msg("'%s' passed for a size", bad[i]);
}

static void test_format_size(void **state)
{
	static const struct {
		uint64_t bytes;
		const char *text;
	} sizes[] = {
		{0, "0"},
		{1, "1"},
		{1023, "1023"},
		{1024, "1K"},
		{65536, "64K"},
		{1025, "1025"},
		{1536, "1536"},
		{1572864, "1536K"},
		{2UL << 20, "2M"},
		{1UL << 30, "1G"},
		{1ULL << 40, "1T"},
		{1ULL << 50, "1024T"},
		{UINT64_MAX, "18446744073709551615"},
	};
	char buf[24];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++)
		assert_string_equal(format_size(buf, sizeof(buf), sizes[i].bytes), sizes[i].text);
}

static void test_format_ns(void **state)
{
	static const struct {
		double ns;
		const char *text;
	} times[] = {
		{0, "0.00 ns"},        {0.5, "0.50 ns"},      {1.234, "1.23 ns"},
		{9.994, "9.99 ns"},    {9.996, "10.0 ns"},    {12.34, "12.3 ns"},
		{99.94, "99.9 ns"},    {99.96, "100 ns"},     {523, "523 ns"},
		{999.4, "999 ns"},     {999.6, "1.00 us"},    {1000, "1.00 us"},
		{20500000, "20.5 ms"}, {999600000, "1.00 s"}, {1.75e9, "1.75 s"},
		{3.6e12, "3600 s"},
	};
	char buf[24];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(times); i++)
		assert_string_equal(format_ns(buf, sizeof(buf), times[i].ns), times[i].text);
}

static void test_now(void **state)
{
	struct timespec before, after;
	uint64_t now;

	(void)state;
	clock_gettime(CLOCK_MONOTONIC, &before);
	now = now_ns();
	clock_gettime(CLOCK_MONOTONIC, &after);
	assert_true(now >= (uint64_t)before.tv_sec * 1000000000 + (uint64_t)before.tv_nsec);
	assert_true(now <= (uint64_t)after.tv_sec * 1000000000 + (uint64_t)after.tv_nsec);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse_u64),
		cmocka_unit_test(test_parse_size),
		cmocka_unit_test(test_parse_size_bad),
		cmocka_unit_test(test_format_size),
		cmocka_unit_test(test_parse_size_blank),
		cmocka_unit_test(test_format_ns),
		cmocka_unit_test(test_now),
	};

	return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/emit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_utf8(void **state)
{
	/* The edges of RFC 3629's ranges, and what lies just beyond them. */
	static const struct {
		const char *text;
		size_t length;
	} samples[] = {
		{"\x7f", 1},
		{"\x80", 0},
		{"\xc1\xbf", 0},
		{"\xc2\x80", 2},
		{"\xdf\xbf", 2},
		{"\xe0\x9f\xbf", 0},
		{"\xe0\xa0\x80", 3},
		{"\xed\x9f\xbf", 3},
		{"\xed\xa0\x80", 0},
		{"\xef\xbf\xbf", 3},
		{"\xc3", 0},
		{"\xe2\x82", 0},
		{"\xe2\x82 ", 0},
		{"\xf0\x8f\xbf\xbf", 0},
		{"\xf0\x90\x80\x80", 4},
		{"\xf4\x8f\xbf\xbf", 4},
		{"\xf4\x90\x80\x80", 0},
		{"\xf5\x80\x80\x80", 0},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(samples); i++)
		assert_int_equal(emit_utf8(samples[i].text), samples[i].length);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_utf8),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

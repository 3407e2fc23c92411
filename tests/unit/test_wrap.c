// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/util.h"
#include "compare/wrap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Ten characters, and a line of them that is as long as may be: 6 x 10 + 6 blanks + 6 = 72. */
#define TEN    "abcdefghij"
#define SIXTY  TEN " " TEN " " TEN " " TEN " " TEN " " TEN " "
#define EIGHTY TEN TEN TEN TEN TEN TEN TEN TEN

static char *wrapped(unsigned int indent, const char *text)
{
	char *out = NULL, *copy = strdup(text);
	size_t size;
	FILE *f = open_memstream(&out, &size);

	assert_non_null(copy);
	assert_non_null(f);
	wrap_text(f, indent, copy);
	fclose(f);
	free(copy);
	return out;
}

static void check(unsigned int indent, const char *text, const char *expected)
{
	char *out = wrapped(indent, text);

	assert_string_equal(out, expected);
	free(out);
}

static void test_lines(void **state)
{
	(void)state;
	check(0, "one  two", "one two\n");
	check(4, "one two", "    one two\n");
	check(0, SIXTY "123456", SIXTY "123456\n");
	check(0, SIXTY "1234567", TEN " " TEN " " TEN " " TEN " " TEN " " TEN "\n  1234567\n");
	/* The indent counts: 2 + 71 is one too many. */
	check(2, SIXTY "12345", "  " TEN " " TEN " " TEN " " TEN " " TEN " " TEN "\n    12345\n");
	check(0, "", "\n");
}

/* Nothing of an address is lost. */
static void test_long_word(void **state)
{
	(void)state;
	check(0, EIGHTY,
	      TEN TEN TEN TEN TEN TEN TEN "ab\n"
					  "  cdefghij\n");
	check(0, "x " EIGHTY, "x\n  " TEN TEN TEN TEN TEN TEN TEN "\n  " TEN "\n");
}

static void test_ascii(void **state)
{
	(void)state;
	check(0, "K\xc3\xb6ln \x1b[31m \xe2\x82\xac", "K?ln ?[31m ?\n");
	check(0, "a\tb\nc\x7f", "a?b?c?\n");
}

static void test_cut(void **state)
{
	char buf[32], small[6];

	(void)state;
	assert_string_equal(wrap_cut(buf, sizeof(buf), "patched", 7), "patched");
	assert_string_equal(wrap_cut(buf, sizeof(buf), "patched2", 7), "patche~");
	/* Two bytes, one column. */
	assert_string_equal(wrap_cut(buf, sizeof(buf), "K\xc3\xb6rperx", 7), "K?rperx");
	assert_string_equal(wrap_cut(small, sizeof(small), "patched", 7), "patch");
	assert_string_equal(wrap_cut_words(buf, sizeof(buf), "patched2", 7), "patch..");
	assert_string_equal(wrap_cut_words(buf, sizeof(buf), "K\xc3\xb6rperx", 7), "K?rperx");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_long_word),
		cmocka_unit_test(test_ascii),
		cmocka_unit_test(test_cut),
	};

	return cmocka_run_group_tests_name("wrap", tests, NULL, NULL);
}

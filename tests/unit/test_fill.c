// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/fill.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* 90 characters that end in a word, so that 10 columns are left. */
#define TEN    "abcdefghi "
#define NINETY TEN TEN TEN TEN TEN TEN TEN TEN "abcdefghij"

static void check(const char *text, const char *expected)
{
	_cleanup_free_ char *out = NULL;
	size_t size;
	FILE *f = open_memstream(&out, &size);

	assert_non_null(f);
	fill(f, text);
	fclose(f);
	assert_string_equal(out, expected);
}

static void test_short(void **state)
{
	(void)state;
	check("", "");
	check("one\n\ntwo", "one\n\ntwo\n");
	check("  blanks  stay\n", "  blanks  stay\n");
}

static void test_edge(void **state)
{
	(void)state;
	check(NINETY " 123456789\n", NINETY " 123456789\n");
	check(NINETY " 1234567890\n", NINETY "\n1234567890\n");
	check(NINETY " 12345678 0 1\nnext", NINETY " 12345678\n0 1\nnext\n");
}

/* What follows an item's first line belongs to it, and has two columns less. */
static void test_item(void **state)
{
	(void)state;
	check("- " NINETY " 1234567 " NINETY " 1234567 x\n",
	      "- " NINETY " 1234567\n  " NINETY " 1234567\n  x\n");
}

/* These would be an item, a quotation and headings of their own. */
static void test_no_markup_made(void **state)
{
	(void)state;
	check(NINETY " 12345678 - 1\n", NINETY "\n12345678 - 1\n");
	check(NINETY " 12345678 > 1\n", NINETY "\n12345678 > 1\n");
	check(NINETY " 12345678 + 1\n", NINETY "\n12345678 + 1\n");
	check(NINETY " 12345678 # 1\n", NINETY "\n12345678 # 1\n");
	check(NINETY " 12345678 = 1\n", NINETY "\n12345678 = 1\n");
}

#define HUNDRED_TEN  \
	"abcdefghij" \
	"abcdefghij" \
	"abcdefghij" \
	"abcdefghij" \
	"abcdefghij" \
	"abcdefghij" \
	"abcdefghij" \
	"abcdefghij" \
	"abcdefghij" \
	"abcdefghij" \
	"abcdefghij"

static void test_long_word(void **state)
{
	(void)state;
	check(HUNDRED_TEN "\n", HUNDRED_TEN "\n");
	check("short " HUNDRED_TEN " short\n", "short\n" HUNDRED_TEN "\nshort\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_short),     cmocka_unit_test(test_edge),
		cmocka_unit_test(test_item),      cmocka_unit_test(test_no_markup_made),
		cmocka_unit_test(test_long_word),
	};

	return cmocka_run_group_tests_name("fill", tests, NULL, NULL);
}

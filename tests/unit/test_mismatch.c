// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/mismatch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static char buf[MISMATCH_TEXT_SIZE];

/* NULL: not stated. */
static const char *text(const char *name, const char *base, const char *here)
{
	struct fact x = {.value = (char *)base}, y = {.value = (char *)here};
	struct mismatch m = {.name = name, .base = base ? &x : NULL, .here = here ? &y : NULL};

	return mismatch_text(&m, buf, sizeof(buf));
}

static void test_values(void **state)
{
	(void)state;
	assert_string_equal(text("machine.cpu.microcode", "0xa0011d1", "0xa0011d3"),
			    "machine.cpu.microcode: 0xa0011d1 | 0xa0011d3");
	assert_string_equal(text("machine.cpu.isolated", "", "2-3"),
			    "machine.cpu.isolated: \"\" | 2-3");
}

static void test_no_value(void **state)
{
	struct fact on = {.value = (char *)"y"}, varying = {.value = (char *)"on", .varies = true};
	struct mismatch m = {.name = "a", .here = &on};

	(void)state;
	assert_string_equal(text("a", NULL, "on"), "a: not stated | on");
	assert_string_equal(text("a", "on", NULL), "a: on | not stated");
	m.not_set = true;
	assert_string_equal(mismatch_text(&m, buf, sizeof(buf)), "a: not set | y");
	m.base = &varying;
	assert_string_equal(mismatch_text(&m, buf, sizeof(buf)), "a: varies | y");
}

static void test_command_line(void **state)
{
	struct fact varying = {.value = (char *)"ro", .varies = true};
	struct fact quiet = {.value = (char *)"ro quiet"};
	struct mismatch m = {.name = "kernel.cmdline", .base = &varying, .here = &quiet};

	(void)state;
	assert_string_equal(
		text("kernel.cmdline", "BOOT_IMAGE=/a ro debug", "BOOT_IMAGE=/b ro quiet"),
		"kernel.cmdline: -debug +quiet");
	assert_string_equal(text("kernel.cmdline", NULL, "ro quiet"),
			    "kernel.cmdline: not stated | ro quiet");
	/* Words of which file, when there are several? */
	assert_string_equal(mismatch_text(&m, buf, sizeof(buf)),
			    "kernel.cmdline: varies | ro quiet");
}

static void test_long_values_show_what_differs(void **state)
{
	(void)state;
	/* In the middle, at the end (the first would fit), at the start. */
	assert_string_equal(
		text("m",
		     "Mitigation: Enhanced / Automatic IBRS; IBPB: conditional; STIBP: always-on; "
		     "RSB filling",
		     "Mitigation: Enhanced / Automatic IBRS; IBPB: disabled; STIBP: always-on; "
		     "RSB filling"),
		"m: ...IBPB: conditional... | ...IBPB: disabled...");
	assert_string_equal(
		text("m", "Mitigation: Retpolines; IBPB: conditional; STIBP: disabled; RSB filling",
		     "Mitigation: Retpolines; IBPB: conditional; STIBP: disabled; RSB filling; "
		     "BHI: Not affected"),
		"m: ...RSB filling | ...RSB filling; BHI: Not affected");
	assert_string_equal(
		text("m",
		     "Vulnerable; IBPB: conditional; IBRS_FW; STIBP: disabled; RSB filling; "
		     "PBRSB-eIBRS",
		     "Mitigated; IBPB: conditional; IBRS_FW; STIBP: disabled; RSB filling; "
		     "PBRSB-eIBRS"),
		"m: Vulnerable... | Mitigated...");
	/* Of a clause of 35 bytes before the difference all is shown, of 36 a word. */
	assert_string_equal(
		text("m",
		     "The quick brown fox; 123456789 123456789 123456789 12345X jumps over "
		     "the lazy dog",
		     "The quick brown fox; 123456789 123456789 123456789 12345Y jumps over "
		     "the lazy dog"),
		"m: ...123456789 123456789 123456789 12345X... | ...123456789 123456789 123456789 "
		"12345Y...");
	assert_string_equal(
		text("m",
		     "The quick brown fox; 123456789 123456789 123456789 123456X jumps over "
		     "the lazy dog",
		     "The quick brown fox; 123456789 123456789 123456789 123456Y jumps over "
		     "the lazy dog"),
		"m: ...123456X... | ...123456Y...");
	/* What fits is shown whole. */
	assert_string_equal(text("m", "Mitigation: Retpolines; STIBP: off; RSB filling",
				 "Mitigation: Retpolines; STIBP: on; RSB filling"),
			    "m: Mitigation: Retpolines; STIBP: off; RSB filling | Mitigation: "
			    "Retpolines; STIBP: on; RSB filling");
}

/* 76 bytes. */
#define ELEVENS "0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789"

static void test_values_are_cut(void **state)
{
	(void)state;
	/* 72 of it: 69 and the ellipsis. */
	assert_string_equal(text("m", ELEVENS, NULL),
			    "m: 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 "
			    "012... | not stated");
	/* The end is common, but something is left of each value. */
	assert_string_equal(text("m", ELEVENS ", end", ELEVENS ",more, end"),
			    "m: ... end | ...more, end");
	/* Byte 69 is in the middle of a character, which goes as a whole. */
	assert_string_equal(
		text("m",
		     "0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 "
		     "01\303\251 and more",
		     NULL),
		"m: 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 "
		"01... | not stated");
}

static void test_small_buffer(void **state)
{
	struct fact x = {.value = (char *)"0xa0011d1"}, y = {.value = (char *)"0xa0011d3"};
	struct mismatch m = {.name = "machine", .base = &x, .here = &y};
	char small[10] = "";

	(void)state;
	assert_string_equal(mismatch_text(&m, small, sizeof(small)), "machine: ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_no_value),
		cmocka_unit_test(test_command_line),
		cmocka_unit_test(test_long_values_show_what_differs),
		cmocka_unit_test(test_values_are_cut),
		cmocka_unit_test(test_small_buffer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

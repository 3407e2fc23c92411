// SPDX-License-Identifier: GPL-2.0-or-later
#include "vm/symbols.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define _cleanup_symbols_ __attribute__((cleanup(symbols_release)))

static struct symbols parse(const char *text)
{
	struct symbols symbols;
	struct error err = {""};

	if (symbols_parse(text, strlen(text), &symbols, &err))
		fail_msg("%s", err.text);
	return symbols;
}

/* Addresses without the digits that they share with the one before; what is unsorted is sorted. */
static void test_addresses(void **state)
{
	_cleanup_symbols_ struct symbols s = parse("ffffffff81000000 T startup_64\n"
						   "d0 t verify_cpu\n"
						   "1d0 T far\n"
						   "4 T far_too\n"
						   "2000000 W farther\n"
						   "c0000000 t init\t[ext4]\n"
						   "80ffffff w below\n");

	(void)state;
	assert_int_equal(s.nr, 7);
	assert_int_equal(s.list[0].address, 0xffffffff80ffffff);
	assert_int_equal(s.list[2].address, 0xffffffff810000d0);
	assert_string_equal(symbols_name(&s, 0xffffffff80fffffe), "[unknown]");
	assert_string_equal(symbols_name(&s, 0xffffffff80ffffff), "below");
	assert_string_equal(symbols_name(&s, 0xffffffff81000000), "startup_64");
	assert_string_equal(symbols_name(&s, 0xffffffff810000cf), "startup_64");
	assert_string_equal(symbols_name(&s, 0xffffffff810000d0), "verify_cpu");
	assert_string_equal(symbols_name(&s, 0xffffffff810001cf), "verify_cpu");
	assert_string_equal(symbols_name(&s, 0xffffffff810001d3), "far");
	assert_string_equal(symbols_name(&s, 0xffffffff82000001), "farther");
	assert_string_equal(symbols_name(&s, 0xffffffffffffffff), "init [ext4]");
}

static void test_other_addresses(void **state)
{
	_cleanup_symbols_ struct symbols s = parse("ffff800080010000 T _text\n");

	(void)state;
	assert_string_equal(symbols_name(&s, 0), "[user space]");
	assert_string_equal(symbols_name(&s, 0x7fffffffffffffff), "[user space]");
	assert_string_equal(symbols_name(&s, 0x8000000000000000), "[unknown]");
}

/* What one name of @text, all of one address, is called. */
static void check(const char *names, const char *expected)
{
	_cleanup_symbols_ struct symbols s = parse(names);

	assert_int_equal(s.nr, 1);
	assert_string_equal(s.list[0].name, expected);
}

static void test_names(void **state)
{
	(void)state;
	check("ffffffff81000000 t change_pte_range.isra.0\n", "change_pte_range");
	check("ffffffff81000000 t change_pte_range.cold\n", "change_pte_range");
	check("ffffffff81000000 t f.constprop.0.isra.1\n", "f");
	check("ffffffff81000000 t f.llvm.123\t[m]\n", "f [m]");
	check("ffffffff81000000 t .f\n", ".f");
	check("ffffffff81000000 t __pfx_f\n", "f");
	check("ffffffff81000000 t __cfi_f\n", "f");
	check("ffffffff81000000 t __pfx_\n", "__pfx_");
	check("ffffffff81000000 t my__pfx_f\n", "my__pfx_f");
}

/* The one that other files know; the shortest; the first by name. Not where a section begins. */
static void test_aliases(void **state)
{
	(void)state;
	check("ffffffff81000000 t a\n0 T long_name\n", "long_name");
	check("ffffffff81000000 w a\n0 W long_name\n", "long_name");
	check("ffffffff81000000 W a\n0 t long_name\n", "long_name");
	check("ffffffff81000000 T __do_sys_brk\n0 T sys_brk\n", "sys_brk");
	check("ffffffff81000000 T bb\n0 T aa\n0 T cc\n", "aa");
	check("ffffffff81000000 T __lock_text_start\n0 t long_name_of_a_function\n",
	      "long_name_of_a_function");
	check("ffffffff81000000 T __kprobes_text_end\n0 T _stext\n0 T restore_regs_and_return\n",
	      "restore_regs_and_return");
	check("ffffffff81000000 T __irqentry_text_start\n0 T irq_entries_start\n",
	      "irq_entries_start");
	check("ffffffff81000000 T _text\n0 T _stext\n", "_text");
}

static void refuse(const char *text, const char *why)
{
	_cleanup_symbols_ struct symbols symbols;
	struct error err = {""};

	assert_int_equal(symbols_parse(text, strlen(text), &symbols, &err), -EBADMSG);
	assert_string_equal(err.text, why);
}

static void test_garbage(void **state)
{
	static const char *const lines[] = {
		"T f",     "x T f",   "10T f",
		"10 T",    "10 T ",   "10 D data",
		"10  T f", "10 TT f", "00000000000000010 T f",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		char text[128], why[128];

		snprintf(text, sizeof(text), "ffffffff81000000 T f\n%s\n", lines[i]);
		snprintf(why, sizeof(why), "the guest's symbols: no symbol: %s", lines[i]);
		refuse(text, why);
	}
	/* The last one is cut off. */
	refuse("ffffffff81000000 T f\n10 T gre", "the guest's symbols: no symbol: 10 T gre");
}

static void test_hidden(void **state)
{
	(void)state;
	refuse("", "the guest's symbols: none has an address");
	refuse("0000000000000000 T f\n0 T g\n0 t h\n", "the guest's symbols: none has an address");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_addresses), cmocka_unit_test(test_other_addresses),
		cmocka_unit_test(test_names),     cmocka_unit_test(test_aliases),
		cmocka_unit_test(test_garbage),   cmocka_unit_test(test_hidden),
	};

	return cmocka_run_group_tests_name("symbols", tests, NULL, NULL);
}

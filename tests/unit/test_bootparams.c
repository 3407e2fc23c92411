// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/bootparams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_equal(void **state)
{
	(void)state;
	assert_true(bootparams_equal("root=/dev/vda1 ro", "root=/dev/vda1 ro"));
	assert_true(bootparams_equal("  root=/dev/vda1\tro ", "root=/dev/vda1  ro"));
	assert_true(bootparams_equal("", " "));
	assert_false(bootparams_equal("ro quiet", "ro"));
	assert_false(bootparams_equal("ro", "ro quiet"));
	assert_false(bootparams_equal("ro quiet", "ro quie"));
	assert_false(bootparams_equal("thp_anon=64K:always thp_anon=64K:never",
				      "thp_anon=64K:never thp_anon=64K:always"));
}

static void test_image_is_passed_over(void **state)
{
	(void)state;
	assert_true(bootparams_equal("BOOT_IMAGE=/boot/vmlinuz-6.18 ro",
				     "BOOT_IMAGE=/boot/vmlinuz-6.19 ro"));
	assert_true(bootparams_equal("initrd=\\ucode.img initrd=\\a.img ro", "ro initrd=\\b.img"));
	assert_true(bootparams_equal("BOOT_IMAGE=/vmlinuz", ""));
	/* These two say more than which file it was. */
	assert_false(bootparams_equal("initrdmem=0x1000,4096 ro", "initrdmem=0x2000,4096 ro"));
	assert_false(bootparams_equal("noinitrd ro", "ro"));
}

static void test_quotes(void **state)
{
	char buf[128];

	(void)state;
	assert_string_equal(
		bootparams_difference("dyndbg=\"file a.c +p\" ro", "ro +p\"", buf, sizeof(buf)),
		"-dyndbg=\"file a.c +p\" ++p\"");
	/* Of a quoted value no part is a word. */
	assert_false(bootparams_equal("x=\"1 initrd=2\"", "x=\"1 initrd=3\""));
}

static void test_difference(void **state)
{
	char buf[128];

	(void)state;
	assert_string_equal(bootparams_difference("root=/dev/vda1 debug ro",
						  "root=/dev/vda1 ro quiet", buf, sizeof(buf)),
			    "-debug +quiet");
	assert_string_equal(bootparams_difference("ro", "ro quiet", buf, sizeof(buf)), "+quiet");
	/* Given once more; the order of the others does not count here. */
	assert_string_equal(bootparams_difference("a b a", "b a", buf, sizeof(buf)), "-a");
	assert_string_equal(bootparams_difference("a b", "b a", buf, sizeof(buf)),
			    "the same words in another order");
	assert_string_equal(
		bootparams_difference("BOOT_IMAGE=1 a", "BOOT_IMAGE=2 b", buf, sizeof(buf)),
		"-a +b");
}

static void test_long_difference(void **state)
{
	char buf[64], large[256];

	(void)state;
	/* 32 for the first, with room for an ellipsis; the second goes on after it. */
	assert_string_equal(bootparams_difference("aaaaaaaaaa bbbbbbbbbb cccccccccc", "dddddddddd",
						  buf, sizeof(buf)),
			    "-aaaaaaaaaa -bbbbbbbbbb ... +dddddddddd");
	assert_string_equal(bootparams_difference("a",
						  "bbbbbbbbbbbbbbbbbbbb cccccccccccccccccccc "
						  "dddddddddddddddddddd eeeeeeeeeeeeeeeeeeee",
						  buf, sizeof(buf)),
			    "-a +bbbbbbbbbbbbbbbbbbbb +cccccccccccccccccccc ...");
	/* Of a value that alone would fill the room, the parameter is named. 70 bytes. */
	assert_string_equal(bootparams_difference("module_blacklist=aaaaaaaaa,bbbbbbbbbbbbbbbbb,"
						  "cccccccccccccccc,ddddddddd",
						  "quiet", large, sizeof(large)),
			    "-module_blacklist=... +quiet");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_equal),           cmocka_unit_test(test_image_is_passed_over),
		cmocka_unit_test(test_quotes),          cmocka_unit_test(test_difference),
		cmocka_unit_test(test_long_difference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

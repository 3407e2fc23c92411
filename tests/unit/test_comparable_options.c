// SPDX-License-Identifier: GPL-2.0-or-later
/* The rules of comparable.h for the kernel's configuration. */
#include "compare/comparable.h"

#include "arms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_option_off_in_one_arm(void **state)
{
	struct fact x[] = {fact("kernel.config.options.CONFIG_HZ", "250"),
			   fact("kernel.config.options.CONFIG_KASAN", "y"),
			   fact("machine.cpu.turbo", "on")};
	struct fact y[] = {fact("kernel.config.options.CONFIG_HZ", "1000")};
	struct arm a = ARM(x), b = ARM(y);
	struct mismatch *list;
	size_t nr;

	(void)state;
	assert_int_equal(comparable_check(&a, &b, NULL, 0, &list, &nr), 0);
	assert_int_equal(nr, 3);
	assert_false(list[0].not_set);
	assert_string_equal(list[1].name, "kernel.config.options.CONFIG_KASAN");
	assert_true(list[1].not_set && list[1].fatal);
	assert_false(list[2].not_set || list[2].fatal);
	free(list);
	assert_int_equal(comparable_check(&b, &a, NULL, 0, &list, &nr), 0);
	assert_true(list[1].not_set && list[1].fatal && !list[1].base);
	free(list);
	/* The one who could not read any configuration has nothing off. */
	b.nr_facts = 0;
	assert_int_equal(comparable_check(&a, &b, NULL, 0, &list, &nr), 0);
	assert_int_equal(nr, 3);
	for (size_t i = 0; i < nr; i++)
		assert_false(list[i].not_set || list[i].fatal);
	free(list);
	assert_int_equal(comparable_check(&b, &a, NULL, 0, &list, &nr), 0);
	assert_int_equal(comparable_count_fatal(list, nr), 0);
	free(list);
}

/* Options are part of what a release is; between patches of one they are a difference. */
static void test_options_between_releases(void **state)
{
	static const struct {
		const char *base, *here;
		bool fatal;
	} pairs[] = {
		{"6.12.1", "6.12.117+deb12", true},
		{"6.12.0-rc1", "6.12-rc2", true},
		{"6.1.0-57-cloud", "6.12.1", false},
		{"6.12.1", "6.1.0", false},
		{"6.18.0", "7.18.0", false},
		{"6.17.0", "6.18.0", false},
		{"6.18.0", "6.18.0-patched", true},
		{NULL, "6.18.0", true},
		{"6", "6", true},
		{"6", "7", false},
	};
	struct fact x[] = {fact("kernel.config.debug", "[]"),
			   fact("kernel.config.options.CONFIG_HZ", "250")};
	struct fact y[] = {fact("kernel.config.debug", "[\"kasan\"]"),
			   fact("kernel.config.options.CONFIG_HZ", "1000")};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		struct boot of_base = {.release = (char *)pairs[i].base};
		struct boot of_here = {.release = (char *)pairs[i].here};
		struct arm a = ARM(x), b = ARM(y);
		struct mismatch *list = NULL;
		size_t nr;

		a.boots = &of_base;
		b.boots = &of_here;
		a.nr_boots = b.nr_boots = 1;
		assert_int_equal(comparable_check(&a, &b, NULL, 0, &list, &nr), 0);
		assert_int_equal(nr, 2);
		assert_true(list[0].fatal);
		if (list[1].fatal != pairs[i].fatal)
			fail_msg("%s, %s", pairs[i].base, pairs[i].here);
		free(list);
	}
}

/* No release makes an option differ between the boots of one kernel. */
static void test_option_that_varies_between_releases(void **state)
{
	struct fact x[] = {fact("kernel.config.options.CONFIG_HZ", "250")};
	struct fact y[] = {fact("kernel.config.options.CONFIG_HZ", "250")};
	struct boot old = {.release = (char *)"6.1.0"}, new = {.release = (char *)"6.12.0"};
	struct arm a = ARM(x), b = ARM(y);
	struct mismatch *list;
	size_t nr;

	(void)state;
	a.boots = &old;
	b.boots = &new;
	a.nr_boots = b.nr_boots = 1;
	y[0].varies = true;
	for (int swapped = 0; swapped < 2; swapped++) {
		assert_int_equal(
			comparable_check(swapped ? &b : &a, swapped ? &a : &b, NULL, 0, &list, &nr),
			0);
		assert_int_equal(comparable_count_fatal(list, nr), 1);
		free(list);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_option_off_in_one_arm),
		cmocka_unit_test(test_options_between_releases),
		cmocka_unit_test(test_option_that_varies_between_releases),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* What --allow takes out of the differences that are fatal. */
#include "compare/comparable.h"

#include "arms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* How many stay fatal of microcode, smt, an option, 64K and 128K THP; placement never is. */
static size_t fatal_with(const char *first, const char *second)
{
	static const char *const names[] = {"kernel.config.options.CONFIG_HZ",
					    "machine.cpu.microcode",
					    "machine.cpu.smt",
					    "placement.cpu",
					    "thp.found.hugepages-128kB/enabled",
					    "thp.found.hugepages-64kB/enabled"};
	struct fact x[ARRAY_SIZE(names)], y[ARRAY_SIZE(names)];
	const char *const allow[] = {first, second};
	struct arm a = ARM(x), b = ARM(y);
	struct mismatch *list;
	size_t nr, fatal;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		x[i] = fact(names[i], "1");
		y[i] = fact(names[i], "2");
	}
	assert_int_equal(comparable_check(&a, &b, allow,
					  second  ? 2
					  : first ? 1
						  : 0,
					  &list, &nr),
			 0);
	assert_int_equal(nr, ARRAY_SIZE(names));
	/* What is allowed would be fatal otherwise. */
	for (size_t i = 0; i < nr; i++)
		assert_true(list[i].fatal || !list[i].allowed);
	fatal = comparable_count_fatal(list, nr);
	free(list);
	return fatal;
}

static void test_allow(void **state)
{
	(void)state;
	assert_int_equal(fatal_with(NULL, NULL), 5);
	assert_int_equal(fatal_with("machine.cpu.microcode", NULL), 4);
	assert_int_equal(fatal_with("machine.cpu", NULL), 3);
	assert_int_equal(fatal_with("machine", NULL), 3);
	assert_int_equal(fatal_with("machine.cpu", "kernel.config.*"), 2);
	assert_int_equal(fatal_with("*", NULL), 0);
	assert_int_equal(fatal_with("thp.found.*", NULL), 3);
	assert_int_equal(fatal_with("thp.found.hugepages-64kB", NULL), 4);
	assert_int_equal(fatal_with("thp.found.hugepages-*", NULL), 3);
	assert_int_equal(fatal_with("*.s[mn]t", NULL), 4);
	assert_int_equal(fatal_with("placement", NULL), 5);
	/* Neither a word for all, nor part of a name. */
	assert_int_equal(fatal_with("all", NULL), 5);
	assert_int_equal(fatal_with("machine.cp", NULL), 5);
	assert_int_equal(fatal_with("cpu.smt", NULL), 5);
	assert_int_equal(fatal_with("", NULL), 5);
}

static void test_allows(void **state)
{
	static const char *const allow[] = {"machine.cpu", "kernel.vers*"};

	(void)state;
	assert_true(comparable_allows(allow, 2, "kernel.version"));
	assert_false(comparable_allows(allow, 1, "kernel.version"));
	assert_false(comparable_allows(allow, 2, "kernel.release"));
	assert_false(comparable_allows(NULL, 0, "kernel.version"));
}

static void test_known(void **state)
{
	struct fact x[] = {fact("machine.cpu.smt", "on")};
	struct fact y[] = {fact("machine.cpu.turbo", "on")};
	struct arm arms[] = {ARM(x), ARM(y)};

	(void)state;
	assert_true(comparable_is_known(arms, 2, "machine.cpu.smt"));
	assert_true(comparable_is_known(arms, 2, "machine.cpu.turbo"));
	assert_true(comparable_is_known(arms, 2, "machine.cpu"));
	assert_true(comparable_is_known(arms, 2, "*.turbo"));
	assert_false(comparable_is_known(arms, 2, "machine.cpu.microcode"));
	assert_false(comparable_is_known(arms, 2, "machine.cpu.smt.x"));
	assert_false(comparable_is_known(arms, 2, "turbo"));
	assert_false(comparable_is_known(arms, 2, ""));
	assert_false(comparable_is_known(arms, 1, "machine.cpu.turbo"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_allow),
		cmocka_unit_test(test_allows),
		cmocka_unit_test(test_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

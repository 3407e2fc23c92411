// SPDX-License-Identifier: GPL-2.0-or-later
#include "vm/functions.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define SYMBOLS                      \
	"text\n"                     \
	"ffffffff81000000 T first\n" \
	"10 t second.isra.0\n"

/* A result with workers of these places in the order. */
static json_t *result_of(int first, int second)
{
	return json_pack("{s:{s:{s:[{s:s,s:i},{s:s,s:i}]}}}", "context", "ptebench", "workers",
			 "name", "a", "order", first, "name", "b", "order", second);
}

static int add(json_t *result, const char *text, struct error *err)
{
	return functions_add(result, text, strlen(text), err);
}

/* "first 3, second 4", in the order they were added; "": there are none. */
static void check(json_t *result, size_t worker, const char *expected)
{
	json_t *workers = json_object_get(
		       json_object_get(json_object_get(result, "context"), "ptebench"), "workers"),
	       *value;
	char text[256] = "";
	const char *name;

	json_object_foreach (json_object_get(json_array_get(workers, worker), "functions"), name,
			     value)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			 "%s%s %" JSON_INTEGER_FORMAT, text[0] ? ", " : "", name,
			 json_integer_value(value));
	assert_string_equal(text, expected);
}

/* Instruction by instruction; what was executed twice is added. */
static void test_blocks(void **state)
{
	_cleanup_json_ json_t *result = result_of(0, 1);

	(void)state;
	assert_int_equal(add(result,
			     "work 0 1 whole\n"
			     "ffffffff81000008 10 44f1\n" /* at 08, 0c, 10, 1f */
			     "ffffffff81000000 2 1\n"
			     "401000 5 111\n"
			     "ffffffff80000000 7 1\n" SYMBOLS "end\n",
			     NULL),
			 0);
	check(result, 0, "first 22, second 20, [user space] 15, [unknown] 7");
	check(result, 1, "");
}

/* A worker's number is its place in the order, wherever it stands among the workers. */
static void test_order(void **state)
{
	_cleanup_json_ json_t *result = result_of(7, 2);

	(void)state;
	assert_int_equal(add(result,
			     "work 2 1 whole\n401000 2 1\n"
			     "work 0 1 whole\n401000 9 1\n"
			     "work 7 1 whole\n401000 7 1\n" SYMBOLS "end\n",
			     NULL),
			 0);
	check(result, 0, "[user space] 7");
	check(result, 1, "[user space] 2");
}

/* Broken, or in two pieces. */
static void test_not_whole(void **state)
{
	_cleanup_json_ json_t *result = result_of(0, 1);

	(void)state;
	assert_int_equal(add(result,
			     "work 0 1 broken\n401000 2 1\n"
			     "work 1 1 whole\n401000 9 1\n"
			     "work 2 1 whole\n401000 9 1\n"
			     "work 1 1 whole\n401000 7 1\n" SYMBOLS "end\n",
			     NULL),
			 0);
	check(result, 0, "");
	check(result, 1, "");
}

static void refuse(const char *text, const char *why)
{
	_cleanup_json_ json_t *result = result_of(0, 1);
	struct error err = {""};

	assert_int_equal(add(result, text, &err), -EBADMSG);
	assert_string_equal(err.text, why);
	check(result, 0, "");
}

static void test_refused(void **state)
{
	(void)state;
	refuse("work 0 1 whole\n401000 2 1\nend\n",
	       "the guest's kernel tells of no functions (it needs CONFIG_KALLSYMS)");
	refuse("work 0 1 whole\n401000 2 1\ntext\nend\n",
	       "the guest's kernel tells of no functions (it needs CONFIG_KALLSYMS)");
	refuse("work 0 1 whole\n401000 2 1\n" SYMBOLS,
	       "the plugin's counts are cut off (was QEMU killed?)");
	refuse("work 0 1 whole\n401000 2 1\n" SYMBOLS "noise\nend\n",
	       "the guest's symbols: no symbol: noise");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_blocks),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_not_whole),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("functions", tests, NULL, NULL);
}

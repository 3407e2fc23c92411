// SPDX-License-Identifier: GPL-2.0-or-later
/* A program with no case linked in. */
#include "bench/registry.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_none(void **state)
{
	_cleanup_free_ struct selected *rows = NULL;
	struct selected *chosen = NULL, row;
	struct error err;

	(void)state;
	assert_int_equal(registry_all(&rows, &err), 0);
	assert_non_null(rows);
	assert_int_equal(registry_select(NULL, &chosen, &err), -ENOENT);
	assert_int_equal(registry_select("*", &chosen, &err), -ENOENT);
	assert_non_null(strstr(err.text, "*"));
	assert_null(chosen);
	assert_int_equal(registry_find("", &row), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_none),
	};

	return cmocka_run_group_tests_name("registry_none", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_rows_ascend_in_numbers_and_sizes(void **state)
{
	static const char *const names[] = {"a_9",     "a_10/1G", "x/1Mx", "x/4K", "x/4k_1M",
					    "x/64K_z", "x/1024K", "x/1M",  "x/5M", "x/2G"};
	struct comparison c;

	(void)state;
	assert_int_equal(comparison_init(&c, 1), 0);
	for (size_t i = ARRAY_SIZE(names); i--;)
		assert_non_null(comparison_row(&c, names[i]));
	comparison_sort(&c);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		assert_string_equal(c.rows[i].name, names[i]);
	comparison_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows_ascend_in_numbers_and_sizes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

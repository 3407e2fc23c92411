// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/util.h"
#include "compare/figure.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static char wall[] = "wall", instructions[] = "instructions";

static void test_change(void **state)
{
	(void)state;
	assert_string_equal(figure_change(1.029).text, "+2.90%");
	assert_string_equal(figure_change(0.851).text, "-14.9%");
	assert_string_equal(figure_change(1).text, "+0.00%");
	/* Three digits, also where rounding adds one. */
	assert_string_equal(figure_change(1.09996).text, "+10.0%");
	assert_string_equal(figure_change(3.5).text, "+250%");
	assert_string_equal(figure_change(1e6).text, "+>9999%");
	assert_string_equal(figure_change(NAN).text, "-");
}

static void test_plus_minus(void **state)
{
	/* exp(0.1 +- 0.05): 1.0512711 .. 1.1618342 around 1.1051709; the upper part is 5.67 wide.
	 */
	const struct change change = {1.1051709, {1.0512711, 1.1618342}};
	const struct change none = {1.1, {NAN, NAN}}, endless = {1.1, {0, INFINITY}};
	const struct change wide = {1.5, {0, 200}};

	(void)state;
	assert_string_equal(figure_plus_minus(&change).text, "5.67");
	assert_string_equal(figure_plus_minus(&none).text, "-");
	assert_string_equal(figure_plus_minus(&endless).text, "-");
	assert_string_equal(figure_plus_minus(&wide).text, ">9999");
}

static void test_percent(void **state)
{
	(void)state;
	assert_string_equal(figure_percent(0.03, 3).text, "3%");
	assert_string_equal(figure_percent(0.0225, 3).text, "2.25%");
	assert_string_equal(figure_percent(0.00917, 2).text, "0.92%");
	assert_string_equal(figure_percent(0.996, 2).text, "99.6%");
	assert_string_equal(figure_percent(2.5, 2).text, "250%");
	assert_string_equal(figure_percent(NAN, 2).text, "-");
}

static void test_spreads(void **state)
{
	(void)state;
	assert_string_equal(figure_spreads(0.42, 12.4).text, "0.4/12");
	assert_string_equal(figure_spreads(9.96, NAN).text, "10/-");
	assert_string_equal(figure_spreads(1e9, 1e9).text, "999/999");
}

static void test_time(void **state)
{
	const struct arm by_clock = {.clock = wall}, unknown = {0};
	const struct arm counting = {.clock = instructions};

	(void)state;
	assert_string_equal(figure_time(&by_clock, 523).text, "523 ns");
	assert_string_equal(figure_time(&unknown, 1.84e9).text, "1.84 s");
	assert_string_equal(figure_time(&counting, 523).text, "523");
	assert_string_equal(figure_time(&counting, 280.4).text, "280");
	assert_string_equal(figure_time(&counting, 999.6).text, "1.00 k");
	assert_string_equal(figure_time(&counting, 18.04e6).text, "18.0 M");
	assert_string_equal(figure_time(&counting, 1.84e9).text, "1.84 G");
	assert_string_equal(figure_time(&counting, 5e12).text, "5000 G");
	assert_string_equal(figure_time(&by_clock, 0).text, "-");
}

static void test_seconds(void **state)
{
	(void)state;
	assert_string_equal(figure_seconds(1.8406e9).text, "1.84");
	assert_string_equal(figure_seconds(0.0213e9).text, "0.021");
	assert_string_equal(figure_seconds(0.99962e9).text, "1.00");
	assert_string_equal(figure_seconds(123.4e9).text, "123");
	assert_string_equal(figure_seconds(0).text, "-");
}

static void test_common_threshold(void **state)
{
	struct row rows[] = {{.threshold = 0.01}, {.threshold = 0.03}, {.threshold = 0.03}};
	struct comparison c = {.rows = rows, .nr_rows = 3};

	(void)state;
	assert_true(common_threshold(&c) == 0.03);
	/* As many of each. */
	c.nr_rows = 2;
	assert_true(common_threshold(&c) == 0.03);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_change),
		cmocka_unit_test(test_plus_minus),
		cmocka_unit_test(test_percent),
		cmocka_unit_test(test_spreads),
		cmocka_unit_test(test_time),
		cmocka_unit_test(test_seconds),
		cmocka_unit_test(test_common_threshold),
	};

	return cmocka_run_group_tests_name("figure", tests, NULL, NULL);
}

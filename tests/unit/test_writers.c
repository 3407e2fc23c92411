// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The forms for machines, on the comparison of hostile.h. Figures are worked out by hand, the t
 * interval with scipy 1.10. tests/cli/formats.bats reads the forms as their consumers do.
 */
#include "compare/emit.h"
#include "compare/writers.h"
#include "hostile.h"

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* cmocka 1.1.5 compares floats only. */
#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

/* The caller frees it. */
static char *written(const struct writer *writer)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	assert_non_null(f);
	assert_int_equal(writer->write(f, &comparison), 0);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(strlen(text), size);
	return text;
}

static json_t *written_json(const struct writer *writer)
{
	_cleanup_free_ char *text = written(writer);
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

	assert_non_null(root);
	return root;
}

static double number(json_t *object, const char *key)
{
	json_t *value = json_object_get(object, key);

	assert_true(json_is_number(value));
	return json_number_value(value);
}

static void assert_text(json_t *object, const char *key, const char *text)
{
	const char *value = json_string_value(json_object_get(object, key));

	assert_non_null(value);
	assert_string_equal(value, text);
}

static void assert_interval(json_t *object, const char *key, double low, double high)
{
	json_t *array = json_object_get(object, key);

	assert_int_equal(json_array_size(array), 2);
	assert_near(json_number_value(json_array_get(array, 0)), low, 1e-9);
	assert_near(json_number_value(json_array_get(array, 1)), high, 1e-9);
}

static void test_json_contrast(void **state)
{
	_cleanup_json_ json_t *root = written_json(&json_writer);
	json_t *object, *entry;

	(void)state;
	assert_near(number(root, "status"), 1, 0);
	object = json_array_get(json_object_get(root, "contrasts"), 0);
	assert_text(object, "base", "base");
	assert_text(object, "method", "paired");
	assert_null(json_object_get(object, "why"));
	assert_null(json_object_get(object, "prior_df"));
	/* Controls are not counted. */
	entry = json_object_get(object, "verdicts");
	assert_int_equal(json_object_size(entry), 3);
	assert_near(number(entry, "REGRESSION"), 1, 0);
	entry = json_array_get(json_object_get(object, "cases"), 0);
	assert_text(entry, "name", HOSTILE);
	/* A character that was cut in two. */
	assert_text(entry, "reason", "slower, \"5\" # SKIP\n\xef\xbf\xbd");
	assert_near(number(entry, "ratio"), 1.1, 1e-12);
	assert_near(number(entry, "change_percent"), 10, 1e-9);
	assert_interval(entry, "interval_95_percent", 5, 25);
	assert_interval(entry, "interval_90_percent", 6.25, 12.5);
	assert_near(number(entry, "p_adjusted"), 0.004, 1e-12);
	assert_near(number(entry, "detectable_percent"), 2, 1e-9);
	/* Without bounds, and out of reach. */
	assert_null(json_object_get(entry, "sign_interval_percent"));
	assert_null(json_object_get(entry, "boots_needed"));
	entry = json_array_get(json_object_get(entry, "directions"), 0);
	assert_text(entry, "name", "R W");
	assert_near(number(entry, "change_percent"), 50, 1e-9);
	assert_null(json_object_get(entry, "interval_95_percent"));
	assert_null(json_object_get(root, "self_check"));
}

static void test_json_unknown(void **state)
{
	_cleanup_json_ json_t *root = written_json(&json_writer);
	json_t *contrasts = json_object_get(root, "contrasts"), *cases, *entry, *boot;

	(void)state;
	cases = json_object_get(json_array_get(contrasts, 0), "cases");
	entry = json_array_get(cases, 2);
	assert_text(entry, "method", "welch");
	assert_near(number(entry, "boots_needed"), 12, 0);
	assert_null(json_object_get(entry, "interval_90_percent"));
	assert_null(json_object_get(entry, "p_adjusted"));
	assert_null(json_object_get(entry, "p_sign_flip"));
	assert_null(json_object_get(entry, "detectable_percent"));
	/* No method: no p, though the number is there. */
	assert_null(json_object_get(json_array_get(cases, 1), "p"));
	assert_null(json_object_get(json_array_get(cases, 3), "ratio"));

	entry = json_array_get(json_object_get(root, "arms"), 1);
	assert_string_equal(json_string_value(json_array_get(json_object_get(entry, "files"), 0)),
			    "\xef\xbf\xbd.json");
	assert_null(json_object_get(entry, "clock"));
	boot = json_array_get(json_object_get(entry, "boots"), 0);
	assert_near(number(boot, "block"), 0, 0);
	assert_near(number(boot, "position"), 1, 0);
	boot = json_array_get(json_object_get(entry, "boots"), 1);
	assert_null(json_object_get(boot, "block"));
}

static void test_csv(void **state)
{
	_cleanup_free_ char *text = written(&csv_writer);
	const char *lines = strstr(text, "\r\n");
	char wanted[2048];

	(void)state;
	assert_non_null(lines);
	snprintf(
		wanted, sizeof(wanted),
		"\r\nbase,\"n<&\x01 \",false,paired,"
		"\"a<b>&\"\"c'|,`$;*#%%d -1\tx\ny\xc3\xa9\",false,3,"
		"iteration,ns,100,1,ns,110,3,10,5,25,REGRESSION,"
		"\"slower, \"\"5\"\" # SKIP\n\xef\xbf\xbd\",true,6,0.001,0.004,6.25,12.5,,,"
		"0.03125,2,\r\n"
		/* The direction, which the baseline has not. */
		"base,\"n<&\x01 \",false,paired,"
		"\"a<b>&\"\"c'|,`$;*#%%d -1\tx\ny\xc3\xa9\",false,3,"
		"R W,,,,ns,110,3,50,,,,,,,,,,,,,,,\r\n"
		"base,\"n<&\x01 \",false,paired,nop,true,3,"
		"iteration,ns,5000000000,1,ns,5000000000,1,0,,,EQUIVALENT,same,false,,,,,,,,,,\r\n"
		"base,\"n<&\x01 \",false,paired,%s,false,5,"
		"iteration,ns,5000000000,1,ns,5000000000,1,-50,-75,-25,UNSTABLE,\"nop\nmoved\",false,"
		"5,0.25,,,,,,,,12\r\n"
		"base,\"n<&\x01 \",false,paired,-skipped-8,false,3,"
		"iteration,,,,,,,,,,not measured,no THP,false,,,,,,,,,,\r\n",
		long_name);
	assert_string_equal(lines, wanted);
}

static void test_junit(void **state)
{
	_cleanup_free_ char *text = written(&junit_writer);

	(void)state;
	assert_non_null(strstr(text, "<testsuites name=\"ptebench compare\" tests=\"4\" "
				     "failures=\"1\" errors=\"1\" time=\"10.000000110\">"));
	/* U+0001 cannot be written in XML 1.0, not even as a reference. */
	assert_non_null(strstr(text,
			       "<testsuite name=\"n&#60;&#38;  against base\" tests=\"4\" "
			       "failures=\"1\" errors=\"1\" skipped=\"1\" time=\"10.000000110\">"));
	assert_non_null(strstr(text, "<property name=\"base.kernel\" value=\"6.18.0\"/>"));
	assert_null(strstr(text, "here.kernel"));
	assert_non_null(strstr(text, "<property name=\"threshold_percent\" value=\"3 to 5\"/>"));
	assert_non_null(strstr(text,
			       "name=\"a&#60;b&#62;&#38;&#34;c'|,`$;*#%d -1&#9;x&#10;y\xc3\xa9\" "
			       "time=\"0.000000110\">\n"
			       "      <failure type=\"REGRESSION\" "
			       "message=\"slower, &#34;5&#34; # SKIP&#10;\xef\xbf\xbd\"/>\n"
			       "      <system-out>REGRESSION: 110 ns per iteration, before 100 ns, "
			       "+10.0%, 95% interval +5.00% to +25.0%, p 0.001, adjusted 0.004, "
			       "detectable 2%, fragile</system-out>\n"));
	assert_non_null(strstr(text,
			       "name=\"nop\" time=\"5.000000000\">\n      <system-out>control, "
			       "EQUIVALENT: 5.00 s per iteration, before 5.00 s, "
			       "+0.00%</system-out>"));
	assert_non_null(strstr(text, "<error type=\"UNSTABLE\" message=\"nop&#10;moved\"/>"));
	assert_non_null(strstr(text, "<skipped type=\"not measured\" message=\"no THP\"/>\n"
				     "      <system-out>not measured</system-out>"));
}

static void test_ktap(void **state)
{
	_cleanup_free_ char *text = written(&ktap_writer);
	char wanted[2048];

	(void)state;
	snprintf(wanted, sizeof(wanted),
		 "KTAP version 1\n1..1\n  KTAP version 1\n  1..4\n"
		 "  # a<b>&\"c'|,`$;*%%23%%25d -1%%09x%%0Ay%%C3%%A9: REGRESSION, 110 ns per "
		 "iteration, before 100 ns, +10.0%%, 95%% interval +5.00%% to +25.0%%, p 0.001, "
		 "adjusted 0.004, detectable 2%%, fragile\n"
		 "  not ok 1 a<b>&\"c'|,`$;*%%23%%25d -1%%09x%%0Ay%%C3%%A9 # REGRESSION: slower, "
		 "\"5\" ? SKIP??\n"
		 "  # nop: control, EQUIVALENT, 5.00 s per iteration, before 5.00 s, +0.00%%\n"
		 "  ok 2 nop\n"
		 "  # %s: UNSTABLE, 5.00 s per iteration, before 5.00 s, -50.0%%, "
		 "95%% interval -75.0%% to -25.0%%, p 0.25\n"
		 "  not ok 3 %s # ERROR UNSTABLE: nop?moved\n"
		 "  # -skipped-8: not measured\n"
		 "  ok 4 -skipped-8 # SKIP no THP\n"
		 "# method: paired\n"
		 "not ok 1 n<&%%01  against base\n",
		 long_name, long_name);
	assert_string_equal(text, wanted);
}

static void test_ktap_nothing_judged(void **state)
{
	struct comparison controls = comparison;
	struct contrast only = contrast;
	_cleanup_free_ char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	controls.rows = &rows[1];
	controls.nr_rows = 1;
	only.judgements = &judgements[1];
	controls.contrasts = &only;
	assert_int_equal(ktap_writer.write(f, &controls), 0);
	fclose(f);
	assert_non_null(strstr(text, "\n  ok 1 nop\n"));
	assert_non_null(strstr(text, "\nok 1 n<&%01  against base # SKIP nothing was judged\n"));
}

static void test_gbench(void **state)
{
	_cleanup_json_ json_t *root = written_json(&gbench_writer);
	json_t *context = json_object_get(root, "context"), *row;

	(void)state;
	assert_text(context, "label", "new");
	assert_text(context, "date", "2026-01-06");
	assert_true(json_is_array(json_object_get(context, "caches")));
	assert_null(json_object_get(context, "clock"));
	assert_int_equal(json_array_size(json_object_get(root, "benchmarks")), 3);
	row = json_array_get(json_object_get(root, "benchmarks"), 0);
	assert_text(row, "name", HOSTILE);
	assert_text(row, "time_unit", "ns");
	assert_near(number(row, "real_time"), 110, 1e-9);
	assert_near(number(row, "cpu_time"), 110, 1e-9);
	assert_near(number(row, "iterations"), 20, 0);
}

static void test_bmf(void **state)
{
	_cleanup_json_ json_t *root = written_json(&bmf_writer), *instructions;
	json_t *metric = json_object_get(json_object_get(root, HOSTILE), "latency");

	(void)state;
	assert_int_equal(json_object_size(root), 3);
	assert_near(number(metric, "value"), 110, 1e-9);
	assert_near(number(metric, "lower_value"), 86.80955999717884, 1e-6);
	assert_near(number(metric, "upper_value"), 139.38556998092392, 1e-6);
	metric = json_object_get(json_object_get(root, "nop"), "latency");
	assert_int_equal(json_object_size(metric), 1);

	arms[1].clock = "instructions";
	instructions = written_json(&bmf_writer);
	arms[1].clock = NULL;
	assert_non_null(json_object_get(json_object_get(instructions, "nop"), "instructions"));
}

/* HOSTILE, in a format string of printf(). */
#define GO_NAME "BenchmarkA<b>&\"c'|,`$;*#%%25d%%20%%2D1%%09x%%0Ay%%C3%%A9"

static void test_benchstat(void **state)
{
	_cleanup_free_ char *text = written(&benchstat_writer);
	char wanted[4096];

	(void)state;
	snprintf(wanted, sizeof(wanted),
		 "label: base\nclock: wall\n# kernel: 6.18.0\n" GO_NAME " 20 5000000000 ns/op\n"
		 "BenchmarkNop 20 5000000000 ns/op\nBenchmarkX%s 20 5000000000 ns/op\n"
		 /* The clock of the arm before no longer holds. */
		 "label: n<&%%01%%20\nclock:\n" GO_NAME " 20 100 ns/op 10 ns/page\n" GO_NAME
		 " 20 110 ns/op 11 ns/page\n" GO_NAME " 20 121 ns/op 12.1 ns/page\n" GO_NAME
		 "/direction=R%%20W 20 100 ns/op 20 ns/page\n" GO_NAME
		 "/direction=R%%20W 20 110 ns/op 22 ns/page\n" GO_NAME
		 "/direction=R%%20W 20 121 ns/op 24.2 ns/page\n"
		 "BenchmarkNop 20 5000000000 ns/op\nBenchmarkX%s 20 5000000000 ns/op\n",
		 long_name + 1, long_name + 1);
	assert_string_equal(text, wanted);
}

static void test_instructions_per_operation(void **state)
{
	_cleanup_free_ char *text = NULL;

	(void)state;
	arms[1].clock = "instructions";
	text = written(&benchstat_writer);
	arms[1].clock = NULL;
	assert_non_null(strstr(text, " 20 110 instructions/op 11 instructions/page\n"));
}

static void test_outcomes(void **state)
{
	static const enum outcome of_case[NR_VERDICTS] = {
		[VERDICT_REGRESSION] = OUTCOME_FAIL,    [VERDICT_IMPROVEMENT] = OUTCOME_PASS,
		[VERDICT_SMALL_CHANGE] = OUTCOME_PASS,  [VERDICT_NO_REGRESSION] = OUTCOME_PASS,
		[VERDICT_EQUIVALENT] = OUTCOME_PASS,    [VERDICT_INCONCLUSIVE] = OUTCOME_ERROR,
		[VERDICT_UNSTABLE] = OUTCOME_ERROR,     [VERDICT_UNVERIFIED] = OUTCOME_ERROR,
		[VERDICT_MISSING] = OUTCOME_ERROR,      [VERDICT_ERROR] = OUTCOME_ERROR,
		[VERDICT_INCOMPARABLE] = OUTCOME_ERROR, [VERDICT_NOT_MEASURED] = OUTCOME_SKIP,
		[VERDICT_PUBLISHED] = OUTCOME_SKIP,
	};

	(void)state;
	for (int v = 0; v < NR_VERDICTS; v++) {
		struct judgement j = {.verdict = (enum verdict)v, .change = {1.5, UNKNOWN}};
		bool moved = v == VERDICT_REGRESSION || v == VERDICT_IMPROVEMENT;
		bool bad = moved || v == VERDICT_MISSING || v == VERDICT_ERROR;

		assert_int_equal(emit_outcome(&rows[0], &j), of_case[v]);
		assert_int_equal(emit_outcome(&rows[1], &j), bad ? OUTCOME_ERROR : OUTCOME_PASS);
		j.change.ratio = NAN;
		assert_int_equal(emit_outcome(&rows[1], &j), bad ? OUTCOME_ERROR : OUTCOME_SKIP);
	}
}

/* Of steps nothing was judged here: only each arm against the first. */
static void test_mail(void **state)
{
	static const struct writer *const mails[] = {&series_writer, &text_writer};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(mails); i++) {
		_cleanup_free_ char *text = written(mails[i]);
		char *rest = NULL;

		for (char *line = strtok_r(text, "\n", &rest); line;
		     line = strtok_r(NULL, "\n", &rest)) {
			size_t len = strlen(line);

			assert_true(len <= 72 && line[len - 1] != ' ');
			for (size_t ch = 0; ch < len; ch++)
				assert_in_range(line[ch], ' ', '~');
		}
	}
}

static void test_full_disk(void **state)
{
	static const struct writer *const all[] = {
		&benchstat_writer, &bmf_writer,   &csv_writer,  &curves_writer, &gbench_writer,
		&json_writer,      &junit_writer, &ktap_writer, &series_writer, &text_writer,
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		FILE *f = fopen("/dev/full", "w");

		assert_non_null(f);
		setvbuf(f, NULL, _IONBF, 0);
		assert_int_equal(all[i]->write(f, &comparison), -EIO);
		fclose(f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_json_contrast),
		cmocka_unit_test(test_json_unknown),
		cmocka_unit_test(test_csv),
		cmocka_unit_test(test_junit),
		cmocka_unit_test(test_ktap),
		cmocka_unit_test(test_ktap_nothing_judged),
		cmocka_unit_test(test_gbench),
		cmocka_unit_test(test_bmf),
		cmocka_unit_test(test_benchstat),
		cmocka_unit_test(test_instructions_per_operation),
		cmocka_unit_test(test_outcomes),
		cmocka_unit_test(test_mail),
		cmocka_unit_test(test_full_disk),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}

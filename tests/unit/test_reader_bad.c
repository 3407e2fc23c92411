// SPDX-License-Identifier: GPL-2.0-or-later
/* What the reader refuses: the damaged files of tests/data/malformed, and what it need not refuse.
 */
#include "reading.h"

#include <errno.h>
#include <stdlib.h>

static void test_malformed(void **state)
{
	static const struct {
		const char *file, *says;
	} bad[] = {
		{"empty", "empty ("},
		{"truncated", "line 47: not JSON: premature end of input"},
		{"no-json", "line 1: not JSON: '[' or '{' expected"},
		{"array", "is an array, not an object"},
		{"other-program", "benchmarks: empty (neither a result"},
		{"newer-schema", "context.ptebench.schema: 3 is newer than 2"},
		{"no-label", "context.ptebench.label: missing"},
		{"no-boot", "context.ptebench.boot_id: missing"},
		{"no-rows", "benchmarks: missing"},
		{"rows-no-array", "benchmarks: is an object, not an array"},
		{"row-no-object", "benchmarks[1]: is a number, not an object"},
		{"nan-time", "not JSON: invalid token near 'NaN'"},
		{"null-time", "benchmarks[1].real_time: is null, not a number"},
		{"negative-time",
		 "benchmarks[1].real_time: -0.5 is not a positive finite number ("},
		{"zero-time", "benchmarks[1].real_time: 0 is not a positive finite number ("},
		{"absurd-time", "benchmarks[1].real_time: 1e+300 ns is absurd"},
		{"text-for-time", "benchmarks[1].real_time: is a string, not a number"},
		{"huge-real", "not JSON: real number overflow"},
		{"huge-integer", "not JSON: too big integer"},
		{"zero-iterations", "benchmarks[1].iterations: 0 is below 1"},
		{"negative-process", "benchmarks[1].ptebench.process: -1 is not from 0 to 1000000"},
		{"microseconds", "benchmarks[1].time_unit: \"us\" ("},
		{"aggregate", "benchmarks[1].run_type: \"aggregate\" ("},
		{"duplicate-row", "benchmarks[1]: \"nop\", process 0, repetition 0 is there twice"},
		{"newline-in-name", "benchmarks[1]: \"nop?ptebench: fine\", process 0"},
		{"two-workloads", "benchmarks[1].ptebench: spinners is 2, not 0"},
		{"zero-calls", "context.ptebench.workers[0].calls: 0 is below 1"},
		{"three-directions", "benchmarks[1].ptebench.directions: 3 of them"},
		{"negative-direction", "benchmarks[1].ptebench.directions[1].real_time: -1 is not"},
		{"long-unit", "context.ptebench.workers[0].published.unit: longer than 31 bytes"},
		{"duplicate-key", "not JSON: duplicate object key"},
		{"deep", "not JSON: maximum parsing depth reached"},
		{"bad-utf8", "not JSON: unable to decode byte 0xff"},
		{"zeroed-tail", "not JSON: end of file expected"},
		{"nameless-failure", "context.ptebench.failed[0].name: missing"},
		{"source-no-object", "context.ptebench.source: is a string, not an object"},
		{"unknown-clock", "context.ptebench.clock: \"cycles\" is no clock ("},
		{"older-schema", "context.ptebench.schema: 1 is older than 2, which this"},
		{"negative-block", "context.ptebench.block: -1 is below 0"},
		{"position-without-block", "context.ptebench.position: without a block"},
		{"slash-in-label", "context.ptebench.label: \"v6.18/patched\" is no label"},
		{"long-label", "is no label (up to 100 bytes"},
		{"worker-beyond", "benchmarks[1].ptebench.worker: 1, but context.ptebench.workers "
				  "has 1 ("},
		{"no-workers", "benchmarks[0].ptebench.worker: 0, but context.ptebench.workers has "
			       "0 ("},
		{"no-worker", "benchmarks[1].ptebench.worker: missing"},
		{"worker-no-object", "context.ptebench.workers[0]: is a string, not an object"},
		{"nameless-worker", "context.ptebench.workers[0].name: missing"},
		{"other-worker", "benchmarks[1].name: \"getppid\", but its worker 0 is one of "
				 "\"nop\""},
		{"other-process", "benchmarks[1].ptebench.process: 1, but its worker 0 is process "
				  "0"},
		{"verified-no-bool", "context.ptebench.workers[0].verified: is a number"},
		{"control-no-bool", "context.ptebench.workers[0].control: is a string"},
		{"long-published-name", "workers[0].published.name: longer than 7 bytes"},
		{"huge-repetition", "benchmarks[1].ptebench.repetition: 10000000 is not from 0"},
		{"real-iterations", "benchmarks[1].iterations: is a number, not a whole number"},
		{"vanishing-time", "benchmarks[1].real_time: 1e-09 ns is absurd"},
		{"swapped-directions", "benchmarks[1].ptebench.directions[0].name: \"RW\", but "
				       "\"R\" in an earlier row"},
		{"new-direction", "benchmarks[1].ptebench.directions: 1 of them, but 0 in an "
				  "earlier row"},
		{"foreign-aggregates", "benchmarks: aggregates only ("},
		{"foreign-unit", "benchmarks[0].time_unit: \"min\" is no unit of time"},
		{"foreign-run-type", "benchmarks[0].run_type: \"coefficient\" ("},
		{"foreign-infinity", "line 24: not JSON: invalid token near 'Infinity'"},
		{"foreign-no-iterations", "benchmarks[0].iterations: 0 is below 1"},
		{"foreign-negative-time", "benchmarks[0].real_time: -2.5 is not a positive"},
		{"foreign-absurd-time", "benchmarks[0].real_time: 1e+15 ns is absurd"},
		{"foreign-no-name", "benchmarks[0].name: missing"},
		{"foreign-error-no-bool", "benchmarks[0].error_occurred: is a string"},
	};
	struct comparison c;

	(void)state;
	/* What the others were made from is fine. */
	read_two(&c, RESULTS "/base.json", MALFORMED "/valid.json");
	comparison_free(&c);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		char path[256], says[512];
		struct error err = {""};

		snprintf(path, sizeof(path), MALFORMED "/%s.json", bad[i].file);
		snprintf(says, sizeof(says), "%s: ", path);
		assert_int_equal(load_fails(RESULTS "/base.json", path, &err), -EINVAL);
		if (strncmp(err.text, says, strlen(says)))
			fail_msg("\"%s\" does not name %s", err.text, path);
		assert_says(&err, bad[i].says);
	}
}

/* Writers escape; the reader has no business with it. */
static void test_metacharacters(void **state)
{
	static const char name[] = "a<b>&'*_[x](y)|`$(z)`\\\"\xc3\xa4";
	const struct rootfs *root = *state;
	char path[PATH_MAX];
	struct comparison c;

	small_write(root, "a/1.json", SMALL(.name = "a<b>&'*_[x](y)|`$(z)`\\\\\\\"\\u00e4"));
	read_two(&c, tmpdir_path(root, "a", path), FOREIGN "/runs");
	assert_near(find_cell(&c, name, 0)->samples[0].iteration_ns, 1, 1e-12);
	comparison_free(&c);
}

static void test_control_characters(void **state)
{
	const struct rootfs *root = *state;
	char path[PATH_MAX];
	struct error err;

	/* JSON has them escaped only. */
	small_write(root, "a/1.json", SMALL(.name = "a\tb"));
	tmpdir_path(root, "a", path);
	assert_int_equal(load_fails(path, FOREIGN "/runs", &err), -EINVAL);
	assert_says(&err, "a/1.json: line 1: not JSON: control character 0x9");
}

/* A file of one boot whose THP settings are @nr, each of a name of @length bytes with "thp.". */
static void write_facts(const struct rootfs *root, const char *path, size_t nr, int length)
{
	_cleanup_free_ char *own = NULL;
	size_t size;
	FILE *f = open_memstream(&own, &size);

	assert_non_null(f);
	fputs(", \"thp\": {", f);
	for (size_t i = 0; i < nr; i++)
		fprintf(f, "%s\"%0*zu\": 1", i ? "," : "", length - (int)strlen("thp."), i);
	fputs("}", f);
	fclose(f);
	small_write(root, path, SMALL(.own = own));
}

/* In memory they take many times what they take in the file. */
static void test_facts_without_end(void **state)
{
	const struct rootfs *root = *state;
	char path[PATH_MAX];
	struct comparison c;
	struct error err;

	write_facts(root, "a/1.json", 4096, 12);
	tmpdir_path(root, "a", path);
	read_two(&c, path, FOREIGN "/runs");
	assert_int_equal(c.arms[0].nr_facts, 4096);
	comparison_free(&c);
	write_facts(root, "a/1.json", 4097, 12);
	assert_int_equal(load_fails(path, FOREIGN "/runs", &err), -EINVAL);
	assert_says(&err, "a/1.json: context.ptebench.thp.00004096: beyond the first 4096 facts (");

	write_facts(root, "a/1.json", 1, 256);
	read_two(&c, path, FOREIGN "/runs");
	assert_int_equal(strlen(c.arms[0].facts[0].name), 256);
	comparison_free(&c);
	write_facts(root, "a/1.json", 1, 257);
	assert_int_equal(load_fails(path, FOREIGN "/runs", &err), -EINVAL);
	assert_says(&err, "a/1.json: context.ptebench.thp.000000");
	assert_says(&err, ": a name of more than 256 bytes (");
}

static void test_foreign_facts_without_end(void **state)
{
	const struct rootfs *root = *state;
	_cleanup_free_ char *text = NULL;
	char path[PATH_MAX];
	struct error err;

	assert_true(asprintf(&text,
			     "{\"context\": {\"library_version\": {\"%0300d\": 1}}, "
			     "\"benchmarks\": []}",
			     0) > 0);
	rootfs_write(root, "a/1.json", text);
	tmpdir_path(root, "a", path);
	assert_int_equal(load_fails(path, FOREIGN "/runs", &err), -EINVAL);
	assert_says(&err, "a/1.json: context.library_version.0000");
}

/* Of a file without an end as much is read as a result may have. */
static void test_endless_file(void **state)
{
	struct error err;

	(void)state;
	assert_int_equal(load_fails(RESULTS "/base.json", "/dev/zero", &err), -EINVAL);
	assert_string_equal(err.text, "/dev/zero: larger than 256 MiB (no run writes so much)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_malformed),
		tmpdir_test(test_metacharacters),
		tmpdir_test(test_control_characters),
		tmpdir_test(test_facts_without_end),
		tmpdir_test(test_foreign_facts_without_end),
		cmocka_unit_test(test_endless_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* What compare makes of events and of what the hardware counted. */
#include "compare/counters.h"
#include "compare/parse.h"
#include "reading.h"

#include <errno.h>
#include <stdlib.h>

#define COUNTED(perf, vmstat)                                                          \
	", \"counters\": {\"perf\": {\"available\": false, \"missing\": [" perf "]}, " \
	"\"vmstat\": {\"available\": true, \"missing\": [" vmstat "]}}"
#define ALL_PERF "\"kernel_cycles\", \"kernel_instructions\", \"kernel_dtlb_load_misses\""

/* A row of 10 iterations, after a warm-up of as many. */
#define WARM(vmstat) ", \"warmup\": {\"real_time\": 1, \"cpu_time\": 1}, \"vmstat\": {" vmstat "}"

static double median(const struct comparison *c, size_t arm, const char *name)
{
	return counters_median(&c->arms[arm], find_cell(c, "nop", arm), name);
}

/* Folder @a as one arm, @b as the other. */
static void read_arms(struct comparison *c, const struct rootfs *root)
{
	char a[PATH_MAX], b[PATH_MAX];

	read_two(c, tmpdir_path(root, "a", a), tmpdir_path(root, "b", b));
}

/* The warm-up counts as iterations; a worker without the event saw none; others are not known. */
static void test_events(void **state)
{
	const struct rootfs *root = *state;
	struct comparison c;

	small_write(root, "a/1.json",
		    SMALL(.label = "a", .boot = "1", .own = COUNTED(ALL_PERF, "\"pswpin\""),
			  .worker = WARM("\"pgfault\": 60, \"pgfree\": 5")));
	small_write(root, "a/2.json",
		    SMALL(.label = "a", .boot = "2", .own = COUNTED(ALL_PERF, "\"pswpin\""),
			  .worker = WARM("\"pgfault\": 80")));
	small_write(root, "a/3.json",
		    SMALL(.label = "a", .boot = "3", .own = COUNTED(ALL_PERF, "\"pswpin\""),
			  .worker = WARM("\"pgfault\": 4000")));
	/* No warm-up. */
	small_write(root, "b/1.json",
		    SMALL(.label = "b", .boot = "4", .own = COUNTED(ALL_PERF, "\"pgfault\""),
			  .worker = ", \"vmstat\": {\"pswpin\": 7}"));
	read_arms(&c, root);
	assert_near(median(&c, 0, "pgfault"), 4, 1e-12);
	assert_near(median(&c, 0, "pgfree"), 0, 1e-12);
	assert_true(isnan(median(&c, 0, "pswpin")));
	assert_true(isnan(median(&c, 1, "pgfault")));
	assert_near(median(&c, 1, "pswpin"), 0.7, 1e-12);
	assert_near(median(&c, 1, "pgfree"), 0, 1e-12);
	assert_true(isnan(median(&c, 0, "kernel_cycles")));
	comparison_free(&c);
}

/* Before there were counters, and where /proc/vmstat could not be read. */
static void test_not_stated(void **state)
{
	const struct rootfs *root = *state;
	struct comparison c;

	small_write(root, "a/1.json",
		    SMALL(.label = "a", .boot = "1", .worker = WARM("\"pgfault\": 60")));
	small_write(root, "b/1.json",
		    SMALL(.label = "b", .boot = "2", .own = COUNTED(ALL_PERF, "\"pgfault\"")));
	read_arms(&c, root);
	assert_false(c.arms[0].uncounted.stated);
	assert_true(c.arms[1].uncounted.stated);
	assert_int_equal(c.arms[1].uncounted.nr, 4);
	assert_true(isnan(median(&c, 0, "pgfree")));
	assert_true(isnan(median(&c, 1, "pgfree")));
	comparison_free(&c);
}

static void test_names(void **state)
{
	const struct rootfs *root = *state;
	_cleanup_json_ json_t *names = NULL;
	struct comparison c;

	small_write(root, "a/1.json",
		    SMALL(.label = "a", .boot = "1", .own = COUNTED(ALL_PERF, ""),
			  .worker = WARM("\"pgfree\": 3, \"thp_split_pmd\": 0")));
	small_write(root, "b/1.json",
		    SMALL(.label = "b", .boot = "2", .own = COUNTED(ALL_PERF, ""),
			  .worker = WARM("\"pgfree\": 1, \"pgfault\": 1")));
	read_arms(&c, root);
	names = counters_names(&c, find_row(&c, "nop"));
	assert_int_equal(json_array_size(names), 2);
	assert_string_equal(json_string_value(json_array_get(names, 0)), "pgfault");
	assert_string_equal(json_string_value(json_array_get(names, 1)), "pgfree");
	comparison_free(&c);
}

/* Three repetitions of 10, with these objects `counters` and what is beside them. */
static void write_repetitions(const struct rootfs *root, const char *path,
			      const char *const more[3])
{
	_cleanup_free_ char *text = NULL;
	char rows[3][400];

	for (int i = 0; i < 3; i++)
		snprintf(
			rows[i], sizeof(rows[i]),
			"{\"name\": \"nop\", \"iterations\": 10, \"real_time\": 1, \"cpu_time\": 1, "
			"\"time_unit\": \"ns\", \"ptebench\": {\"worker\": 0, \"process\": 0, "
			"\"repetition\": %d%s}}",
			i, more[i]);
	assert_true(
		asprintf(
			&text,
			"{\"context\": {\"date\": \"2026-01-07T10:00:00+00:00\", \"ptebench\": "
			"{\"schema\": 2, \"label\": \"a\", \"boot_id\": \"b\", \"clock\": "
			"\"wall\"%s, \"workers\": [{\"name\": \"nop\", \"process\": 0, \"vmstat\": {}}]}}, "
			"\"benchmarks\": [%s, %s, %s]}",
			COUNTED("\"kernel_cycles\"", ""), rows[0], rows[1], rows[2]) > 0);
	rootfs_write(root, path, text);
}

/* What was counted for a part of the time only is left out. */
static void test_hardware(void **state)
{
	const struct rootfs *root = *state;
	struct comparison c;

	write_repetitions(root, "a/1.json",
			  (const char *const[]){
				  ", \"counters\": {\"kernel_instructions\": 100, "
				  "\"kernel_dtlb_load_misses\": 0, \"minor_faults\": 3}",
				  ", \"counters\": {\"kernel_instructions\": 400}",
				  ", \"counters\": {\"kernel_instructions\": 7000}, "
				  "\"counted_ratio\": 0.5",
			  });
	small_write(root, "b/1.json", SMALL(.label = "b", .boot = "2"));
	read_arms(&c, root);
	assert_near(median(&c, 0, "kernel_instructions"), 25, 1e-12);
	assert_near(median(&c, 0, "kernel_dtlb_load_misses"), 0, 1e-12);
	assert_true(isnan(median(&c, 0, "kernel_cycles")));
	/* Faults of the thread are not taken. */
	assert_int_equal(find_cell(&c, "nop", 0)->counters.nr, 2);
	comparison_free(&c);
}

static void refuse(const struct rootfs *root, const struct small_file *f, const char *says)
{
	struct error err = {""};
	char path[PATH_MAX];

	small_write(root, "bad.json", f);
	assert_int_equal(
		load_fails(RESULTS "/base.json", tmpdir_path(root, "bad.json", path), &err),
		-EINVAL);
	assert_says(&err, says);
}

static void test_damaged(void **state)
{
	const struct rootfs *root = *state;
	_cleanup_free_ char *many = malloc(20000);
	int len = 0;

	refuse(root, SMALL(.own = ", \"counters\": 3"), "context.ptebench.counters: is a number");
	refuse(root, SMALL(.own = ", \"counters\": {}"), "context.ptebench.counters.perf: missing");
	refuse(root, SMALL(.own = ", \"counters\": {\"perf\": {}}"),
	       "context.ptebench.counters.perf.missing: missing");
	refuse(root, SMALL(.own = COUNTED("", "1")),
	       "context.ptebench.counters.vmstat.missing: not names alone");
	refuse(root, SMALL(.worker = ", \"vmstat\": []"),
	       "context.ptebench.workers[0].vmstat: is an array");
	refuse(root, SMALL(.worker = ", \"vmstat\": {\"pgfault\": -1}"),
	       "workers[0].vmstat.pgfault: -1 is below 0");
	refuse(root, SMALL(.worker = ", \"vmstat\": {\"pgfault\": 1.5}"),
	       "workers[0].vmstat.pgfault: is a number, not a whole number");
	refuse(root, SMALL(.worker = ", \"vmstat\": {\"pgfault\": null}"),
	       "workers[0].vmstat.pgfault: is null");
	refuse(root,
	       SMALL(.worker = ", \"vmstat\": {\""
			       "0123456789012345678901234567890123456789"
			       "0123456789012345678901234567890123456789x\": 1}"),
	       "workers[0].vmstat: a name of more than 80 bytes");
	for (int i = 0; i <= 500; i++)
		len += snprintf(many + len, 20000 - (size_t)len, "%s\"n%d\": 1",
				i ? ", " : ", \"vmstat\": {", i);
	snprintf(many + len, 20000 - (size_t)len, "}");
	refuse(root, SMALL(.worker = many), "workers[0].vmstat: more than 500 names");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		tmpdir_test(test_events),   tmpdir_test(test_not_stated), tmpdir_test(test_names),
		tmpdir_test(test_hardware), tmpdir_test(test_damaged),
	};

	return cmocka_run_group_tests_name("counters", tests, NULL, NULL);
}

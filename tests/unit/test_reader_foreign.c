// SPDX-License-Identifier: GPL-2.0-or-later
/* google/benchmark's JSON of other programs: the samples of tests/data/foreign. */
#include "reading.h"

#include "compare/facts.h"

#include <errno.h>
#include <stdlib.h>

static void test_rows(void **state)
{
	const struct cell *cell;
	struct comparison c;

	(void)state;
	read_two(&c, FOREIGN "/before.json", FOREIGN "/after.json");
	assert_true(c.arms[0].flat);
	assert_false(c.arms[0].published);
	assert_string_equal(c.arms[0].label, "before");
	assert_string_equal(c.arms[1].name, "after");
	assert_int_equal(c.arms[0].nr_boots, 1);
	assert_string_equal(c.arms[0].boots[0].id, "not stated");
	assert_int_equal(c.arms[0].runs[0].block, -1);
	/* hash, sort/1024, load_ms, load_s, gpu, numa: no aggregate among them. */
	assert_int_equal(c.nr_rows, 6);
	cell = find_cell(&c, "sort/1024", 0);
	assert_int_equal(cell->nr_samples, 3);
	/* In microseconds, and as they come. */
	assert_near(cell->samples[0].iteration_ns, 12500, 1e-9);
	assert_near(cell->samples[2].iteration_ns, 13000, 1e-9);
	assert_int_equal(cell->samples[2].repetition, 2);
	assert_int_equal(cell->samples[2].process, 0);
	assert_int_equal(cell->min_iterations, 2000);
	assert_int_equal(cell->workload.number[WORKLOAD_SIZE], -1);
	assert_int_equal(cell->nr_verified + cell->nr_unverified, 0);
	assert_near(find_cell(&c, "load_ms", 0)->samples[0].iteration_ns, 2.5e6, 1e-6);
	assert_near(find_cell(&c, "load_s", 1)->samples[0].iteration_ns, 0.625e9, 1e-6);
	comparison_free(&c);
}

static void test_reasons(void **state)
{
	struct comparison c;

	(void)state;
	read_two(&c, FOREIGN "/before.json", FOREIGN "/after.json");
	assert_int_equal(find_cell(&c, "gpu", 0)->nr_samples, 0);
	assert_string_equal(find_cell(&c, "gpu", 0)->failed, "no device");
	assert_null(find_cell(&c, "gpu", 0)->skipped);
	assert_string_equal(find_cell(&c, "numa", 0)->skipped, "one node");
	assert_null(find_cell(&c, "numa", 1)->skipped);
	comparison_free(&c);
}

static void note_fact(void *data, const char *name, const struct fact *base,
		      const struct fact *here)
{
	char *text = data;

	sprintf(text + strlen(text), "%s:%s:%s ", name, base->value, here->value);
}

static void test_facts(void **state)
{
	char differ[256] = "";
	struct comparison c;

	(void)state;
	read_two(&c, FOREIGN "/before.json", FOREIGN "/after.json");
	/* Neither the frequency nor caches, host, load. */
	assert_int_equal(c.arms[0].nr_facts, 3);
	assert_string_equal(c.arms[0].facts[0].name, "library_build_type");
	assert_string_equal(c.arms[0].facts[1].value, "v1.9.4");
	facts_differ(&c.arms[0], &c.arms[1], note_fact, differ);
	assert_string_equal(differ, "num_cpus:8:4 ");
	comparison_free(&c);
}

/* One boot for all; a process each. */
static void test_folder(void **state)
{
	const struct cell *cell;
	struct comparison c;

	(void)state;
	read_two(&c, FOREIGN "/runs/", RESULTS "/base.json");
	assert_string_equal(c.arms[0].label, "runs");
	assert_false(c.arms[1].flat);
	assert_int_equal(c.arms[0].nr_runs, 2);
	assert_int_equal(c.arms[0].nr_boots, 1);
	assert_int_equal(c.arms[0].boots[0].nr_runs, 2);
	cell = find_cell(&c, "hash", 0);
	assert_int_equal(cell->nr_samples, 2);
	assert_int_equal(cell->samples[1].run, 1);
	assert_near(cell->samples[1].iteration_ns, 200, 1e-9);
	comparison_free(&c);
}

/* Files from before rows said what they are. */
static void test_before_run_type(void **state)
{
	struct comparison c;

	(void)state;
	read_two(&c, FOREIGN "/before-run-type.json", FOREIGN "/before-run-type.json");
	assert_int_equal(c.nr_rows, 1);
	assert_int_equal(find_cell(&c, "hash", 1)->nr_samples, 2);
	assert_int_equal(find_cell(&c, "hash", 1)->min_iterations, 900);
	assert_int_equal(find_cell(&c, "hash", 1)->max_iterations, 1000);
	assert_near(find_cell(&c, "hash", 1)->samples[1].iteration_ns, 30, 1e-9);
	comparison_free(&c);
}

static void test_cases(void **state)
{
	const char *const inputs[] = {FOREIGN "/before.json"};
	const struct reader_options options = {.cases = "sort,numa"};
	struct comparison c;
	struct error err;

	(void)state;
	assert_int_equal(reader_load(&c, inputs, 1, &options, &err), 0);
	assert_int_equal(c.nr_rows, 2);
	comparison_free(&c);
}

/* ptebench's and another's under one name are no kernel. */
static void test_mixed_folder(void **state)
{
	const struct rootfs *root = *state;
	char path[PATH_MAX];
	struct error err;

	small_write(root, "a/1.json", SMALL());
	rootfs_write(root, "a/2.json",
		     "{\"context\": {}, \"benchmarks\": [{\"name\": \"nop\", \"iterations\": 1, "
		     "\"real_time\": 1, \"time_unit\": \"ns\"}]}");
	tmpdir_path(root, "a", path);
	assert_int_equal(load_fails(RESULTS "/base.json", path, &err), -EINVAL);
	assert_says(&err, "a/2.json: a result of another program, but ");
	rename(tmpdir_path(root, "a/1.json", (char[PATH_MAX]){""}),
	       tmpdir_path(root, "a/3.json", (char[PATH_MAX]){""}));
	assert_int_equal(load_fails(RESULTS "/base.json", path, &err), -EINVAL);
	assert_says(&err, "a/3.json: a result of ptebench, but ");
}

/* A label is what ptebench wrote: no file's name, and no field of another program's. */
static void test_labels(void **state)
{
	const struct rootfs *root = *state;
	struct reader_options options = {0};
	const char *const inputs[] = {"hash"};
	char path[PATH_MAX];
	struct comparison c;
	struct error err;

	rootfs_write(root, "r/hash.json",
		     "{\"context\": {\"label\": \"hash\"}, \"benchmarks\": [{\"name\": \"hash\", "
		     "\"label\": \"hash\", \"iterations\": 1, \"real_time\": 1, \"time_unit\": "
		     "\"ns\"}]}");
	options.results_dir = tmpdir_path(root, "r", path);
	assert_int_equal(reader_load(&c, inputs, 1, &options, &err), -ENOENT);
	assert_says(&err, "hash: no such file or folder, and no label in ");
	small_write(root, "r/own.json", SMALL(.label = "hash"));
	assert_int_equal(reader_load(&c, inputs, 1, &options, &err), 0);
	assert_int_equal(c.arms[0].nr_runs, 1);
	assert_false(c.arms[0].flat);
	comparison_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_reasons),
		cmocka_unit_test(test_facts),
		cmocka_unit_test(test_folder),
		cmocka_unit_test(test_before_run_type),
		cmocka_unit_test(test_cases),
		tmpdir_test(test_mixed_folder),
		tmpdir_test(test_labels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

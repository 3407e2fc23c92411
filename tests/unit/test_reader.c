// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads the samples of tests/data/results. */
#include "reading.h"

#include "compare/parse.h"
#include "compare/threshold.h"
#include "compare/verdict.h"

#include <errno.h>
#include <stdlib.h>

/* Reads @a and @b as the two arms, and judges them. */
static void load_two(struct comparison *c, const char *a, const char *b)
{
	static const char *const allow[] = {"machine.cpu.microcode"};
	static const struct verdict_options options = {.allow = allow, .nr_allow = 1};
	static const struct thresholds thresholds;

	read_two(c, a, b);
	assert_int_equal(threshold_apply(&thresholds, c, NULL), 0);
	assert_int_equal(verdict_judge(c, &options), 0);
}

static const struct judgement *find_judgement(const struct comparison *c, const char *name)
{
	return &c->contrasts[0].judgements[find_row(c, name) - c->rows];
}

static void test_files(void **state)
{
	const struct cell *cell;
	struct comparison c;

	(void)state;
	load_two(&c, RESULTS "/base.json", RESULTS "/patched.json");
	assert_string_equal(c.arms[0].name, "base");
	assert_string_equal(c.arms[1].name, "patched");
	assert_string_equal(c.arms[1].clock, "wall");
	assert_int_equal(c.arms[0].nr_boots, 1);
	assert_string_equal(c.arms[0].boots[0].id, "11111111-2222-4333-8444-000000000001");
	assert_string_equal(c.arms[1].boots[0].release, "6.18.0-patched");
	assert_string_equal(c.arms[0].boots[0].machine,
			    "AMD EPYC 7713 64-Core Processor; x86_64; 1 package, 1 node, 4 cores, "
			    "4 PUs; 8 GiB; base pages of 4K");
	assert_int_equal(c.nr_rows, 3);

	cell = find_cell(&c, "mprotect_4k", 0);
	assert_int_equal(cell->nr_samples, 27);
	assert_int_equal(cell->nr_verified, 27);
	assert_int_equal(cell->nr_unverified, 0);
	assert_int_equal(cell->nr_contended, 1);
	assert_int_equal(cell->samples[26].process, 2);
	assert_int_equal(cell->samples[26].repetition, 8);
	assert_int_equal(cell->workload.nr_directions, 2);
	assert_string_equal(cell->workload.directions[1], "RW");
	assert_string_equal(cell->workload.published_unit, "40 cycles");
	assert_string_equal(cell->workload.published_name, "T3");
	assert_int_equal(cell->workload.number[WORKLOAD_CALLS], 2);
	assert_int_equal(cell->workload.number[WORKLOAD_SIZE], 1 << 30);
	assert_int_equal(cell->workload.number[WORKLOAD_PUBLISHED_ITERATIONS], 40);
	/* An iteration is a call of each direction. */
	assert_near(cell->samples[0].direction_ns[0] + cell->samples[0].direction_ns[1],
		    cell->samples[0].iteration_ns, 1);
	assert_true(find_row(&c, "nop")->control);
	assert_false(find_row(&c, "mprotect_4k")->control);
	assert_int_equal(c.arms[0].boots[0].block, -1);
	assert_int_equal(c.arms[0].runs[0].position, -1);
	assert_false(c.arms[0].flat);
	cell = find_cell(&c, "nop", 1);
	assert_int_equal(cell->nr_verified + cell->nr_unverified, 0);
	assert_int_equal(cell->workload.number[WORKLOAD_FOLIO_ORDER], -1);
	assert_int_equal(cell->min_iterations, 40000000);
	comparison_free(&c);
}

static void test_one_boot_per_arm(void **state)
{
	struct comparison c;

	(void)state;
	load_two(&c, RESULTS "/base.json", RESULTS "/patched.json");
	for (size_t r = 0; r < c.nr_rows; r++) {
		assert_int_equal(c.contrasts[0].judgements[r].verdict, VERDICT_INCONCLUSIVE);
		assert_string_equal(c.contrasts[0].judgements[r].reason,
				    "one boot per arm: the difference may be the boot's");
	}
	assert_int_equal(verdict_exit_status(&c), 2);
	comparison_free(&c);
}

static void test_folders(void **state)
{
	const struct judgement *judgement;
	const struct cell *cell;
	struct comparison c;

	(void)state;
	/* A folder by its path, and as a label in the results folder. */
	load_two(&c, RESULTS "/boots/base", "boots/patched");
	assert_int_equal(c.arms[0].nr_runs, 2);
	assert_int_equal(c.arms[1].nr_boots, 2);
	assert_string_equal(c.arms[0].runs[0].path, RESULTS "/boots/base/1.json");
	cell = find_cell(&c, "mprotect_toggle/rw/4K", 1);
	assert_int_equal(cell->nr_boots, 2);
	assert_int_equal(cell->boots[1].nr_repetitions, 6);
	judgement = find_judgement(&c, "mprotect_toggle/rw/4K");
	assert_int_equal(judgement->verdict, VERDICT_INCONCLUSIVE);
	assert_string_equal(judgement->reason, "2 boots per arm: a wall clock is judged from 5 on");
	comparison_free(&c);
}

static void test_labels(void **state)
{
	struct comparison c;
	struct error err;

	(void)state;
	/* No folder has these names, but files say so: base.json and two below boots/. */
	load_two(&c, "base", "edge");
	assert_int_equal(c.arms[0].nr_boots, 3);
	assert_int_equal(c.arms[1].nr_runs, 1);
	comparison_free(&c);
	assert_int_equal(load_fails("base", "no-such-label", &err), -ENOENT);
	assert_string_equal(err.text,
			    "no-such-label: no such file or folder, and no label in " RESULTS
			    " (check the name)");
}

static void test_names(void **state)
{
	struct comparison c;

	(void)state;
	/* One label: named by file. One label and one file name: by input. */
	load_two(&c, RESULTS "/boots/base/1.json", RESULTS "/boots/base/2.json");
	assert_string_equal(c.arms[0].name, "1");
	assert_string_equal(c.arms[1].name, "2");
	comparison_free(&c);
	load_two(&c, RESULTS "/published.json", RESULTS "//published.json");
	assert_string_equal(c.arms[1].name, RESULTS "//published.json");
	comparison_free(&c);
}

static void test_what_cannot_be_judged(void **state)
{
	const struct judgement *j;
	struct comparison c;

	(void)state;
	load_two(&c, RESULTS "/base.json", RESULTS "/edge.json");
	j = find_judgement(&c, "mprotect_4k");
	assert_int_equal(j->verdict, VERDICT_INCOMPARABLE);
	assert_string_equal(j->reason, "edge: size_bytes is 67108864, not 1073741824");
	j = find_judgement(&c, "mprotect_toggle/rw/4K");
	assert_int_equal(j->verdict, VERDICT_UNVERIFIED);
	assert_string_equal(j->reason, "folios not proved in 3 of 3 repetitions of edge");
	j = find_judgement(&c, "mprotect_thp_split");
	assert_int_equal(j->verdict, VERDICT_MISSING);
	assert_string_equal(j->reason, "skipped in edge: no transparent huge pages on this kernel");
	j = find_judgement(&c, "getppid");
	assert_int_equal(j->verdict, VERDICT_MISSING);
	assert_string_equal(j->reason, "no such row in base");
	j = find_judgement(&c, "nop");
	assert_int_equal(j->verdict, VERDICT_ERROR);
	assert_string_equal(j->reason,
			    "failed in edge: worker killed after its time limit of 60 s");
	assert_true(c.arms[1].runs[0].interrupted);
	assert_int_equal(verdict_exit_status(&c), 3);
	comparison_free(&c);
}

static void test_published(void **state)
{
	const struct cell *cell;
	struct comparison c;

	(void)state;
	load_two(&c, RESULTS "/base.json", RESULTS "/published.json");
	cell = find_cell(&c, "mprotect_4k", 1);
	/* Its workload states less than the base's: shown nevertheless. */
	assert_int_equal(find_judgement(&c, "mprotect_4k")->verdict, VERDICT_PUBLISHED);
	assert_near(cell->estimate.value, 5e7, 1e-6);
	assert_true(c.arms[1].published);
	assert_string_equal(c.arms[1].source.author, "A. Author");
	assert_int_equal(verdict_exit_status(&c), 2);
	comparison_free(&c);
	load_two(&c, RESULTS "/published.json", RESULTS "/base.json");
	assert_int_equal(find_judgement(&c, "mprotect_4k")->verdict, VERDICT_PUBLISHED);
	comparison_free(&c);
}

static void test_two_runs_of_a_boot(void **state)
{
	const struct cell *cell;
	struct comparison c;

	(void)state;
	load_two(&c, RESULTS "/base.json", RESULTS "/same-boot");
	assert_int_equal(c.arms[1].nr_runs, 2);
	assert_int_equal(c.arms[1].nr_boots, 1);
	assert_int_equal(c.arms[1].boots[0].nr_runs, 2);
	/*
	 * Both call their process 0: 100, 100 and 200, 220. They are two, with medians 100 and 210,
	 * so 155; taken for one it would be 150.
	 */
	cell = find_cell(&c, "nop", 1);
	assert_int_equal(cell->nr_boots, 1);
	assert_int_equal(cell->boots[0].nr_processes, 2);
	assert_near(cell->estimate.value, 155, 1e-9);
	assert_int_equal(find_judgement(&c, "nop")->verdict, VERDICT_INCOMPARABLE);
	assert_string_equal(find_judgement(&c, "nop")->reason,
			    "clock of icount is instructions, not wall");
	comparison_free(&c);
}

static void test_cases(void **state)
{
	const char *const inputs[] = {RESULTS "/base.json", RESULTS "/patched.json"};
	struct reader_options options = {.cases = "mprotect_toggle"};
	struct comparison c;
	struct error err;

	(void)state;
	/* A case stands for its variants; a pattern for what it matches, slashes too; and nop. */
	assert_int_equal(reader_load(&c, inputs, 2, &options, &err), 0);
	assert_int_equal(c.nr_rows, 2);
	comparison_free(&c);
	options.cases = "mprotect*4[kK]";
	assert_int_equal(reader_load(&c, inputs, 2, &options, &err), 0);
	assert_int_equal(c.nr_rows, 3);
	comparison_free(&c);
	options.cases = "mprotect_4";
	assert_int_equal(reader_load(&c, inputs, 2, &options, &err), -EINVAL);
	assert_non_null(strstr(err.text, "--cases mprotect_4: no row"));
}

static void test_order_of_rows(void **state)
{
	static const char *const names[] = {"t/400K", "t/4K", "nop", "t/40K"};
	struct comparison c;

	(void)state;
	assert_int_equal(comparison_init(&c, 1), 0);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		assert_non_null(comparison_row(&c, names[i]));
	assert_ptr_equal(comparison_row(&c, "nop"), &c.rows[2]);
	comparison_sort(&c);
	assert_string_equal(c.rows[0].name, "nop");
	assert_string_equal(c.rows[1].name, "t/4K");
	assert_string_equal(c.rows[2].name, "t/40K");
	assert_string_equal(c.rows[3].name, "t/400K");
	comparison_free(&c);
}

static void test_second_reading(void **state)
{
	struct error err;

	(void)state;
	assert_int_equal(load_fails(RESULTS "/base.json", RESULTS "//base.json", &err), -EINVAL);
	assert_string_equal(err.text,
			    RESULTS "//base.json: context.ptebench.boot_id: same boot and "
				    "start as " RESULTS "/base.json (give a file once)");
}

static void test_two_labels_in_a_folder(void **state)
{
	struct error err;

	(void)state;
	assert_int_equal(load_fails(RESULTS "/base.json", RESULTS "/boots", &err), -EINVAL);
	assert_non_null(strstr(err.text, "label: \"patched\", but \"base\" in "));
}

static void test_folder_without_results(void **state)
{
	char dir[] = "/tmp/ptebench-test-XXXXXX";
	struct error err;
	int ret;

	(void)state;
	assert_non_null(mkdtemp(dir));
	ret = load_fails(RESULTS "/base.json", dir, &err);
	rmdir(dir);
	assert_int_equal(ret, -ENOENT);
	assert_non_null(strstr(err.text, ": holds no *.json ("));
}

/* For a label, what is no result file is passed over; one of the label is held to the format. */
static void test_label(void **state)
{
	static const char escaped[] = "{\"context\": {\"ptebench\": {\"label\": \"\\u0062ase\"}}}";
	const struct parse_options options = {.label = "base"};
	struct result_file file;
	struct error err = {""};

	(void)state;
	assert_int_equal(parse_text("{]", 2, "x", &options, &file, &err), 1);
	assert_int_equal(parse_text("{\"base\": 1}", 11, "x", &options, &file, &err), 1);
	assert_int_equal(parse_text(escaped, strlen(escaped), "x", &options, &file, &err), -EINVAL);
	assert_string_equal(err.text, "x: context.ptebench.schema: missing (a result file has a "
				      "whole number there)");
	assert_int_equal(parse_file(RESULTS "/patched.json", &options, &file, &err), 1);
	assert_int_equal(parse_file(RESULTS "/base.json", &options, &file, &err), 0);
	assert_string_equal(file.label, "base");
	result_file_free(&file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_one_boot_per_arm),
		cmocka_unit_test(test_folders),
		cmocka_unit_test(test_labels),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_what_cannot_be_judged),
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_two_runs_of_a_boot),
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_order_of_rows),
		cmocka_unit_test(test_second_reading),
		cmocka_unit_test(test_two_labels_in_a_folder),
		cmocka_unit_test(test_folder_without_results),
		cmocka_unit_test(test_label),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

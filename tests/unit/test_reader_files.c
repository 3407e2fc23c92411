// SPDX-License-Identifier: GPL-2.0-or-later
/* What shows only when files are side by side, and that threads do not show. */
#include "reading.h"

#include <errno.h>
#include <stdlib.h>

#define BLOCK(block)           ", \"block\": " #block
#define PLACE(block, position) BLOCK(block) ", \"position\": " #position
#define KERNEL(release, version)                        \
	", \"kernel\": {\"release\": \"" release "\", " \
	"\"version\": \"" version "\"}"
#define CONTROL(is) ", \"control\": " is
#define LISTED(list, name, why) \
	", \"" list "\": [{\"name\": \"" name "\", \"reason\": \"" why "\"}]"
#define ORDER(interrupted)                                 \
	", \"interrupted\": " interrupted ", \"order\": [" \
	"{\"name\": \"nop\", \"process\": 0}, "            \
	"{\"name\": \"nop\", \"process\": 1}, "            \
	"{\"name\": \"x\", \"process\": 0}, "              \
	"{\"name\": \"y/1\", \"process\": 0}, "            \
	"{\"name\": \"z\", \"process\": 0}]"
#define SMT(state) ", \"machine\": {\"cpu\": {\"smt\": \"" state "\"}}"

/* Of folder a against folder b: the error, which must be -EINVAL. */
static void refused(const struct rootfs *root, const char *says)
{
	char a[PATH_MAX], b[PATH_MAX];
	struct error err;
	int ret = load_fails(tmpdir_path(root, "a", a), tmpdir_path(root, "b", b), &err);

	assert_says(&err, says);
	assert_int_equal(ret, -EINVAL);
}

static void load(const struct rootfs *root, struct comparison *c)
{
	char a[PATH_MAX], b[PATH_MAX];

	read_two(c, tmpdir_path(root, "a", a), tmpdir_path(root, "b", b));
}

static void test_blocks(void **state)
{
	const struct rootfs *root = *state;
	struct comparison c;

	small_write(root, "a/1.json", SMALL(.boot = "a1", .own = PLACE(0, 1)));
	small_write(root, "a/2.json", SMALL(.boot = "a2", .own = PLACE(1, 0)));
	small_write(root, "a/4.json", SMALL(.boot = "a1", .date = "2026-01-07T11:30:00+02:00"));
	/* A second run of that boot, taken by hand. */
	small_write(root, "a/3.json", SMALL(.boot = "a2", .date = "later"));
	small_write(root, "b/1.json", SMALL(.boot = "b1", .own = PLACE(0, 0)));
	small_write(root, "b/2.json", SMALL(.boot = "b2", .date = "by hand"));
	small_write(root, "b/3.json", SMALL(.boot = "b2", .own = PLACE(1, 1)));
	load(root, &c);
	assert_int_equal(c.arms[0].nr_boots, 2);
	assert_int_equal(c.arms[0].boots[0].block, 0);
	assert_int_equal(c.arms[0].boots[0].position, 1);
	assert_int_equal(c.arms[0].boots[1].block, 1);
	assert_int_equal(c.arms[0].runs[1].block, 1);
	assert_int_equal(c.arms[0].runs[2].block, -1);
	assert_int_equal(c.arms[0].runs[2].boot, 1);
	/* A boot starts with its first run: half past nine, not ten (date -u +%s). */
	assert_int_equal(c.arms[0].boots[0].start, 1767778200);
	/* What the boot's first file does not state, its second may. */
	assert_int_equal(c.arms[1].boots[1].block, 1);
	assert_int_equal(c.arms[1].boots[1].position, 1);
	comparison_free(&c);
}

static void test_boot_in_two_blocks(void **state)
{
	const struct rootfs *root = *state;
	struct error err;

	small_write(root, "a/1.json", SMALL(.boot = "x", .own = BLOCK(3)));
	small_write(root, "b/1.json", SMALL(.boot = "y", .own = BLOCK(3)));
	/* Runs without a block in between change nothing. */
	small_write(root, "b/2.json", SMALL(.boot = "x", .date = "2"));
	small_write(root, "b/3.json", SMALL(.boot = "x", .date = "3", .own = BLOCK(4)));
	refused(root, "b/3.json: context.ptebench.block: 4, but 3 in ");
	small_write(root, "b/3.json", SMALL(.boot = "x", .date = "3", .own = PLACE(3, 0)));
	refused(root, "b/3.json: context.ptebench.position: 0, but -1 in ");
	assert_int_equal(load_fails(RESULTS "/base.json", MALFORMED "/two-blocks", &err), -EINVAL);
	assert_says(&err, "two-blocks/2.json: context.ptebench.block: 4, but 3 in ");
	assert_says(&err, "two-blocks/1.json, of the same boot (");
}

static void test_place_of_two_boots(void **state)
{
	const struct rootfs *root = *state;
	struct comparison c;

	small_write(root, "a/1.json", SMALL(.boot = "a1", .own = PLACE(0, 0)));
	small_write(root, "a/2.json", SMALL(.boot = "a2", .own = PLACE(1, 0)));
	small_write(root, "b/1.json", SMALL(.boot = "b1", .own = PLACE(0, 1)));
	small_write(root, "b/2.json", SMALL(.boot = "b2", .own = BLOCK(1)));
	/* A second run of a boot is where its first is, also with another label. */
	small_write(root, "b/3.json", SMALL(.boot = "b1", .date = "3", .own = PLACE(0, 1)));
	small_write(root, "b/4.json", SMALL(.boot = "a1", .date = "4", .own = PLACE(0, 0)));
	refused(root, "b/4.json: context.ptebench.block: 0, as in ");
	small_write(root, "b/4.json", SMALL(.boot = "a1", .date = "4"));
	load(root, &c);
	comparison_free(&c);
	small_write(root, "a/3.json", SMALL(.boot = "a3", .own = BLOCK(1)));
	refused(root, "a/3.json: context.ptebench.block: 1, as in ");
	refused(root, "a/2.json, another boot of this kernel (");
	small_write(root, "a/3.json", SMALL(.boot = "a3", .own = PLACE(2, 0)));
	small_write(root, "b/5.json", SMALL(.boot = "b5", .own = PLACE(2, 0)));
	refused(root, "b/5.json: context.ptebench.position: 0, as in ");
	refused(root, "a/3.json, another boot of block 2 (");
	small_write(root, "b/5.json", SMALL(.boot = "a3", .date = "5", .own = PLACE(2, 0)));
	load(root, &c);
	comparison_free(&c);
}

static void test_given_twice(void **state)
{
	const struct rootfs *root = *state;
	struct comparison c;

	small_write(root, "a/1.json", SMALL(.boot = "x"));
	small_write(root, "b/1.json", SMALL(.boot = "x", .date = "2026-01-07T10:00:01+00:00"));
	load(root, &c);
	comparison_free(&c);
	small_write(root, "b/2.json", SMALL(.boot = "x"));
	refused(root, "b/2.json: context.ptebench.boot_id: same boot and start as ");
}

static void test_one_workload_per_name(void **state)
{
	const struct rootfs *root = *state;
	struct comparison c;

	small_write(root, "a/1.json", SMALL(.boot = "1", .worker = ", \"params\": {\"pages\": 1}"));
	small_write(root, "b/1.json", SMALL(.boot = "2", .worker = ", \"params\": {\"pages\": 2}"));
	/* Between arms that is the verdict's business. */
	load(root, &c);
	assert_int_equal(find_cell(&c, "nop", 1)->workload.number[WORKLOAD_PAGES], 2);
	comparison_free(&c);
	small_write(root, "b/2.json", SMALL(.boot = "3", .worker = ", \"params\": {\"pages\": 3}"));
	refused(root, "b/2.json: benchmarks[0].ptebench: pages is 3, not 2 as in ");
}

static void test_sums(void **state)
{
	const struct rootfs *root = *state;
	const struct cell *cell;
	struct comparison c;

	small_write(root, "a/1.json",
		    SMALL(.boot = "1", .iterations = 20, .ns = 5,
			  .worker = ", \"folio_order\": 4, \"verified\": true"));
	small_write(root, "a/2.json",
		    SMALL(.boot = "2", .iterations = 10, .ns = 6,
			  .worker = ", \"folio_order\": 4, \"verified\": false"));
	small_write(
		root, "a/3.json",
		SMALL(.boot = "3", .iterations = 30, .ns = 7, .worker = ", \"folio_order\": 4"));
	small_write(root, "b/1.json", SMALL(.boot = "4"));
	load(root, &c);
	cell = find_cell(&c, "nop", 0);
	assert_int_equal(cell->nr_samples, 3);
	assert_int_equal(cell->nr_verified, 1);
	/* One that asked for folios and does not say has not proved them. */
	assert_int_equal(cell->nr_unverified, 2);
	assert_int_equal(cell->min_iterations, 10);
	assert_int_equal(cell->max_iterations, 30);
	assert_int_equal(cell->samples[2].run, 2);
	assert_near(cell->samples[2].iteration_ns, 7, 1e-12);
	comparison_free(&c);
}

/* A row that one file calls a control and another does not is none, and no comparison either. */
static void test_controls(void **state)
{
	static const struct {
		const char *workers[3]; /* of two boots of one arm and one of the other */
		bool control, disputed;
	} files[] = {
		{{CONTROL("true"), CONTROL("true"), CONTROL("true")}, true, false},
		{{CONTROL("false"), "", CONTROL("false")}, false, false},
		{{CONTROL("true"), "", CONTROL("true")}, false, true},
		{{"", CONTROL("true"), CONTROL("true")}, false, true},
		{{CONTROL("true"), CONTROL("true"), ""}, false, true},
		{{"", "", CONTROL("true")}, false, true},
	};
	const struct rootfs *root = *state;
	struct comparison c;

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		const char *const *w = files[i].workers;

		small_write(root, "a/1.json", SMALL(.boot = "1", .worker = w[0]));
		small_write(root, "a/2.json", SMALL(.boot = "2", .worker = w[1]));
		small_write(root, "b/1.json", SMALL(.boot = "3", .worker = w[2]));
		load(root, &c);
		assert_int_equal(find_row(&c, "nop")->control, files[i].control);
		assert_int_equal(find_row(&c, "nop")->disputed, files[i].disputed);
		comparison_free(&c);
	}
}

/* Without samples nothing says what it is. */
static void test_controls_that_did_not_run(void **state)
{
	const struct rootfs *root = *state;
	struct comparison c;

	small_write(root, "a/1.json", SMALL(.boot = "1", .worker = CONTROL("true")));
	small_write(root, "b/1.json",
		    SMALL(.boot = "2", .name = "x", .own = LISTED("skipped", "nop", "why")));
	load(root, &c);
	assert_true(find_row(&c, "nop")->control);
	assert_false(find_row(&c, "nop")->disputed);
	comparison_free(&c);
}

/* Boots that give a reason, each once, however many runs it had. */
static void test_boots_that_skip(void **state)
{
	const struct rootfs *root = *state;
	const struct cell *cell;
	struct comparison c;

	small_write(root, "a/1.json", SMALL(.boot = "1", .own = LISTED("skipped", "x", "first")));
	small_write(root, "a/2.json", SMALL(.boot = "2", .own = LISTED("skipped", "x", "second")));
	small_write(root, "a/3.json", SMALL(.boot = "3", .name = "x"));
	small_write(root, "a/4.json",
		    SMALL(.boot = "2", .date = "later", .own = LISTED("skipped", "x", "third")));
	small_write(root, "a/5.json",
		    SMALL(.boot = "4", .name = "x", .own = LISTED("failed", "x", "died")));
	/* The other arm's boot of that name is another. */
	small_write(root, "b/1.json",
		    SMALL(.boot = "1", .date = "b", .own = LISTED("skipped", "x", "there")));
	load(root, &c);
	cell = find_cell(&c, "x", 0);
	assert_int_equal(cell->nr_samples, 2);
	assert_int_equal(cell->nr_skipped, 2);
	assert_string_equal(cell->skipped, "first");
	assert_int_equal(cell->nr_failed, 1);
	assert_string_equal(cell->failed, "died");
	assert_int_equal(find_cell(&c, "x", 1)->nr_skipped, 1);
	assert_int_equal(find_cell(&c, "nop", 0)->nr_skipped, 0);
	comparison_free(&c);
}

/* An interrupted run did not leave out what it had yet to do. */
static void test_not_reached(void **state)
{
	const struct rootfs *root = *state;
	const char *const inputs[] = {root->path};
	const struct reader_options only_y = {.cases = "y"};
	struct comparison c;
	struct error err;

	small_write(root, "a/1.json",
		    SMALL(.boot = "1", .own = ORDER("true") LISTED("skipped", "x", "why")));
	small_write(root, "b/1.json",
		    SMALL(.boot = "2", .own = ORDER("false") LISTED("skipped", "x", "why")));
	load(root, &c);
	assert_int_equal(c.nr_rows, 4);
	assert_null(find_cell(&c, "nop", 0)->failed);
	assert_null(find_cell(&c, "x", 0)->failed);
	assert_string_equal(find_cell(&c, "y/1", 0)->failed,
			    "not reached: the run was interrupted");
	assert_non_null(find_cell(&c, "z", 0)->failed);
	assert_null(find_cell(&c, "z", 1)->failed);
	comparison_free(&c);
	assert_int_equal(reader_load(&c, inputs, 1, &only_y, &err), 0);
	assert_int_equal(c.nr_rows, 1);
	comparison_free(&c);
}

static void test_facts_that_vary(void **state)
{
	const struct rootfs *root = *state;
	struct comparison c;

	small_write(root, "a/1.json", SMALL(.boot = "1", .own = SMT("on") ", \"version\": \"1\""));
	small_write(root, "a/2.json", SMALL(.boot = "2", .own = SMT("off")));
	small_write(root, "b/1.json", SMALL(.boot = "3"));
	small_write(root, "b/2.json", SMALL(.boot = "4", .own = SMT("on")));
	load(root, &c);
	assert_int_equal(c.arms[0].nr_facts, 2);
	assert_string_equal(c.arms[0].facts[0].name, "machine.cpu.smt");
	assert_string_equal(c.arms[0].facts[0].value, "on");
	assert_true(c.arms[0].facts[0].varies);
	/* Stated by one only, the first or the second: that varies, too. */
	assert_string_equal(c.arms[0].facts[1].name, "version");
	assert_true(c.arms[0].facts[1].varies);
	assert_int_equal(c.arms[1].nr_facts, 1);
	assert_true(c.arms[1].facts[0].varies);
	comparison_free(&c);
}

/* Another kernel among an arm's boots is seen, whatever its label. */
static void test_kernels_that_vary(void **state)
{
	const struct rootfs *root = *state;
	struct comparison c;

	small_write(root, "a/1.json", SMALL(.boot = "1", .own = KERNEL("6.18.0", "#1 SMP")));
	small_write(root, "a/2.json", SMALL(.boot = "2", .own = KERNEL("6.18.0", "#2 SMP")));
	small_write(root, "b/1.json", SMALL(.boot = "3", .own = KERNEL("6.18.0", "#1 SMP")));
	load(root, &c);
	assert_int_equal(c.arms[0].nr_facts, 2);
	assert_string_equal(c.arms[0].facts[0].name, "kernel.release");
	assert_false(c.arms[0].facts[0].varies);
	assert_string_equal(c.arms[0].facts[1].name, "kernel.version");
	assert_true(c.arms[0].facts[1].varies);
	comparison_free(&c);
}

/* Many more files than threads: all there, in order. */
static void test_order(void **state)
{
	const struct rootfs *root = *state;
	const struct cell *cell;
	struct comparison c;

	for (int i = 0; i < 200; i++) {
		char path[32], boot[16];

		snprintf(path, sizeof(path), "a/%03d.json", i);
		snprintf(boot, sizeof(boot), "%d", i);
		small_write(root, path, SMALL(.boot = boot, .ns = i + 1));
	}
	small_write(root, "b/1.json", SMALL(.boot = "b"));
	load(root, &c);
	cell = find_cell(&c, "nop", 0);
	assert_int_equal(cell->nr_samples, 200);
	assert_int_equal(c.arms[0].nr_boots, 200);
	for (uint32_t i = 0; i < 200; i++) {
		assert_int_equal(cell->samples[i].run, i);
		assert_near(cell->samples[i].iteration_ns, i + 1, 1e-12);
	}
	comparison_free(&c);
}

/* Of two bad files the first in order is named, though the second is found out sooner. */
static void test_first_error(void **state)
{
	const struct rootfs *root = *state;
	_cleanup_free_ char *slow = malloc(1 << 20);

	assert_non_null(slow);
	memset(slow, ' ', (1 << 20) - 1);
	slow[0] = '{';
	slow[(1 << 20) - 1] = '\0';
	for (int i = 0; i < 40; i++) {
		char path[32], boot[16];

		snprintf(path, sizeof(path), "a/%02d.json", i);
		snprintf(boot, sizeof(boot), "%d", i);
		if (i == 20)
			rootfs_write(root, path, slow);
		else
			small_write(root, path, SMALL(.boot = boot, .ns = i > 20 ? -1 : 1));
	}
	small_write(root, "b/1.json", SMALL(.boot = "b"));
	for (int i = 0; i < 20; i++)
		refused(root, "a/20.json: line 1: not JSON");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		tmpdir_test(test_blocks),
		tmpdir_test(test_boot_in_two_blocks),
		tmpdir_test(test_place_of_two_boots),
		tmpdir_test(test_given_twice),
		tmpdir_test(test_one_workload_per_name),
		tmpdir_test(test_sums),
		tmpdir_test(test_controls),
		tmpdir_test(test_controls_that_did_not_run),
		tmpdir_test(test_boots_that_skip),
		tmpdir_test(test_not_reached),
		tmpdir_test(test_facts_that_vary),
		tmpdir_test(test_kernels_that_vary),
		tmpdir_test(test_order),
		tmpdir_test(test_first_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

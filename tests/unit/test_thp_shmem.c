// SPDX-License-Identifier: GPL-2.0-or-later
/* Which settings give which folios of shared memory. */
#include "bench/thp.h"
#include "rootfs.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define K 1024UL
#define M (1024UL * K)

static struct thp_state snapshot_of(const char *fixture)
{
	_cleanup_fd_ int fd = rootfs_open(fixture);
	struct thp_state s;

	assert_int_equal(thp_snapshot(fd, &s, NULL), 0);
	return s;
}

static void expect_word(const struct thp_state *s, const char *file, const char *word)
{
	const char *there = thp_word(s, file);

	assert_string_equal(there ? there : "(none)", word);
}

/* One size on, the others off: what inherits the global "never" is left as it is. */
static void test_sizes(void **state)
{
	struct thp_state found = snapshot_of("linux-6.18-x86_64"), plan;

	(void)state;
	thp_set(&found, "hugepages-2048kB/shmem_enabled", "inherit");
	thp_set(&found, "hugepages-32kB/shmem_enabled", "advise");
	assert_int_equal(thp_plan_shmem(&found, 64 * K, 4 * K, 2 * M, &plan, NULL), 0);
	expect_word(&plan, "shmem_enabled", "never");
	expect_word(&plan, "defrag", "always");
	expect_word(&plan, "hugepages-64kB/shmem_enabled", "always");
	expect_word(&plan, "hugepages-32kB/shmem_enabled", "never");
	/* In the plan nevertheless, since the plan for another row may have changed it. */
	expect_word(&plan, "hugepages-2048kB/shmem_enabled", "inherit");
	expect_word(&plan, "hugepages-64kB/enabled", "(none)");
	assert_int_equal(thp_plan_shmem(&found, 2 * M, 4 * K, 2 * M, &plan, NULL), 0);
	expect_word(&plan, "hugepages-2048kB/shmem_enabled", "always");
	expect_word(&plan, "hugepages-64kB/shmem_enabled", "never");
	assert_int_equal(thp_plan_shmem(&found, 4 * K, 4 * K, 2 * M, &plan, NULL), 0);
	expect_word(&plan, "hugepages-2048kB/shmem_enabled", "inherit");
	expect_word(&plan, "hugepages-64kB/shmem_enabled", "never");
	expect_word(&plan, "defrag", "(none)");
}

static void test_global(void **state)
{
	struct thp_state found = snapshot_of("linux-6.1-x86_64"), plan;
	struct error why;

	(void)state;
	assert_int_equal(thp_plan_shmem(&found, 2 * M, 4 * K, 2 * M, &plan, NULL), 0);
	expect_word(&plan, "shmem_enabled", "always");
	assert_int_equal(thp_plan_shmem(&found, 4 * K, 4 * K, 2 * M, &plan, NULL), 0);
	expect_word(&plan, "shmem_enabled", "never");
	assert_int_equal(thp_plan_shmem(&found, 64 * K, 4 * K, 2 * M, &plan, &why), -ENOTSUP);
	assert_non_null(strstr(why.text, "needs 64K folios of shmem"));
	assert_non_null(strstr(why.text, "6.11"));
}

static void test_tmpfs(void **state)
{
	struct thp_state found = snapshot_of("linux-6.18-x86_64"), none = {0}, plan;
	struct error why;

	(void)state;
	assert_int_equal(thp_plan_tmpfs(&found, 64 * K, 4 * K, 2 * M, &plan, NULL), 0);
	expect_word(&plan, "shmem_enabled", "within_size");
	expect_word(&plan, "defrag", "always");
	assert_int_equal(thp_plan_tmpfs(&found, 2 * M, 4 * K, 2 * M, &plan, NULL), 0);
	expect_word(&plan, "shmem_enabled", "always");
	assert_int_equal(thp_plan_tmpfs(&found, 4 * K, 4 * K, 2 * M, &plan, NULL), 0);
	assert_int_equal(plan.nr, 1);
	expect_word(&plan, "shmem_enabled", "never");
	assert_int_equal(thp_plan_tmpfs(&none, 4 * K, 4 * K, 2 * M, &plan, NULL), 0);
	assert_int_equal(plan.nr, 0);
	assert_int_equal(thp_plan_tmpfs(&none, 64 * K, 4 * K, 2 * M, &plan, &why), -ENOTSUP);
	assert_non_null(strstr(why.text, "shmem_enabled"));
}

static void test_already(void **state)
{
	struct thp_state found = snapshot_of("linux-6.18-x86_64"), plan;

	(void)state;
	assert_int_equal(thp_plan_shmem(&found, 4 * K, 4 * K, 2 * M, &plan, NULL), 0);
	assert_true(thp_already(&found, &plan));
	assert_int_equal(thp_plan_shmem(&found, 64 * K, 4 * K, 2 * M, &plan, NULL), 0);
	assert_false(thp_already(&found, &plan));
	thp_set(&plan, "no such file", "never");
	assert_false(thp_already(&found, &plan));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_global),
		cmocka_unit_test(test_tmpfs),
		cmocka_unit_test(test_already),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

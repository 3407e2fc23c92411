// SPDX-License-Identifier: GPL-2.0-or-later
/* What can be told of swap files without turning one on; tests/root/swap.bats does that. */
#include "bench/swap.h"
#include "tmpdir.h"

#include <errno.h>
#include <linux/magic.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/swap.h>
#include <sys/vfs.h>

#include <cmocka.h>

#define FILE_AT "var/tmp/ptebench.swap"

static int setup(void **state)
{
	int ret = tmpdir_setup(state);

	if (!ret)
		rootfs_write(*state, "proc/swaps", "Filename Type Size Used Priority\n");
	if (!ret)
		rootfs_write(*state, "var/tmp/other", "untouched");
	return ret;
}

/* Should swap_on() have done what it must not, no swap stays on. */
static int teardown(void **state)
{
	char path[PATH_MAX];

	swapoff(tmpdir_path(*state, FILE_AT, path));
	swapoff(tmpdir_path(*state, "var/tmp/other", path));
	return tmpdir_teardown(state);
}

#define swap_test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

static bool exists(const struct rootfs *root)
{
	struct stat st;

	return !fstatat(root->fd, FILE_AT, &st, AT_SYMLINK_NOFOLLOW);
}

static bool off(const struct rootfs *root)
{
	struct error err = {""};
	bool removed = !exists(root);

	assert_int_equal(swap_off(root->fd, &removed, &err), 0);
	assert_string_equal(err.text, "");
	return removed;
}

static void test_left_over(void **state)
{
	const struct rootfs *root = *state;
	char text[16];

	assert_false(off(root));
	rootfs_write(root, FILE_AT, "was cut short");
	assert_true(off(root));
	assert_false(exists(root));
	assert_false(off(root));
	assert_string_equal(tmpdir_read(root, "var/tmp/other", text, sizeof(text)), "untouched");
}

static void test_no_directory(void **state)
{
	const struct rootfs *root = *state;
	char path[PATH_MAX];

	assert_int_equal(unlink(tmpdir_path(root, "var/tmp/other", path)), 0);
	assert_int_equal(rmdir(tmpdir_path(root, "var/tmp", path)), 0);
	assert_false(off(root));
}

/* What is at that place is not turned off, not removed and not written to, nor what it leads to. */
static void expect_left_alone(const struct rootfs *root)
{
	struct error err;
	char text[16];

	assert_false(off(root));
	assert_true(exists(root));
	assert_int_equal(swap_on(root->fd, 1 << 20, &err), -EEXIST);
	assert_non_null(strstr(err.text, SWAP_FILE));
	assert_non_null(strstr(err.text, "remove what is there"));
	assert_true(exists(root));
	assert_string_equal(tmpdir_read(root, "var/tmp/other", text, sizeof(text)), "untouched");
}

static void test_link(void **state)
{
	char path[PATH_MAX];

	assert_int_equal(symlink("other", tmpdir_path(*state, FILE_AT, path)), 0);
	expect_left_alone(*state);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink("nowhere", path), 0);
	expect_left_alone(*state);
}

static void test_no_file(void **state)
{
	char path[PATH_MAX];

	assert_int_equal(mkfifo(tmpdir_path(*state, FILE_AT, path), 0600), 0);
	expect_left_alone(*state);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkdir(path, 0700), 0);
	expect_left_alone(*state);
}

static void test_of_another(void **state)
{
	char path[PATH_MAX];

	if (geteuid())
		skip();
	rootfs_write(*state, FILE_AT, "of another user");
	assert_int_equal(chown(tmpdir_path(*state, FILE_AT, path), 65534, 65534), 0);
	expect_left_alone(*state);
}

static void expect_unmet(const struct rootfs *root, const char *reason)
{
	struct error why = {""};

	assert_int_equal(swap_unmet(root->fd, &why), -ENOTSUP);
	assert_string_equal(why.text, reason);
}

static void test_unmet(void **state)
{
	const struct rootfs *root = *state;
	char path[PATH_MAX];
	struct statfs fs;

	assert_int_equal(statfs(root->path, &fs), 0);
	if (fs.f_type == TMPFS_MAGIC)
		expect_unmet(root, "needs a swap file: /var/tmp is tmpfs");
	else if (geteuid())
		expect_unmet(root, "needs root, for a swap file");
	else
		assert_int_equal(swap_unmet(root->fd, NULL), 0);
	assert_int_equal(unlink(tmpdir_path(root, "proc/swaps", path)), 0);
	expect_unmet(root, "needs a swap file: this kernel has no swap (CONFIG_SWAP)");
	assert_int_equal(unlink(tmpdir_path(root, "var/tmp/other", path)), 0);
	assert_int_equal(rmdir(tmpdir_path(root, "var/tmp", path)), 0);
	expect_unmet(root, "needs a swap file: /var/tmp: No such file or directory");
}

static void test_tmpfs(void **state)
{
	const struct rootfs *root = *state;
	char path[PATH_MAX];
	struct statfs fs;

	if (statfs("/dev/shm", &fs) || fs.f_type != TMPFS_MAGIC)
		skip();
	assert_int_equal(unlink(tmpdir_path(root, "var/tmp/other", path)), 0);
	assert_int_equal(rmdir(tmpdir_path(root, "var/tmp", path)), 0);
	assert_int_equal(symlink("/dev/shm", path), 0);
	expect_unmet(root, "needs a swap file: /var/tmp is tmpfs");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		swap_test(test_left_over), swap_test(test_no_directory), swap_test(test_link),
		swap_test(test_no_file),   swap_test(test_of_another),   swap_test(test_unmet),
		swap_test(test_tmpfs),
	};

	return cmocka_run_group_tests_name("swap", tests, NULL, NULL);
}

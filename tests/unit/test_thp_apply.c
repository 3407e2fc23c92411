// SPDX-License-Identifier: GPL-2.0-or-later
/* Writing the settings of a copied fixture, where a file holds what was written to it last. */
#include "thpdir.h"

#include <errno.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>

#define NOBODY 65534

static struct thp_state three(void)
{
	struct thp_state s = {0};

	thp_set(&s, "defrag", "always");
	thp_set(&s, "enabled", "never");
	thp_set(&s, "hugepages-64kB/enabled", "always");
	return s;
}

static void test_apply(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state s = three(), after;

	assert_int_equal(thp_apply(root->fd, &s, NULL), 0);
	expect_file(root, THP_DIR "/defrag", "always");
	expect_file(root, THP_DIR "/enabled", "never");
	expect_file(root, THP_DIR "/hugepages-64kB/enabled", "always");
	expect_file(root, THP_DIR "/hugepages-32kB/enabled", "always inherit madvise [never]");
	assert_int_equal(thp_snapshot(root->fd, &after, NULL), 0);
	assert_string_equal(thp_word(&after, "hugepages-64kB/enabled"), "always");
	assert_string_equal(thp_word(&after, "hugepages-2048kB/enabled"), "inherit");
}

static void test_round_trip(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state found, plan, after;

	rootfs_write(root, THP_DIR "/enabled", "always madvise never [auto-tuned:2]\n");
	assert_int_equal(thp_snapshot(root->fd, &found, NULL), 0);
	assert_int_equal(thp_plan(&found, 65536, 4096, 2 << 20, &plan, NULL), 0);
	assert_int_equal(thp_apply(root->fd, &plan, NULL), 0);
	assert_int_equal(thp_snapshot(root->fd, &after, NULL), 0);
	assert_true(thp_suits(&after, 65536, 4096, 2 << 20, false));
	assert_int_equal(thp_apply(root->fd, &found, NULL), 0);
	expect_state(root, &found);
	expect_file(root, THP_DIR "/enabled", "auto-tuned:2");
}

/* What has its word already is not written to. */
static void test_unchanged(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state found;

	assert_int_equal(thp_snapshot(root->fd, &found, NULL), 0);
	assert_int_equal(thp_apply(root->fd, &found, NULL), 0);
	expect_file(root, THP_DIR "/enabled", "always [madvise] never");
	found.nr = 0;
	assert_int_equal(thp_apply(-1, &found, NULL), 0);
}

/* Written without an error, but not taken. The rest is set nevertheless. */
static void test_does_not_stick(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state s = three();
	struct error err;

	replace_by_link(root, THP_DIR "/enabled", "/dev/null");
	assert_int_equal(thp_apply(root->fd, &s, &err), -EIO);
	assert_non_null(strstr(err.text, "/" THP_DIR "/enabled: 'never' was written and '' read"));
	expect_file(root, THP_DIR "/defrag", "always");
	expect_file(root, THP_DIR "/hugepages-64kB/enabled", "always");
	/* The first of several failures is reported. */
	replace_by_link(root, THP_DIR "/hugepages-64kB/enabled", "/dev/null");
	assert_int_equal(thp_apply(root->fd, &s, &err), -EIO);
	assert_non_null(strstr(err.text, THP_DIR "/enabled:"));
}

static void test_is_gone(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state s = three();
	struct error err;

	thp_set(&s, "hugepages-16kB/no_such", "never");
	assert_int_equal(thp_apply(root->fd, &s, &err), -ENOENT);
	assert_non_null(strstr(err.text, "hugepages-16kB/no_such"));
	expect_file(root, THP_DIR "/hugepages-64kB/enabled", "always");
	expect_file(root, THP_DIR "/hugepages-16kB/no_such", "(none)");
}

static void test_no_thp(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state s = three();
	struct error err;

	assert_int_equal(thp_apply(root->fd, &s, &err), -ENOENT);
	assert_non_null(strstr(err.text, THP_DIR));
}

static void test_no_permission(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state s = three();
	struct error err;
	char path[PATH_MAX];
	int ret;

	chmod(tmpdir_path(root, THP_DIR "/enabled", path), 0444);
	if (!geteuid() && seteuid(NOBODY))
		skip();
	ret = thp_apply(root->fd, &s, &err);
	if (!getuid())
		assert_int_equal(seteuid(0), 0);
	assert_int_equal(ret, -EACCES);
	assert_non_null(strstr(err.text, "run as root"));
	expect_file(root, THP_DIR "/enabled", "always [madvise] never");
}

/* As in a container: root, and sysfs mounted read-only. */
static int apply_read_only(const struct rootfs *root)
{
	struct thp_state s = three();
	char sys[PATH_MAX];
	struct error err;
	int fd, ret;

	tmpdir_path(root, "sys", sys);
	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount(sys, sys, NULL, MS_BIND, NULL) ||
	    mount(NULL, sys, NULL, MS_BIND | MS_REMOUNT | MS_RDONLY, NULL))
		return 77;
	fd = open(root->path, O_PATH | O_DIRECTORY);
	ret = thp_apply(fd, &s, &err);
	return ret != -EROFS || !strstr(err.text, THP_DIR "/defrag") ||
	       !strstr(err.text, "read-only sysfs");
}

static void test_read_only(void **state)
{
	const struct rootfs *root = *state;
	pid_t pid = fork();
	int status;

	if (!pid)
		_exit(apply_read_only(root));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77)
		skip(); /* needs CAP_SYS_ADMIN */
	assert_int_equal(WEXITSTATUS(status), 0);
	expect_file(root, THP_DIR "/defrag", "always defer defer+madvise [madvise] never");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		thpdir_test(test_apply),         thpdir_test(test_round_trip),
		thpdir_test(test_unchanged),     thpdir_test(test_does_not_stick),
		thpdir_test(test_is_gone),       tmpdir_test(test_no_thp),
		thpdir_test(test_no_permission), thpdir_test(test_read_only),
	};

	return cmocka_run_group_tests_name("thp_apply", tests, NULL, NULL);
}

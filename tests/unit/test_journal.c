// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/journal.h"
#include "thpdir.h"

#include <errno.h>
#include <linux/fs.h>
#include <sys/ioctl.h>

#define JOURNAL "run/thp-journal.json"
#define SWAP    "var/tmp/ptebench.swap"
#define BOOT    "5f0c6f0e-1c0a-4f7e-9d0c-0123456789ab"

/* The directory of the journal is run/ below the fixture's copy. */
static char dir[PATH_MAX];

static int setup(void **state)
{
	int ret = thpdir_setup(state);

	if (ret)
		return ret;
	rootfs_write(*state, "etc/passwd", "untouched");
	return make_dirs(tmpdir_path(*state, "run", dir), 0755);
}

#define journal_test(f) cmocka_unit_test_setup_teardown(f, setup, tmpdir_teardown)

static bool exists(const struct rootfs *root, const char *name)
{
	struct stat st;

	return !fstatat(root->fd, name, &st, 0);
}

/* Journals what is there, then sets what 64K folios need. */
static struct thp_state change(const struct rootfs *root)
{
	struct thp_state found, plan;

	assert_int_equal(thp_snapshot(root->fd, &found, NULL), 0);
	assert_int_equal(journal_write(dir, BOOT, &found), 0);
	assert_int_equal(thp_plan(&found, 65536, 4096, 2 << 20, &plan, NULL), 0);
	assert_int_equal(thp_apply(root->fd, &plan, NULL), 0);
	expect_file(root, THP_DIR "/enabled", "never");
	return found;
}

static void test_round_trip(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state found, read;
	char path[PATH_MAX];
	struct stat st;

	assert_int_equal(journal_read(dir, BOOT, &read, NULL), -ENOENT);
	assert_int_equal(thp_snapshot(root->fd, &found, NULL), 0);
	assert_int_equal(journal_write(dir, BOOT, &found), 0);
	assert_int_equal(stat(tmpdir_path(root, JOURNAL, path), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(journal_read(dir, BOOT, &read, NULL), 0);
	expect_same(&read, &found);
	assert_int_equal(journal_remove(dir), 0);
	assert_false(exists(root, JOURNAL));
	assert_int_equal(journal_remove(dir), 0);
	tmpdir_path(root, "no/where", path);
	assert_int_equal(journal_write(path, BOOT, &found), -ENOENT);
}

static void test_restore(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state found = change(root);
	bool restored = false;

	assert_int_equal(journal_restore(dir, root->fd, BOOT, &restored, NULL), 0);
	assert_true(restored);
	assert_false(exists(root, JOURNAL));
	expect_state(root, &found);
	/* Once more changes nothing, not even what somebody has set since. */
	rootfs_write(root, THP_DIR "/enabled", "[always] madvise never\n");
	assert_int_equal(journal_restore(dir, root->fd, BOOT, &restored, NULL), 0);
	assert_false(restored);
	expect_file(root, THP_DIR "/enabled", "[always] madvise never");
}

/* A restore that was killed before it removed the journal is done again. */
static void test_restore_again(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state found = change(root);
	bool restored = false;

	assert_int_equal(thp_apply(root->fd, &found, NULL), 0);
	assert_int_equal(journal_restore(dir, root->fd, BOOT, &restored, NULL), 0);
	assert_true(restored);
	expect_state(root, &found);
}

static void test_other_boot(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state s = change(root);
	bool restored = true;

	s.nr = 42;
	assert_int_equal(journal_read(dir, "another", &s, NULL), -ESTALE);
	assert_int_equal(s.nr, 42);
	assert_true(exists(root, JOURNAL));
	assert_int_equal(journal_restore(dir, root->fd, "another", &restored, NULL), 0);
	assert_false(restored);
	assert_false(exists(root, JOURNAL));
	expect_file(root, THP_DIR "/enabled", "never");
}

/* What cannot be put back stays in the journal, and what can is put back. */
static void test_restore_fails(void **state)
{
	const struct rootfs *root = *state;
	bool restored = true;
	char path[PATH_MAX];
	struct error err;

	change(root);
	replace_by_link(root, THP_DIR "/defrag", "/dev/null");
	assert_int_equal(journal_restore(dir, root->fd, BOOT, &restored, &err), -EIO);
	assert_non_null(strstr(err.text, THP_DIR "/defrag"));
	assert_false(restored);
	assert_true(exists(root, JOURNAL));
	expect_file(root, THP_DIR "/enabled", "madvise");
	assert_int_equal(unlink(tmpdir_path(root, THP_DIR "/defrag", path)), 0);
	rootfs_write(root, THP_DIR "/defrag", "always\n");
	assert_int_equal(journal_restore(dir, root->fd, BOOT, &restored, &err), 0);
	assert_true(restored);
	expect_file(root, THP_DIR "/defrag", "madvise");
}

/* The journal @text is refused, nothing is written, and it stays for somebody to look at. */
static void refuse(const struct rootfs *root, const char *text)
{
	struct thp_state s = {.nr = 42};
	bool restored = true;
	struct error err = {""};

	rootfs_write(root, JOURNAL, text);
	assert_int_equal(journal_read(dir, BOOT, &s, &err), -EBADMSG);
	assert_int_equal(s.nr, 42);
	assert_non_null(strstr(err.text, JOURNAL));
	assert_int_equal(journal_restore(dir, root->fd, BOOT, &restored, &err), -EBADMSG);
	assert_false(restored);
	expect_file(root, JOURNAL, text);
	expect_file(root, THP_DIR "/enabled", "always [madvise] never");
	expect_file(root, "etc/passwd", "untouched");
}

static void test_truncated(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state found;
	char text[4096];
	size_t len;

	assert_int_equal(thp_snapshot(root->fd, &found, NULL), 0);
	assert_int_equal(journal_write(dir, BOOT, &found), 0);
	tmpdir_read(root, JOURNAL, text, sizeof(text));
	len = strlen(text);
	for (size_t cut = len - 1; cut > 0; cut -= cut > 40 ? 37 : 1) {
		text[cut] = '\0';
		while (strchr(" \n", text[cut - 1])) /* the comparison strips them */
			text[--cut] = '\0';
		refuse(root, text);
	}
	refuse(root, "");
}

#define SETTINGS(s) "{\"schema\": 1, \"boot_id\": \"" BOOT "\", \"settings\": " s "}"

static void test_no_journal(void **state)
{
	static const char *const texts[] = {
		"no JSON at all",
		"[]",
		"{}",
		"null",
		"{\"schema\": 1}",
		"{\"schema\": \"1\", \"boot_id\": \"" BOOT "\", \"settings\": {}}",
		"{\"schema\": 2, \"boot_id\": \"" BOOT "\", \"settings\": {}}",
		"{\"schema\": 1, \"boot_id\": 7, \"settings\": {}}",
		SETTINGS("[]"),
		SETTINGS("{\"enabled\": 1}"),
		SETTINGS("{\"enabled\": \"always\", \"enabled\": \"never\"}"),
		SETTINGS("{\"enabled\": \"never\"}") "}",
		SETTINGS("{\"enabled\": \"a\\u0000b\"}"),
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		refuse(*state, texts[i]);
}

/* A good setting comes before the bad one each time: it must not be written either. */
static void test_other_files(void **state)
{
	static const char *const texts[] = {
		SETTINGS("{\"enabled\": \"always\", \"../../../../etc/passwd\": \"x\"}"),
		SETTINGS("{\"enabled\": \"always\", \"/etc/passwd\": \"x\"}"),
		SETTINGS("{\"enabled\": \"always\", \"khugepaged/../enabled\": \"x\"}"),
		SETTINGS("{\"enabled\": \"always\", \"hugepages-64kB/../enabled\": \"x\"}"),
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		refuse(*state, texts[i]);
}

/* A swap file is done away with whatever the journal says, and though there be none. */
static void test_swap_file(void **state)
{
	static const char *const texts[] = {"damaged", SETTINGS("{}")};
	const struct rootfs *root = *state;
	bool restored = false;

	rootfs_write(root, SWAP, "left over");
	assert_int_equal(journal_restore(dir, root->fd, BOOT, &restored, NULL), 0);
	assert_true(restored);
	assert_false(exists(root, SWAP));
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		rootfs_write(root, SWAP, "left over");
		rootfs_write(root, JOURNAL, texts[i]);
		assert_int_equal(journal_restore(dir, root->fd, "another", &restored, NULL),
				 i ? 0 : -EBADMSG);
		assert_true(restored);
		assert_false(exists(root, SWAP));
	}
}

static bool make_immutable(const char *path, bool yes)
{
	_cleanup_fd_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	int flags;

	if (fd < 0 || ioctl(fd, FS_IOC_GETFLAGS, &flags))
		return false;
	flags = yes ? flags | FS_IMMUTABLE_FL : flags & ~FS_IMMUTABLE_FL;
	return !ioctl(fd, FS_IOC_SETFLAGS, &flags);
}

/* The settings are put back nonetheless, and the next try starts from what is left. */
static void test_swap_file_stays(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state found = change(root);
	bool restored = false;
	struct error err;
	char path[PATH_MAX];
	int ret;

	rootfs_write(root, SWAP, "left over");
	if (!make_immutable(tmpdir_path(root, SWAP, path), true))
		skip(); /* needs root, and a file system that has it */
	ret = journal_restore(dir, root->fd, BOOT, &restored, &err);
	make_immutable(path, false);
	assert_int_equal(ret, -EPERM);
	assert_non_null(strstr(err.text, SWAP ": this swap file cannot be removed"));
	expect_state(root, &found);
	assert_true(exists(root, SWAP));
	assert_int_equal(journal_restore(dir, root->fd, BOOT, &restored, &err), 0);
	assert_true(restored);
	assert_false(exists(root, SWAP));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		journal_test(test_round_trip),    journal_test(test_restore),
		journal_test(test_restore_again), journal_test(test_other_boot),
		journal_test(test_restore_fails), journal_test(test_truncated),
		journal_test(test_no_journal),    journal_test(test_other_files),
		journal_test(test_swap_file),     journal_test(test_swap_file_stays),
	};

	return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}

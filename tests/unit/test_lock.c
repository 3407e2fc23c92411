// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/lock.h"
#include "tmpdir.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/wait.h>

#include <cmocka.h>

#define NOBODY 65534

/* Root measures at this very moment: nobody gets a lock then. */
static void skip_if_measuring(void)
{
	_cleanup_fd_ int fd = open("/run/ptebench/lock", O_RDONLY | O_CLOEXEC);

	struct flock held = {.l_type = F_RDLCK, .l_whence = SEEK_SET};

	if (fd >= 0 && !fcntl(fd, F_OFD_GETLK, &held) && held.l_type != F_UNLCK)
		skip();
}

static void test_take(void **state)
{
	const struct rootfs *dir = *state;
	char pid[16], text[24];
	struct error err;
	int fd, copy;

	skip_if_measuring();
	/* What a longer pid left is overwritten whole. */
	rootfs_write(dir, "lock", "99999999999999999999\n");
	fd = lock_take(dir->path, &err);
	assert_true(fd >= 0);
	assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	snprintf(pid, sizeof(pid), "%d", (int)getpid());
	assert_string_equal(tmpdir_read(dir, "lock", text, sizeof(text)), pid);
	assert_int_equal(lock_take(dir->path, &err), -EBUSY);
	snprintf(text, sizeof(text), "pid %s ", pid);
	assert_non_null(strstr(err.text, text));
	copy = dup(fd);
	close(fd);
	assert_int_equal(lock_take(dir->path, &err), -EBUSY);
	close(copy);
	fd = lock_take(dir->path, &err);
	assert_true(fd >= 0);
	close(fd);
}

/* It goes with its holder, however that ends; the file stays. */
static void test_holder_dies(void **state)
{
	const struct rootfs *dir = *state;
	struct error err;
	int ends[2], fd;
	char byte, text[24];
	pid_t pid;

	skip_if_measuring();
	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (!pid) {
		fd = lock_take(dir->path, NULL);
		write_all(ends[1], fd < 0 ? "n" : "y", 1);
		pause();
		_exit(1);
	}
	assert_int_equal(read(ends[0], &byte, 1), 1);
	assert_int_equal(byte, 'y');
	assert_int_equal(lock_take(dir->path, &err), -EBUSY);
	snprintf(text, sizeof(text), "pid %d ", (int)pid);
	assert_non_null(strstr(err.text, text));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	fd = lock_take(dir->path, &err);
	assert_true(fd >= 0);
	close(fd);
	close(ends[0]);
	close(ends[1]);
}

static void test_cannot(void **state)
{
	const struct rootfs *dir = *state;
	char path[PATH_MAX], text[24];
	struct error err;

	skip_if_measuring();
	assert_int_equal(lock_take(tmpdir_path(dir, "none", path), &err), -ENOENT);
	assert_non_null(strstr(err.text, path));
	/* Not through a link that somebody laid: root would write to what it points at. */
	rootfs_write(dir, "victim", "untouched");
	assert_int_equal(symlink("victim", tmpdir_path(dir, "lock", path)), 0);
	assert_int_equal(lock_take(dir->path, &err), -ELOOP);
	assert_string_equal(tmpdir_read(dir, "victim", text, sizeof(text)), "untouched");
}

/* run_dir() as an ordinary user, whoever runs the test. */
static int users_run_dir(char *name, size_t size, struct error *err)
{
	int ret;

	if (!getuid() && seteuid(NOBODY))
		skip();
	ret = run_dir(name, size, err);
	if (!getuid() && seteuid(0))
		abort();
	return ret;
}

static void test_run_dir(void **state)
{
	const struct rootfs *dir = *state;
	char runtime[PATH_MAX], wanted[PATH_MAX], name[128];
	struct error err;
	struct stat st;

	assert_int_equal(make_dirs(tmpdir_path(dir, "runtime", runtime), 0755), 0);
	assert_int_equal(chmod(runtime, 0777), 0);
	setenv("XDG_RUNTIME_DIR", runtime, 1);
	for (int i = 0; i < 2; i++) { /* there already, the second time */
		assert_int_equal(users_run_dir(name, sizeof(name), &err), 0);
		assert_string_equal(name, tmpdir_path(dir, "runtime/ptebench", wanted));
		assert_int_equal(stat(name, &st), 0);
		assert_true(S_ISDIR(st.st_mode));
	}
	setenv("XDG_RUNTIME_DIR", "/proc", 1);
	assert_true(users_run_dir(name, sizeof(name), &err) < 0);
	assert_non_null(strstr(err.text, "/proc/ptebench"));
	unsetenv("XDG_RUNTIME_DIR");
}

static void test_run_dir_in_tmp(void **state)
{
	char wanted[64], name[128];

	(void)state;
	snprintf(wanted, sizeof(wanted), "/tmp/ptebench-%u", getuid() ? getuid() : NOBODY);
	setenv("XDG_RUNTIME_DIR", "", 1);
	assert_int_equal(users_run_dir(name, sizeof(name), NULL), 0);
	assert_string_equal(name, wanted);
	unsetenv("XDG_RUNTIME_DIR");
	assert_int_equal(users_run_dir(name, sizeof(name), NULL), 0);
	assert_string_equal(name, wanted);
	rmdir(name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		tmpdir_test(test_take),
		tmpdir_test(test_holder_dies),
		tmpdir_test(test_cannot),
		tmpdir_test(test_run_dir),
		cmocka_unit_test(test_run_dir_in_tmp),
	};

	return cmocka_run_group_tests_name("lock", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/util.h"
#include "tmpdir.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>

#include <cmocka.h>

static void test_error(void **state)
{
	struct error err;
	char text[2000];

	(void)state;
	assert_int_equal(error_set(&err, -EIO, "%s: %d", "what", 7), -EIO);
	assert_string_equal(err.text, "what: 7");
	assert_int_equal(error_set(NULL, -ENOENT, "%s", "unheard"), -ENOENT);
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(error_set(&err, -EIO, "%s", text), -EIO);
	assert_int_equal(strlen(err.text), sizeof(err.text) - 1);
}

static void test_read_text(void **state)
{
	const struct rootfs *dir = *state;
	char buf[8] = "before";

	rootfs_write(dir, "a/file", "text \t\r\n\n");
	assert_int_equal(read_text_at(dir->fd, "a/none", buf, sizeof(buf)), -ENOENT);
	assert_string_equal(buf, "before");
	rootfs_write(dir, "a/word", " seven\n");
	assert_int_equal(read_text_at(dir->fd, "a/word", buf, sizeof(buf)), 6);
	assert_string_equal(buf, " seven");
	/* The NUL needs a byte too, even though white space would go. */
	assert_int_equal(read_text_at(dir->fd, "a/file", buf, sizeof(buf)), -EFBIG);
	assert_int_equal(read_text_at(dir->fd, "a/word", buf, 7), -EFBIG);
	rootfs_write(dir, "empty", "");
	assert_int_equal(read_text_at(dir->fd, "empty", buf, sizeof(buf)), 0);
	assert_string_equal(buf, "");
	assert_int_equal(read_text_at(dir->fd, "a", buf, sizeof(buf)), -EISDIR);
}

static void test_read_all(void **state)
{
	static const size_t sizes[] = {0, 1, 16383, 16384, 16385, 32768, 100000};
	const struct rootfs *dir = *state;
	char *text = NULL;

	assert_int_equal(read_all_at(dir->fd, "none", &text), -ENOENT);
	assert_null(text);
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		_cleanup_free_ char *written = malloc(sizes[i] + 2), *read = NULL;

		for (size_t k = 0; k < sizes[i]; k++)
			written[k] = (char)('a' + k % 26);
		strcpy(written + sizes[i], "\n");
		rootfs_write(dir, "file", written);
		assert_int_equal(read_all_at(dir->fd, "file", &read), sizes[i]);
		written[sizes[i]] = '\0';
		assert_string_equal(read, written);
	}
}

static void on_alarm(int signal)
{
	(void)signal;
}

/* A slow reader and a timer: writes come back short or with EINTR. */
static void test_write_all(void **state)
{
	const size_t size = 1 << 20;
	_cleanup_free_ char *data = malloc(size);
	struct itimerval often = {{0, 500}, {0, 500}}, never = {0};
	struct sigaction action = {.sa_handler = on_alarm}, old;
	int ends[2], status;
	pid_t pid;

	(void)state;
	for (size_t i = 0; i < size; i++)
		data[i] = (char)(i * 7 + i / 4096);
	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (!pid) {
		static char got[1 << 20];
		size_t len = 0;
		ssize_t n;

		close(ends[1]);
		while ((n = read(ends[0], got + len, 32768)) > 0) {
			len += (size_t)n;
			usleep(1000);
			if (len == sizeof(got))
				break;
		}
		_exit(len != size || memcmp(got, data, size));
	}
	close(ends[0]);
	sigaction(SIGALRM, &action, &old);
	setitimer(ITIMER_REAL, &often, NULL);
	assert_int_equal(write_all(ends[1], data, size), 0);
	setitimer(ITIMER_REAL, &never, NULL);
	sigaction(SIGALRM, &old, NULL);
	close(ends[1]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(write_all(-1, "x", 1), -EBADF);
}

static size_t files_in(const char *path)
{
	_cleanup_dir_ DIR *dir = opendir(path);
	const struct dirent *entry;
	size_t nr = 0;

	while ((entry = readdir(dir)))
		nr += entry->d_name[0] != '.';
	return nr;
}

static void test_write_atomic(void **state)
{
	const struct rootfs *dir = *state;
	char path[PATH_MAX], buf[64];
	struct stat before, after;
	mode_t mask;

	tmpdir_path(dir, "file", path);
	mask = umask(077);
	assert_int_equal(write_file_atomic(path, "a longer text", 13, 0644), 0);
	umask(mask);
	assert_int_equal(stat(path, &before), 0);
	assert_int_equal(before.st_mode & 07777, 0644);
	assert_int_equal(write_file_atomic(path, "new", 3, 0600), 0);
	assert_int_equal(stat(path, &after), 0);
	assert_int_equal(after.st_mode & 07777, 0600);
	assert_string_equal(tmpdir_read(dir, "file", buf, sizeof(buf)), "new");
	/* Another file: whoever has the old one open still reads the old content. */
	assert_int_not_equal(before.st_ino, after.st_ino);
	assert_int_equal(files_in(dir->path), 1);
	assert_int_equal(write_file_atomic(tmpdir_path(dir, "no/file", path), "x", 1, 0600),
			 -ENOENT);
	assert_int_equal(write_file_atomic(dir->path, "x", 1, 0600), -EISDIR);
}

/* A write that fails in the middle leaves the old content, and no litter. */
static void test_write_atomic_fails(void **state)
{
	const struct rootfs *dir = *state;
	struct rlimit old, small;
	char path[PATH_MAX], buf[64];
	void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);

	rootfs_write(dir, "file", "old");
	getrlimit(RLIMIT_FSIZE, &old);
	small = (struct rlimit){4, old.rlim_max};
	setrlimit(RLIMIT_FSIZE, &small);
	assert_int_equal(write_file_atomic(tmpdir_path(dir, "file", path), "123456", 6, 0600),
			 -EFBIG);
	setrlimit(RLIMIT_FSIZE, &old);
	signal(SIGXFSZ, handler);
	assert_string_equal(tmpdir_read(dir, "file", buf, sizeof(buf)), "old");
	assert_int_equal(files_in(dir->path), 1);
}

/* What a writer that was killed left is in nobody's way. */
static void test_write_atomic_leftover(void **state)
{
	const struct rootfs *dir = *state;
	char path[PATH_MAX], buf[64];

	rootfs_write(dir, "victim", "untouched");
	assert_int_equal(symlink("victim", tmpdir_path(dir, "file.tmp", path)), 0);
	assert_int_equal(write_file_atomic(tmpdir_path(dir, "file", path), "new", 3, 0600), 0);
	assert_string_equal(tmpdir_read(dir, "file", buf, sizeof(buf)), "new");
	assert_string_equal(tmpdir_read(dir, "victim", buf, sizeof(buf)), "untouched");
	assert_int_equal(files_in(dir->path), 2);
}

static void test_write_special(void **state)
{
	const struct rootfs *dir = *state;
	_cleanup_fd_ int fd = -1;
	char path[PATH_MAX], buf[8] = "";
	struct stat st;

	tmpdir_path(dir, "pipe", path);
	assert_int_equal(mkfifo(path, 0600), 0);
	fd = open(path, O_RDWR | O_NONBLOCK);
	assert_int_equal(write_file_atomic(path, "text", 4, 0644), 0);
	assert_int_equal(read(fd, buf, sizeof(buf)), 4);
	assert_string_equal(buf, "text");
	assert_int_equal(lstat(path, &st), 0);
	assert_true(S_ISFIFO(st.st_mode));
	assert_int_equal(write_file_atomic("/dev/full", "x", 1, 0644), -ENOSPC);
	assert_int_equal(files_in(dir->path), 1);
}

/* Such as /dev/stdout, where stdout is a file: the link must not become one. */
static void test_write_through_link(void **state)
{
	const struct rootfs *dir = *state;
	char path[PATH_MAX], buf[64];
	struct stat st;

	rootfs_write(dir, "there/file", "an older text");
	assert_int_equal(symlink("there/file", tmpdir_path(dir, "link", path)), 0);
	assert_int_equal(write_file_atomic(path, "new", 3, 0644), 0);
	assert_int_equal(lstat(path, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_string_equal(tmpdir_read(dir, "there/file", buf, sizeof(buf)), "new");
}

/* Such as /dev/stdout, where stdout is a file that was deleted: the link must not become a file. */
static void test_write_dangling(void **state)
{
	const struct rootfs *dir = *state;
	char path[PATH_MAX];
	struct stat st;

	assert_int_equal(symlink("nothing", tmpdir_path(dir, "link", path)), 0);
	assert_int_equal(write_file_atomic(path, "new", 3, 0644), -ENOENT);
	assert_int_equal(lstat(path, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(files_in(dir->path), 1);
}

static void test_make_dirs(void **state)
{
	const struct rootfs *dir = *state;
	char path[PATH_MAX];
	struct stat st;

	assert_int_equal(make_dirs(tmpdir_path(dir, "a/b/c", path), 0755), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_true(S_ISDIR(st.st_mode));
	assert_int_equal(make_dirs(path, 0755), 0);
	rootfs_write(dir, "file", "");
	assert_int_equal(make_dirs(tmpdir_path(dir, "file/a", path), 0755), -ENOTDIR);
	assert_int_equal(make_dirs(tmpdir_path(dir, "file/a/b", path), 0755), -ENOTDIR);
}

static void test_make_dirs_on_file(void **state)
{
	const struct rootfs *dir = *state;
	char path[PATH_MAX];

	rootfs_write(dir, "file", "");
	assert_int_equal(make_dirs(tmpdir_path(dir, "file", path), 0755), -EEXIST);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_error),
		tmpdir_test(test_read_text),
		tmpdir_test(test_read_all),
		cmocka_unit_test(test_write_all),
		tmpdir_test(test_write_atomic),
		tmpdir_test(test_write_atomic_fails),
		tmpdir_test(test_write_atomic_leftover),
		tmpdir_test(test_write_special),
		tmpdir_test(test_write_through_link),
		tmpdir_test(test_write_dangling),
		tmpdir_test(test_make_dirs),
		tmpdir_test(test_make_dirs_on_file),
	};

	return cmocka_run_group_tests_name("util", tests, NULL, NULL);
}

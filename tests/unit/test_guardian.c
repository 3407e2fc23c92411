// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/guardian.h"
#include "bench/journal.h"
#include "thpdir.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#define BOOT       "5f0c6f0e-1c0a-4f7e-9d0c-0123456789ab"
#define JOURNAL    "run/thp-journal.json"
#define PATIENCE_S 10

static char dir[PATH_MAX];

static int setup(void **state)
{
	return thpdir_setup(state) || make_dirs(tmpdir_path(*state, "run", dir), 0755);
}

#define guardian_test(f) cmocka_unit_test_setup_teardown(f, setup, tmpdir_teardown)

static int open_lock(void)
{
	char path[PATH_MAX + 8];

	snprintf(path, sizeof(path), "%s/lock", dir);
	return open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
}

/* Waits until it is ready for what may come: it takes that name last. */
static void await_ready(pid_t guardian)
{
	char path[32], name[32] = "";

	snprintf(path, sizeof(path), "/proc/%d/comm", (int)guardian);
	for (int i = 0; i < PATIENCE_S * 1000 && strcmp(name, "ptebench-guard"); i++) {
		usleep(1000);
		read_text_at(AT_FDCWD, path, name, sizeof(name));
	}
}

/* Journals, and changes the settings. */
static void change(const struct rootfs *root)
{
	struct thp_state found, plan;

	if (thp_snapshot(root->fd, &found, NULL) || journal_write(dir, BOOT, &found) ||
	    thp_plan(&found, 65536, 4096, 2 << 20, &plan, NULL) || thp_apply(root->fd, &plan, NULL))
		abort();
}

enum end {
	KILLED,
	EXITED,
	KILLED_EARLY
};

/* A run with a guardian in a process of its own that does not end well. Returns the guardian's pid.
 */
static pid_t run(const struct rootfs *root, enum end end, const char *fifo)
{
	int ends[2], status;
	pid_t pid, guardian = -1;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (!pid) {
		struct guardian g;
		int lock = open_lock();

		setpgid(0, 0);
		if (flock(lock, LOCK_EX | LOCK_NB) || guardian_start(dir, root->fd, lock, BOOT, &g))
			_exit(1);
		await_ready(g.pid);
		if (end != KILLED_EARLY)
			change(root);
		if (fifo && (unlink(fifo) || mkfifo(fifo, 0600)))
			_exit(1);
		write_all(ends[1], &g.pid, sizeof(g.pid));
		if (end == EXITED)
			_exit(0);
		kill(0, SIGKILL); /* the whole group, as a shell or a job's time limit does */
	}
	close(ends[1]);
	assert_int_equal(read(ends[0], &guardian, sizeof(guardian)), sizeof(guardian));
	close(ends[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(end == EXITED ? WIFEXITED(status) : WIFSIGNALED(status));
	return guardian;
}

/* It is this process's child once the run is gone. */
static void expect_end(pid_t guardian)
{
	int status;

	for (int i = 0; i < PATIENCE_S * 1000; i++) {
		if (waitpid(guardian, &status, WNOHANG) == guardian) {
			assert_int_equal(status, 0);
			return;
		}
		usleep(1000);
	}
	kill(guardian, SIGKILL);
	waitpid(guardian, &status, 0);
	fail_msg("the guardian did not end");
}

static bool lock_is_free(void)
{
	_cleanup_fd_ int lock = open_lock();

	return !flock(lock, LOCK_EX | LOCK_NB);
}

static void test_killed(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state found;

	assert_int_equal(thp_snapshot(root->fd, &found, NULL), 0);
	expect_end(run(root, KILLED, NULL));
	expect_state(root, &found);
	expect_file(root, JOURNAL, "(none)");
	expect_file(root, THP_DIR "/enabled", "madvise"); /* it was written, and written back */
	assert_true(lock_is_free());
}

static void test_exited(void **state)
{
	const struct rootfs *root = *state;

	expect_end(run(root, EXITED, NULL));
	expect_file(root, THP_DIR "/enabled", "madvise");
	expect_file(root, JOURNAL, "(none)");
}

/* Killed before anything was changed: there is no journal, and nothing to do. */
static void test_killed_early(void **state)
{
	const struct rootfs *root = *state;

	expect_end(run(root, KILLED_EARLY, NULL));
	expect_file(root, THP_DIR "/enabled", "always [madvise] never");
	expect_file(root, JOURNAL, "(none)");
}

/* Also before there is a journal: a swap file needs none. */
static void test_swap_file(void **state)
{
	const struct rootfs *root = *state;

	rootfs_write(root, "var/tmp/ptebench.swap", "made by the run that is killed now");
	expect_end(run(root, KILLED_EARLY, NULL));
	expect_file(root, "var/tmp/ptebench.swap", "(none)");
}

/* A named pipe in the place of a setting keeps the guardian busy for as long as this test likes. */
static void test_holds_lock(void **state)
{
	const struct rootfs *root = *state;
	char fifo[PATH_MAX];
	pid_t guardian = run(root, KILLED, tmpdir_path(root, THP_DIR "/defrag", fifo));
	int fd = -1;

	for (int i = 0; i < PATIENCE_S * 1000 && fd < 0; i++) {
		usleep(1000);
		fd = open(fifo, O_WRONLY | O_NONBLOCK | O_CLOEXEC); /* once it is being read */
	}
	assert_true(fd >= 0);
	assert_false(lock_is_free());
	expect_file(root, THP_DIR "/enabled", "never");
	assert_int_equal(write_all(fd, "madvise\n", 8), 0);
	close(fd);
	expect_end(guardian);
	assert_true(lock_is_free());
	expect_file(root, THP_DIR "/enabled", "madvise");
}

static void test_dismissed(void **state)
{
	const struct rootfs *root = *state;
	struct guardian g;
	int lock = open_lock();

	assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), 0);
	assert_int_equal(guardian_start(dir, root->fd, lock, BOOT, &g), 0);
	change(root);
	guardian_dismiss(&g);
	assert_int_equal(waitpid(g.pid, NULL, 0), -1);
	assert_int_equal(errno, ECHILD);
	/* Even with a journal there, it is the run's business now. */
	expect_file(root, THP_DIR "/enabled", "never");
	assert_int_equal(faccessat(root->fd, JOURNAL, F_OK, 0), 0);
	assert_false(lock_is_free());
	close(lock);
	assert_true(lock_is_free());
}

/* Signals that end a run, and descriptors that whoever started it waits for, are not its own. */
static void test_keeps_to_itself(void **state)
{
	const struct rootfs *root = *state;
	char path[32], target[64] = "";
	int lock = open_lock(), ends[2];
	struct pollfd hung_up;
	struct guardian g;

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(guardian_start(dir, root->fd, lock, BOOT, &g), 0);
	close(ends[1]);
	hung_up = (struct pollfd){.fd = ends[0]};
	assert_int_equal(poll(&hung_up, 1, PATIENCE_S * 1000), 1);
	close(ends[0]);
	await_ready(g.pid);
	assert_int_equal(getsid(g.pid), g.pid);
	for (int fd = 0; fd < 2; fd++) {
		snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)g.pid, fd);
		assert_int_equal(readlink(path, target, sizeof(target) - 1), strlen("/dev/null"));
		assert_string_equal(target, "/dev/null");
	}
	kill(g.pid, SIGINT);
	kill(g.pid, SIGTERM);
	kill(g.pid, SIGHUP);
	usleep(50000);
	assert_int_equal(waitpid(g.pid, NULL, WNOHANG), 0);
	guardian_dismiss(&g);
	close(lock);
}

static int group_setup(void **state)
{
	(void)state;
	signal(SIGPIPE, SIG_IGN);
	return prctl(PR_SET_CHILD_SUBREAPER, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		guardian_test(test_killed),       guardian_test(test_exited),
		guardian_test(test_killed_early), guardian_test(test_holds_lock),
		guardian_test(test_dismissed),    guardian_test(test_keeps_to_itself),
		guardian_test(test_swap_file),
	};

	return cmocka_run_group_tests_name("guardian", tests, group_setup, NULL);
}

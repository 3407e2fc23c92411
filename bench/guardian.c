// SPDX-License-Identifier: GPL-2.0-or-later
#include "guardian.h"

#include "journal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The guardian's descriptors after keep_only(). */
enum {
	PIPE = 3,
	ROOT,
	LOCK,
	FIRST_UNUSED
};

/* Drops every descriptor but these and stderr, so that nothing of the caller's is held open. */
static void keep_only(int pipe_fd, int rootfd, int lock_fd)
{
	int kept[3] = {
		fcntl(pipe_fd, F_DUPFD, FIRST_UNUSED),
		fcntl(rootfd, F_DUPFD, FIRST_UNUSED),
		fcntl(lock_fd, F_DUPFD, FIRST_UNUSED),
	};
	long max = sysconf(_SC_OPEN_MAX);
	int null;

	for (int i = 0; i < 3; i++)
		dup2(kept[i], PIPE + i);
	null = open("/dev/null", O_RDWR);
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	if (close_range(FIRST_UNUSED, ~0U, 0))
		for (long fd = FIRST_UNUSED; fd < max && fd < 65536; fd++)
			close((int)fd);
}

static void run_guardian(const char *dir, const char *boot_id)
{
	_cleanup_fd_ int oom = open("/proc/self/oom_score_adj", O_WRONLY);
	bool restored;
	struct error err = {""};
	char byte;
	ssize_t n;

	if (oom >= 0)
		write_all(oom, "-1000", 5);
	do
		n = read(PIPE, &byte, 1);
	while (n < 0 && errno == EINTR);
	if (n == 1)
		return;
	if (journal_restore(dir, ROOT, boot_id, &restored, &err))
		dprintf(STDERR_FILENO, "ptebench: restoring after a killed run: %s\n", err.text);
}

int guardian_start(const char *dir, int rootfd, int lock_fd, const char *boot_id,
		   struct guardian *guardian)
{
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return -errno;
	pid = fork();
	if (pid < 0) {
		close(ends[0]);
		close(ends[1]);
		return -errno;
	}
	if (!pid) {
		/* Out of reach of what ends the run: the terminal's signals, a kill of its group.
		 */
		setsid();
		signal(SIGINT, SIG_IGN);
		signal(SIGTERM, SIG_IGN);
		signal(SIGHUP, SIG_IGN);
		signal(SIGPIPE, SIG_IGN);
		prctl(PR_SET_NAME, "ptebench-guard");
		keep_only(ends[0], rootfd, lock_fd);
		run_guardian(dir, boot_id);
		_exit(0);
	}
	close(ends[0]);
	*guardian = (struct guardian){.pid = pid, .pipe = ends[1]};
	return 0;
}

void guardian_dismiss(struct guardian *guardian)
{
	write_all(guardian->pipe, "", 1);
	close(guardian->pipe);
	while (waitpid(guardian->pid, NULL, 0) < 0 && errno == EINTR)
		;
}

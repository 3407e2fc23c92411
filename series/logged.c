// SPDX-License-Identifier: GPL-2.0-or-later
#include "logged.h"

#include "vm/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void become(const char *const argv[], const char *dir, int log, pid_t parent)
{
	child_begin(parent, SIGTERM);
	/* A group of its own, so that all of it can be ended. */
	setpgid(0, 0);
	setenv("LC_ALL", "C.UTF-8", 1);
	dup2(log, STDOUT_FILENO);
	dup2(log, STDERR_FILENO);
	if (chdir(dir))
		dprintf(STDERR_FILENO, "%s: %s\n", dir, strerror(errno));
	else
		execvp(argv[0], (char **)argv);
	dprintf(STDERR_FILENO, "%s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

/* Until it has ended, or is to be ended. */
static int wait_for(pid_t pid, int stop_fd, int *status, struct error *err)
{
	_cleanup_fd_ int process = (int)syscall(SYS_pidfd_open, pid, 0);
	struct pollfd fds[] = {{.fd = process, .events = POLLIN},
			       {.fd = stop_fd, .events = POLLIN}};
	int ret = process < 0 ? -errno : 0;

	while (!ret && !fds[0].revents && !fds[1].revents)
		if (poll(fds, ARRAY_SIZE(fds), -1) < 0 && errno != EINTR)
			ret = -errno;
	if (ret)
		error_set(err, ret, "series: waiting for a program: %s (Linux 5.3 or newer)",
			  strerror(-ret));
	else if (!fds[0].revents)
		ret = -EINTR;
	if (ret)
		kill(-pid, SIGTERM);
	while (waitpid(pid, status, 0) < 0 && errno == EINTR)
		;
	return ret;
}

int logged_run(const char *const argv[], const char *dir, const char *log, int stop_fd,
	       struct error *err)
{
	_cleanup_fd_ int fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	pid_t pid, parent = getpid();
	int status = 0, ret;

	if (fd < 0)
		return error_set(err, -errno,
				 "%s: cannot be written: %s (check space and permissions)", log,
				 strerror(errno));
	pid = fork();
	if (!pid)
		become(argv, dir, fd, parent);
	if (pid < 0)
		return error_set(err, -errno, "%s: cannot be started: %s (free some memory)",
				 argv[0], strerror(errno));
	/* Here too, since it may not have come as far when it is to be ended. */
	setpgid(pid, pid);
	ret = wait_for(pid, stop_fd, &status, err);
	if (!ret && WIFSIGNALED(status))
		return error_set(err, -EIO,
				 "%s: ended by signal %d (%s; then --resume goes on; the log: %s)",
				 argv[0], WTERMSIG(status),
				 WTERMSIG(status) == SIGKILL ? "free some memory, or fewer --jobs"
							     : "not by ptebench",
				 log);
	return ret ? ret : status ? -EIO : 0;
}

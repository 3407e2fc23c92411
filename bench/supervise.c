// SPDX-License-Identifier: GPL-2.0-or-later
#include "supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * The worker's environment is empty but for this: google/benchmark takes options from BENCHMARK_
 * variables, and the size of the environment moves the stack, which can move figures.
 */
static char *const worker_env[] = {"LC_ALL=C", NULL};

static void become_worker(int in, int out, int cpu, pid_t parent)
{
	char *const argv[] = {"ptebench", "worker", NULL};
	_cleanup_fd_ int oom = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
	struct error err;
	sigset_t none;

	/*
	 * Bound before exec, so that the new mm never runs elsewhere: a CPU that it once ran on may
	 * keep it loaded, and then every TLB flush goes there too (16 % on a one-page mprotect).
	 */
	if (pin_self(cpu, &err)) {
		dprintf(STDERR_FILENO, "ptebench: worker: %s\n", err.text);
		_exit(3);
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(3); /* it died before the line above */
	if (oom >= 0)
		write_all(oom, "1000", 4);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	execve("/proc/self/exe", argv, worker_env);
	dprintf(STDERR_FILENO, "ptebench: worker: /proc/self/exe: %s\n", strerror(errno));
	_exit(3);
}

static int start(const struct job *job, pid_t *pid, int *from_worker)
{
	_cleanup_json_ json_t *json = job_json(job);
	_cleanup_free_ char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	int in[2], out[2], ret;
	pid_t parent = getpid();

	if (!text)
		return -ENOMEM;
	if (pipe2(in, O_CLOEXEC))
		return -errno;
	if (pipe2(out, O_CLOEXEC)) {
		ret = -errno;
		close(in[0]);
		close(in[1]);
		return ret;
	}
	*pid = fork();
	if (!*pid)
		become_worker(in[0], out[1], job->cpu, parent);
	ret = *pid < 0 ? -errno : 0;
	close(in[0]);
	close(out[1]);
	/* A job is far smaller than a pipe holds: this cannot block, and SIGPIPE is ignored. */
	if (!ret)
		write_all(in[1], text, strlen(text));
	close(in[1]);
	if (ret)
		close(out[0]);
	else
		*from_worker = out[0];
	return ret;
}

/* Collects what the worker writes, to its end. */
static int collect(int fd, uint64_t limit_ns, int stop_fd, char **text)
{
	struct pollfd fds[] = {{.fd = fd, .events = POLLIN}, {.fd = stop_fd, .events = POLLIN}};
	uint64_t deadline = now_ns() + limit_ns;
	size_t len = 0, size = 0;

	for (;;) {
		uint64_t now = now_ns();
		ssize_t n;

		if (now >= deadline)
			return -ETIMEDOUT;
		if (poll(fds, 2, (int)((deadline - now) / 1000000) + 1) < 0 && errno != EINTR)
			return -errno;
		if (fds[1].revents)
			return -EINTR;
		if (!fds[0].revents)
			continue;
		if (size - len < 4096) {
			char *more = realloc(*text, size + 65536);

			if (!more)
				return -ENOMEM;
			*text = more;
			size += 65536;
		}
		n = read(fd, *text + len, size - len - 1);
		if (n < 0)
			return -errno;
		if (!n)
			break;
		len += (size_t)n;
	}
	(*text)[len] = '\0';
	return 0;
}

static int describe_end(int status, struct error *err)
{
	if (WIFSIGNALED(status))
		return error_set(err, -ECHILD, "the worker was killed by signal %d (%s)%s",
				 WTERMSIG(status), strsignal(WTERMSIG(status)),
				 WTERMSIG(status) == SIGKILL
					 ? " (out of memory? see dmesg, or choose a smaller --size)"
					 : "");
	return error_set(err, -ECHILD, "the worker ended with status %d and no report",
			 WEXITSTATUS(status));
}

int supervise(const struct job *job, uint64_t limit_ns, int stop_fd, json_t **report,
	      struct error *err)
{
	_cleanup_free_ char *text = NULL;
	_cleanup_fd_ int fd = -1;
	int status = 0, ret;
	json_t *json;
	pid_t pid = -1;

	ret = start(job, &pid, &fd);
	if (ret)
		return error_set(err, ret, "cannot start a worker: %s", strerror(-ret));
	ret = collect(fd, limit_ns, stop_fd, &text);
	if (ret)
		kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (ret == -ETIMEDOUT)
		return error_set(err, ret,
				 "not done after %llu s (choose a smaller --size, or raise "
				 "--time-limit)",
				 (unsigned long long)(limit_ns / 1000000000u));
	if (ret)
		return error_set(err, ret, "stopped");
	json = status ? NULL : json_loads(text, 0, NULL);
	if (!json)
		return describe_end(status, err);
	*report = json;
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "command.h"

#include "child.h"
#include "unnamed.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void become(const char *const argv[], const char *dir, int out, int errors, pid_t parent)
{
	child_begin(parent, SIGTERM);
	setenv("LC_ALL", "C.UTF-8", 1);
	dup2(out < 0 ? STDIN_FILENO : out, STDOUT_FILENO);
	dup2(errors, STDERR_FILENO);
	if (dir && chdir(dir))
		dprintf(STDERR_FILENO, "%s: %s\n", dir, strerror(errno));
	else
		execvp(argv[0], (char **)argv);
	_exit(127);
}

/* apt's last error, after what it tried; what other programs say first, before what follows from
 * it. */
static void main_complaint(char *text, struct error *err)
{
	const char *complaint = NULL, *apt = NULL;
	char *line, *rest = text;

	while ((line = strsep(&rest, "\n"))) {
		if (!apt && !strncmp(line, "E: ", 3))
			apt = line + 3;
		if (*line && !complaint)
			complaint = line;
	}
	error_set(err, 0, "%s", apt ? apt : complaint ? complaint : "it did not say why");
}

static int take_text(int fd, char **text)
{
	char path[UNNAMED_PATH_MAX];

	return read_all_at(AT_FDCWD, unnamed_path(fd, path), text) < 0 ? -EIO : 0;
}

int command_run(const char *const argv[], const char *dir, char **output, struct error *err)
{
	/* No pipes to be emptied while waiting. */
	_cleanup_fd_ int out = output ? unnamed_open("output") : -1;
	_cleanup_fd_ int errors = unnamed_open("errors");
	_cleanup_free_ char *complaints = NULL;
	pid_t pid, parent = getpid();
	int status = 0;

	if (!command_exists(argv[0]))
		return error_set(err, -ENOENT, "%s: not found", argv[0]);
	if (errors < 0 || (output && out < 0))
		return error_set(err, errors < 0 ? errors : out, "cannot make a temporary file: %s",
				 strerror(errors < 0 ? -errors : -out));
	pid = fork();
	if (!pid)
		become(argv, dir, out, errors, parent);
	if (pid < 0)
		return error_set(err, -errno, "%s: cannot be started: %s", argv[0],
				 strerror(errno));
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (status) {
		if (take_text(errors, &complaints))
			return error_set(err, -EIO, "%s: failed", argv[0]);
		main_complaint(complaints, err);
		return -EIO;
	}
	if (output && take_text(out, output))
		return error_set(err, -EIO, "%s: its output is lost", argv[0]);
	return 0;
}

bool command_exists(const char *name)
{
	const char *path = getenv("PATH");
	_cleanup_free_ char *copy = strdup(path ? path : "");
	char *dir, *rest = copy, file[PATH_MAX];

	while (rest && (dir = strsep(&rest, ":"))) {
		snprintf(file, sizeof(file), "%s/%s", *dir ? dir : ".", name);
		if (!access(file, X_OK))
			return true;
	}
	return false;
}

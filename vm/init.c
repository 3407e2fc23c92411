// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The first process of a guest: mounts what ptebench needs, runs it once, sends its result over the
 * console and ends the guest. A static program, so that it runs where libraries are missing too.
 */
#include "guest.h"
#include "init_symbols.h"
#include "send.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define CONSOLE_LEVEL     8 /* of syslog(2) */
#define CONSOLE_EMERGENCY 1 /* lets panics through and nothing else */

/* The end of what the program wrote to standard error. */
struct tail {
	char text[4096];
	size_t size;
};

static const struct {
	const char *type, *path, *option;
} mounts[] = {
	{"proc", "/proc", "CONFIG_PROC_FS"},     {"sysfs", "/sys", "CONFIG_SYSFS"},
	{"devtmpfs", "/dev", "CONFIG_DEVTMPFS"}, {"tmpfs", "/dev/shm", "CONFIG_TMPFS"},
	{"tmpfs", "/run", "CONFIG_TMPFS"},       {"tmpfs", "/tmp", "CONFIG_TMPFS"},
};

/* Restarts, which QEMU takes for the end (-no-reboot): small kernels cannot power off, only halt.
 */
static void __attribute__((noreturn)) leave(void)
{
	tcdrain(STDOUT_FILENO);
	reboot(RB_AUTOBOOT);
	for (;;)
		pause();
}

static void __attribute__((noreturn))
complain(const char *what, const char *why, int error, const char *remedy)
{
	dprintf(STDOUT_FILENO, "\n" GUEST_COMPLAINT "%s: %s: %s (%s)\n", what, why, strerror(error),
		remedy);
	leave();
}

static void mount_all(void)
{
	for (size_t i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++) {
		char remedy[64];

		snprintf(remedy, sizeof(remedy), "the kernel needs %s", mounts[i].option);
		mkdir(mounts[i].path, 0755);
		if (mount(mounts[i].type, mounts[i].path, mounts[i].type, 0, NULL))
			complain(mounts[i].path, "cannot be mounted", errno, remedy);
	}
}

/* All of a file, with a NUL behind it; NULL with errno set. */
static char *read_file(const char *path, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char *data = NULL;
	struct stat st;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st))
		data = calloc(1, (size_t)st.st_size + 1);
	*size = 0;
	while (data && *size < (size_t)st.st_size) {
		ssize_t n = read(fd, data + *size, (size_t)st.st_size - *size);

		if (n <= 0) {
			/* A part of it is not to be taken for the whole. */
			errno = n ? errno : EIO;
			free(data);
			data = NULL;
			break;
		}
		*size += (size_t)n;
	}
	close(fd);
	return data;
}

static char **read_arguments(void)
{
	size_t size, nr = 0;
	char *text = read_file(GUEST_ARGUMENTS, &size);
	char **argv = text ? calloc(size + 2, sizeof(*argv)) : NULL;

	if (!argv)
		complain(GUEST_ARGUMENTS, "cannot be read", errno,
			 "a job must be in the initramfs");
	argv[nr++] = "ptebench";
	for (char *p = text; p < text + size; p += strlen(p) + 1)
		argv[nr++] = p;
	return argv;
}

/* A kernel that has no /proc/config.gz has its configuration beside it. */
static void place_config(void)
{
	struct utsname names;
	char path[sizeof(names.release) + 16];

	uname(&names);
	snprintf(path, sizeof(path), "/boot/config-%s", names.release);
	if (!access(GUEST_CONFIG, R_OK) && (mkdir("/boot", 0755) || symlink(GUEST_CONFIG, path)))
		complain(path, "cannot be made", errno, "has the guest too little memory?");
}

static void __attribute__((noreturn)) exec_program(char **argv, int errors, const sigset_t *signals)
{
	static char *const env[] = {"PATH=/bin", "HOME=/", "LD_LIBRARY_PATH=" GUEST_LIBRARIES,
				    NULL};
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	dup2(errors, STDERR_FILENO);
	sigprocmask(SIG_SETMASK, signals, NULL);
	execve(GUEST_PROGRAM, argv, env);
	dprintf(errors, GUEST_PROGRAM ": cannot be executed: %s\n", strerror(errno));
	_exit(127);
}

static void tail_add(struct tail *tail, const char *text, size_t size)
{
	size_t keep = sizeof(tail->text) - size;

	if (tail->size > keep) {
		memmove(tail->text, tail->text + tail->size - keep, keep);
		tail->size = keep;
	}
	memcpy(tail->text + tail->size, text, size);
	tail->size += size;
}

/* What there is goes to the console and to @tail. 0 at the end of it. */
static ssize_t pass_on(int fd, struct tail *tail)
{
	char text[512];
	ssize_t n = read(fd, text, sizeof(text));

	if (n > 0) {
		tail_add(tail, text, (size_t)n);
		if (write(STDOUT_FILENO, text, (size_t)n) < 0)
			return -errno;
	}
	return n;
}

static void on_child(int signo)
{
	(void)signo; /* it only ends ppoll() */
}

/* Waits for @program and for nobody else who may hold its standard error open. */
static int wait_for(pid_t program, int errors, const sigset_t *unblocked, struct tail *tail)
{
	struct pollfd in = {.fd = errors, .events = POLLIN};
	int status = 0;
	pid_t ended;

	for (;;) {
		while ((ended = waitpid(-1, &status, WNOHANG)) > 0 && ended != program)
			;
		if (ended == program)
			break;
		if (ppoll(&in, 1, NULL, unblocked) > 0 && !pass_on(errors, tail))
			in.fd = -1;
	}
	while (pass_on(errors, tail) > 0)
		;
	return status;
}

/* Returns its wait status. */
static int run(char **argv, struct tail *tail)
{
	struct sigaction action = {.sa_handler = on_child};
	sigset_t blocked, unblocked;
	int errors[2];
	pid_t program;

	sigaction(SIGCHLD, &action, NULL);
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGCHLD);
	sigprocmask(SIG_BLOCK, &blocked, &unblocked);
	if (pipe2(errors, O_CLOEXEC))
		complain("pipe", "cannot be made", errno, "has the guest too little memory?");
	fcntl(errors[0], F_SETFL, O_NONBLOCK);
	program = fork();
	if (program < 0)
		complain("fork", "failed", errno, "has the guest too little memory?");
	if (!program)
		exec_program(argv, errors[1], &unblocked);
	close(errors[1]);
	return wait_for(program, errors[0], &unblocked, tail);
}

static void send_status(int status, const struct tail *tail)
{
	char text[sizeof(tail->text) + 32];
	int size = snprintf(text, sizeof(text), "%s %d\n", WIFEXITED(status) ? "exited" : "killed",
			    WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));

	memcpy(text + size, tail->text, tail->size);
	frame_send(STDOUT_FILENO, FRAME_STATUS, text, (size_t)size + tail->size);
}

int main(void)
{
	static struct tail tail;
	char **argv, *result;
	size_t size;
	int status;

	if (getpid() != 1) {
		fprintf(stderr, "ptebench-init: for a guest, as its process 1\n");
		return 3;
	}
	klogctl(CONSOLE_LEVEL, NULL, CONSOLE_EMERGENCY);
	mount_all();
	argv = read_arguments();
	place_config();
	status = run(argv, &tail);
	result = read_file(GUEST_RESULT, &size);
	if (result)
		frame_send(STDOUT_FILENO, FRAME_RESULT, result, size);
	if (!access(GUEST_SYMBOLS, F_OK))
		symbols_tell();
	send_status(status, &tail);
	leave();
}

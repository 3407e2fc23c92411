// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemu.h"

#include "child.h"
#include "command.h"
#include "qemu_command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CONSOLE_MAX    ((size_t)16 << 20) /* results have a few MiB */
#define POLL_MAX_MS    60000
#define PANIC_GRACE_NS 5000000000u /* what follows a panic line: the stack */

/* What comes out of a pipe. */
struct stream {
	int fd; /* -1 when it has ended */
	char *text;
	size_t size, room;
};

struct vm {
	pid_t pid; /* 0 when it has been waited for */
	int log;
	struct stream console, errors;
	size_t searched; /* of the console, for a panic */
	bool panicked, timed_out;
	uint64_t deadline_ns, limit_ns;
	enum vm_arch arch;
	int wait_status;
	struct error trouble; /* on our side; comes before all that the guest says */
};

static bool own_arch(enum vm_arch arch)
{
#if defined(__x86_64__)
	return arch == VM_X86_64;
#elif defined(__aarch64__)
	return arch == VM_ARM64;
#else
	return false;
#endif
}

static int check_kvm(const struct kernel_image *image, struct error *err)
{
	_cleanup_fd_ int fd = -1;

	if (!own_arch(image->arch))
		return error_set(err, -ENOTSUP,
				 "kvm: %s: an %s kernel, and this machine is another (use --accel "
				 "icount)",
				 image->path, vm_arch_name(image->arch));
	fd = open("/dev/kvm", O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return error_set(err, -errno, "kvm: /dev/kvm: %s (%s, or use --accel icount)",
				 strerror(errno),
				 errno == EACCES ? "join its group, mostly kvm"
						 : "switch virtualisation on in the firmware");
	return 0;
}

int vm_check(const struct kernel_image *image, enum vm_accel accel, struct error *err)
{
	const char *program = qemu_program(image->arch);

	if (!command_exists(program))
		return error_set(err, -ENOENT,
				 "%s: not found (./run.sh vm --install-deps brings it; on Debian: "
				 "apt-get install %s)",
				 program, qemu_package(image->arch));
	return accel == VM_KVM ? check_kvm(image, err) : 0;
}

static void __attribute__((noreturn))
become_qemu(const struct vm_settings *settings, const struct qemu_command *command, int console,
	    int errors, pid_t parent)
{
	child_begin(parent, SIGKILL);
	dup2(console, STDOUT_FILENO);
	dup2(errors, STDERR_FILENO);
	for (size_t i = 0; i < settings->nr_inherited; i++)
		fcntl(settings->inherited[i], F_SETFD, 0);
	execvp(command->argv[0], (char **)command->argv);
	dprintf(STDERR_FILENO, "%s: %s\n", command->argv[0], strerror(errno));
	_exit(127);
}

static int spawn(struct vm *vm, const struct vm_settings *settings,
		 const struct qemu_command *command)
{
	int console[2], errors[2], ret = 0;
	pid_t parent = getpid();

	if (pipe2(console, O_CLOEXEC))
		return -errno;
	if (pipe2(errors, O_CLOEXEC)) {
		ret = -errno;
		close(console[0]);
		close(console[1]);
		return ret;
	}
	vm->console.fd = console[0];
	vm->errors.fd = errors[0];
	vm->pid = fork();
	if (!vm->pid)
		become_qemu(settings, command, console[1], errors[1], parent);
	if (vm->pid < 0) {
		ret = -errno;
		vm->pid = 0;
	}
	close(console[1]);
	close(errors[1]);
	return ret;
}

/* A word, as a shell takes it. */
static int log_word(int log, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "+,-./:=_";
	bool quote = word[strspn(word, plain)];
	int ret = write_all(log, "'", quote);

	for (; !ret && *word; word++)
		ret = *word == '\'' ? write_all(log, "'\\''", 4) : write_all(log, word, 1);
	return ret ? ret : write_all(log, "'", quote);
}

static int log_command(int log, const struct qemu_command *command)
{
	int ret = write_all(log, "#", 1);

	for (size_t i = 0; !ret && command->argv[i]; i++) {
		ret = write_all(log, " ", 1);
		if (!ret)
			ret = log_word(log, command->argv[i]);
	}
	return ret ? ret : write_all(log, "\n", 1);
}

static int open_log(struct vm *vm, const char *path, const struct qemu_command *command,
		    struct error *err)
{
	int ret;

	vm->log = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	ret = vm->log < 0 ? -errno : log_command(vm->log, command);
	if (ret)
		return error_set(err, ret, "%s: cannot be written: %s", path, strerror(-ret));
	return 0;
}

int vm_start(const struct vm_settings *settings, struct vm **out, struct error *err)
{
	struct qemu_command command = {0};
	struct vm *vm = calloc(1, sizeof(*vm));
	int ret;

	if (!vm)
		return error_set(err, -ENOMEM, "out of memory");
	vm->log = vm->console.fd = vm->errors.fd = -1;
	vm->arch = settings->image->arch;
	vm->limit_ns = settings->limit_ns;
	ret = qemu_command_make(settings, &command, err);
	if (!ret && settings->log)
		ret = open_log(vm, settings->log, &command, err);
	if (!ret) {
		vm->deadline_ns = now_ns() + settings->limit_ns;
		ret = spawn(vm, settings, &command);
		if (ret)
			error_set(err, ret, "cannot start QEMU: %s", strerror(-ret));
	}
	if (ret)
		vm_free(vm);
	else
		*out = vm;
	return ret;
}

/* Ends the guest for a reason that is ours. */
static void give_up(struct vm *vm, const char *what, const char *why)
{
	error_set(&vm->trouble, 0, "%s: %s", what, why);
	vm->deadline_ns = 0;
}

/* Takes what is there. Returns the new part's size, 0 at the end; negative errnos. */
static ssize_t stream_read(struct stream *s)
{
	ssize_t n;

	if (s->room - s->size < 65536) {
		char *more = realloc(s->text, s->room + (1 << 20));

		if (!more)
			return -ENOMEM;
		s->text = more;
		s->room += 1 << 20;
	}
	n = read(s->fd, s->text + s->size, s->room - s->size - 1);
	/* Of a guest that was killed: all is read. */
	if (n < 0 && errno == EAGAIN)
		n = 0;
	if (n < 0)
		return errno == EINTR ? 1 : -errno;
	if (!n) {
		close(s->fd);
		s->fd = -1;
	}
	s->size += (size_t)n;
	s->text[s->size] = '\0';
	return n;
}

static void look_for_panic(struct vm *vm)
{
	const struct stream *s = &vm->console;
	size_t overlap = strlen(PANIC_LINE) - 1;
	size_t start = vm->searched > overlap ? vm->searched - overlap : 0;
	uint64_t soon = now_ns() + PANIC_GRACE_NS;

	vm->searched = s->size;
	if (vm->panicked ||
	    !memmem(s->text + start, s->size - start, PANIC_LINE, strlen(PANIC_LINE)))
		return;
	vm->panicked = true;
	if (soon < vm->deadline_ns)
		vm->deadline_ns = soon;
}

static void listen_to(struct vm *vm, struct stream *s)
{
	size_t before = s->size;
	ssize_t n = stream_read(s);
	int ret = 0;

	if (n < 0) {
		give_up(vm, "its console cannot be read", strerror((int)-n));
		return;
	}
	if (s->size > CONSOLE_MAX)
		give_up(vm, "it floods its console", "16 MiB (see its log)");
	if (vm->log >= 0)
		ret = write_all(vm->log, s->text + before, s->size - before);
	if (ret)
		give_up(vm, "its log cannot be written", strerror(-ret));
	if (s == &vm->console)
		look_for_panic(vm);
}

/* It has closed both its pipes, or has been killed. */
static void reap(struct vm *vm)
{
	while (vm->pid && waitpid(vm->pid, &vm->wait_status, 0) < 0 && errno == EINTR)
		;
	vm->pid = 0;
}

static void kill_and_reap(struct vm *vm)
{
	kill(vm->pid, SIGKILL);
	reap(vm);
	/*
	 * What was still under way; if QEMU is a script, programs that it started may hold the pipe
	 * open as long as they like.
	 */
	fcntl(vm->console.fd, F_SETFL, O_NONBLOCK);
	while (vm->console.fd >= 0 && vm->console.size <= CONSOLE_MAX && !*vm->trouble.text)
		listen_to(vm, &vm->console);
}

/* Whether it is over, in one way or the other. */
static bool ended(struct vm *vm, uint64_t now)
{
	if (!vm->pid)
		return true;
	if (vm->console.fd < 0 && vm->errors.fd < 0) {
		reap(vm);
		return true;
	}
	if (now < vm->deadline_ns)
		return false;
	vm->timed_out = !vm->panicked && !*vm->trouble.text;
	kill_and_reap(vm);
	return true;
}

static int wait_for_news(struct vm *const *vms, size_t nr, int stop_fd, uint64_t deadline_ns)
{
	_cleanup_free_ struct pollfd *fds = calloc(2 * nr + 1, sizeof(*fds));
	uint64_t now = now_ns(),
		 wait_ms = deadline_ns > now ? (deadline_ns - now) / 1000000 + 1 : 0;

	if (!fds)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++) {
		fds[2 * i] =
			(struct pollfd){.fd = vms[i] ? vms[i]->console.fd : -1, .events = POLLIN};
		fds[2 * i + 1] =
			(struct pollfd){.fd = vms[i] ? vms[i]->errors.fd : -1, .events = POLLIN};
	}
	fds[2 * nr] = (struct pollfd){.fd = stop_fd, .events = POLLIN};
	if (poll(fds, 2 * nr + 1, wait_ms < POLL_MAX_MS ? (int)wait_ms : POLL_MAX_MS) < 0 &&
	    errno != EINTR)
		return -errno;
	if (fds[2 * nr].revents)
		return -EINTR;
	for (size_t i = 0; i < nr; i++) {
		if (fds[2 * i].revents)
			listen_to(vms[i], &vms[i]->console);
		if (fds[2 * i + 1].revents)
			listen_to(vms[i], &vms[i]->errors);
	}
	return 0;
}

int vm_wait_any(struct vm *const *vms, size_t nr, int stop_fd)
{
	for (;;) {
		uint64_t now = now_ns(), deadline = UINT64_MAX;
		int ret;

		for (size_t i = 0; i < nr; i++) {
			if (!vms[i])
				continue;
			if (ended(vms[i], now))
				return (int)i;
			if (vms[i]->deadline_ns < deadline)
				deadline = vms[i]->deadline_ns;
		}
		if (deadline == UINT64_MAX)
			return -ENOENT;
		ret = wait_for_news(vms, nr, stop_fd, deadline);
		if (ret)
			return ret;
	}
}

enum vm_outcome vm_outcome(const struct vm *vm, struct error *why)
{
	struct vm_evidence evidence = {
		.qemu = vm->errors.text ? vm->errors.text : "",
		.wait_status = vm->wait_status,
		.timed_out = vm->timed_out,
		.limit_ns = vm->limit_ns,
		.arch = vm->arch,
	};

	evidence.console = vm_console(vm, &evidence.console_size);
	if (*vm->trouble.text) {
		*why = vm->trouble;
		return VM_QEMU;
	}
	return vm_explain(&evidence, why);
}

const char *vm_console(const struct vm *vm, size_t *size)
{
	*size = vm->console.size;
	return vm->console.text ? vm->console.text : "";
}

void vm_free(struct vm *vm)
{
	if (!vm)
		return;
	if (vm->pid) {
		kill(vm->pid, SIGKILL);
		reap(vm);
	}
	close_fd(&vm->log);
	close_fd(&vm->console.fd);
	close_fd(&vm->errors.fd);
	free(vm->console.text);
	free(vm->errors.text);
	free(vm);
}

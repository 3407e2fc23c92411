// SPDX-License-Identifier: GPL-2.0-or-later
#include "guests.h"

#include "file.h"
#include "initramfs.h"

#include "bench/memlimit.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* QEMU itself, beside the guest's memory: translated code and tables. */
#define QEMU_BYTES (192UL << 20)

#if defined(__x86_64__)
#define NATIVE VM_X86_64
#else
#define NATIVE VM_ARM64
#endif

static int run_driver(const char *driver, int *status)
{
	char *const argv[] = {(char *)driver, "build-arm64", NULL};
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	sigset_t none;
	pid_t pid;
	int ret;

	sigemptyset(&none);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawn_file_actions_init(&files);
	/* Standard output is for the comparison alone. */
	posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
	ret = -posix_spawn(&pid, driver, &files, &attributes, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attributes);
	while (!ret && waitpid(pid, status, 0) < 0 && errno == EINTR)
		;
	return ret;
}

int guests_prepare(enum vm_arch arch, struct error *err)
{
	const char *driver = getenv("PTEBENCH_DRIVER");
	int status = 0, ret;

	if (arch == NATIVE)
		return 0;
	if (arch != VM_ARM64)
		return error_set(err, -ENOTSUP,
				 "vm: no ptebench for %s guests can be built on this machine (boot "
				 "them on one of that architecture)",
				 vm_arch_name(arch));
	if (!driver || !*driver)
		return error_set(err, -ENOENT,
				 "vm: no ptebench for arm64 guests (./run.sh vm builds one)");
	ret = run_driver(driver, &status);
	if (ret)
		return error_set(err, ret, "%s: cannot be started: %s (use ./run.sh vm)", driver,
				 strerror(-ret));
	if (status)
		return error_set(err, -EIO,
				 "vm: no ptebench for arm64 guests: building it failed, see above");
	return 0;
}

int guests_initramfs(enum vm_arch arch, int fd, struct error *err)
{
	char program[PATH_MAX + 16], init[PATH_MAX + 32], sysroot[PATH_MAX + 16] = "";
	struct initramfs what = {.program = program, .init = init, .sysroot = sysroot};
	const char *other = getenv("PTEBENCH_GUEST_ARM64");
	char dir[PATH_MAX];
	int ret = 0;

	if (arch == NATIVE) {
		ret = file_own_folder(dir, sizeof(dir), err);
	} else if (!other || !*other ||
		   snprintf(dir, sizeof(dir), "%s/build", other) >= (int)sizeof(dir)) {
		ret = error_set(err, -ENOENT,
				"vm: PTEBENCH_GUEST_ARM64 names no folder (use ./run.sh vm)");
	} else {
		snprintf(sysroot, sizeof(sysroot), "%s/sysroot", other);
	}
	if (ret)
		return ret;
	snprintf(program, sizeof(program), "%s/ptebench", dir);
	snprintf(init, sizeof(init), "%s/vm/ptebench-init", dir);
	return initramfs_build(&what, fd, err);
}

int guests_side_by_side(uint64_t memory_bytes, struct error *err)
{
	_cleanup_fd_ int root = open("/", O_PATH | O_CLOEXEC);
	const char *limit = "memory";
	uint64_t available = 0, room;
	cpu_set_t set;
	int cpus;

	cpus = sched_getaffinity(0, sizeof(set), &set) ? 1 : CPU_COUNT(&set);
	if (mem_available(root, &available, &limit))
		return 1;
	room = memory_bytes > available ? 0 : available / (memory_bytes + QEMU_BYTES);
	if (!room)
		return error_set(err, -ENOMEM,
				 "vm: a guest of %" PRIu64 " MiB does not fit: %s leaves %" PRIu64
				 " MiB (free memory, or a smaller --memory)",
				 memory_bytes >> 20, limit, available >> 20);
	return room < (uint64_t)cpus ? (int)room : cpus;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * userfaultfd's write protection, for the cases that need it: Documentation/admin-guide/mm/
 * userfaultfd.rst and ioctl_userfaultfd(2). Whether it can be had, only trying tells: it is
 * configured, not every architecture has it (arm64 does since Linux 6.10), and features came later.
 *
 * Nobody serves the faults: cases write to no page that is protected. The descriptor is run->data;
 * closing it, as the end of a process does too, unregisters the region and drops the protection.
 */
#ifndef CASES_UFFD_H
#define CASES_UFFD_H

#include "bench/case.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Newer than the headers of Debian 12. */
#ifndef UFFD_FEATURE_WP_UNPOPULATED
#define UFFD_FEATURE_WP_UNPOPULATED (1 << 13)
#endif

static inline int uffd_of(const struct case_run *run)
{
	return (int)(intptr_t)run->data;
}

/* Protects the whole region, or ends its protection (@mode 0). 0 or -1 with errno, as ioctl(). */
static inline int uffd_protect(const struct case_run *run, uint64_t mode)
{
	struct uffdio_writeprotect protect = {
		.range = {.start = (uintptr_t)run->region, .len = run->size_bytes},
		.mode = mode,
	};

	return ioctl(uffd_of(run), UFFDIO_WRITEPROTECT, &protect);
}

/*
 * Registers the region for write protection with these UFFD_FEATUREs, which is possible where the
 * kernel can protect @what; teardown() must be uffd_close(). -ENOTSUP with the reason if it can't.
 */
static inline int uffd_open(struct case_run *run, uint64_t features, const char *what)
{
	struct uffdio_api api = {.api = UFFD_API, .features = features};
	struct uffdio_register range = {
		.range = {.start = (uintptr_t)run->region, .len = run->size_bytes},
		.mode = UFFDIO_REGISTER_MODE_WP,
	};
	/* That mode is all that vm.unprivileged_userfaultfd = 0 leaves to users. */
	int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY), code;

	/* Linux 5.10 does not know the mode. */
	if (fd < 0 && errno == EINVAL)
		fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
	code = errno;
	if (fd < 0)
		return error_set(run->why, code == ENOSYS || code == EPERM ? -ENOTSUP : -code,
				 "userfaultfd: %s (%s)", strerror(code),
				 code == ENOSYS ? "the kernel needs CONFIG_USERFAULTFD"
						: "containers often forbid it");
	/* An unknown feature is an invalid argument, and so is a mode of registration. One that is
	 * known but not configured is only missing from the answer. */
	errno = EINVAL;
	if (ioctl(fd, UFFDIO_API, &api) || (api.features & features) != features ||
	    ioctl(fd, UFFDIO_REGISTER, &range)) {
		code = errno;
		close(fd);
		return error_set(run->why, code == EINVAL ? -ENOTSUP : -code,
				 "this kernel's userfaultfd does not write-protect %s: %s", what,
				 strerror(code));
	}
	run->data = (void *)(intptr_t)fd;
	return 0;
}

static inline void uffd_close(struct case_run *run)
{
	close(uffd_of(run));
}

/* As setup() must: registers the region and protects all of it. */
static inline int uffd_open_protected(struct case_run *run, uint64_t features, const char *what)
{
	int ret = uffd_open(run, features, what);

	if (!ret && uffd_protect(run, UFFDIO_WRITEPROTECT_MODE_WP)) {
		ret = -errno;
		uffd_close(run);
	}
	return ret;
}

#endif

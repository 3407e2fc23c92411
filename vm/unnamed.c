// SPDX-License-Identifier: GPL-2.0-or-later
#include "unnamed.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

int unnamed_open(const char *what)
{
	_cleanup_fd_ int fd = memfd_create(what, MFD_CLOEXEC);
	/* Whoever was started without standard streams gives them to children all the same. */
	int above = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 3);

	return above < 0 ? -errno : above;
}

const char *unnamed_path(int fd, char *buf)
{
	snprintf(buf, UNNAMED_PATH_MAX, "/proc/self/fd/%d", fd);
	return buf;
}

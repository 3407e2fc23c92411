// SPDX-License-Identifier: GPL-2.0-or-later
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int file_read(const char *path, unsigned char **data, size_t *size)
{
	_cleanup_fd_ int fd = open(path, O_RDONLY | O_CLOEXEC);

	return fd < 0 ? -errno : file_read_from(fd, SIZE_MAX, data, size);
}

int file_read_from(int fd, size_t max, unsigned char **data, size_t *size)
{
	_cleanup_free_ unsigned char *buf = NULL;
	size_t len = 0, want;
	struct stat st;

	if (fstat(fd, &st))
		return -errno;
	want = (size_t)st.st_size < max ? (size_t)st.st_size : max;
	buf = malloc(want + 1);
	if (!buf)
		return -ENOMEM;
	while (len < want) {
		ssize_t n = read(fd, buf + len, want - len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -EIO; /* it became shorter */
		len += (size_t)n;
	}
	buf[len] = '\0';
	*data = buf;
	*size = len;
	buf = NULL;
	return 0;
}

int file_own_folder(char *buf, size_t size, struct error *err)
{
	ssize_t len = readlink("/proc/self/exe", buf, size - 1);

	if (len < 0)
		return error_set(err, -errno, "/proc/self/exe: cannot be read: %s (mount /proc)",
				 strerror(errno));
	buf[len] = '\0';
	*strrchr(buf, '/') = '\0';
	return 0;
}

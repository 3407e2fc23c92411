// SPDX-License-Identifier: GPL-2.0-or-later
#include "file.h"

#include "bench/util.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int file_read(const char *path, unsigned char **data, size_t *size)
{
	_cleanup_fd_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	_cleanup_free_ unsigned char *buf = NULL;
	size_t len = 0;
	struct stat st;

	if (fd < 0 || fstat(fd, &st))
		return -errno;
	buf = malloc((size_t)st.st_size + 1);
	if (!buf)
		return -ENOMEM;
	while (len < (size_t)st.st_size) {
		ssize_t n = read(fd, buf + len, (size_t)st.st_size - len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -EIO; /* it became shorter */
		len += (size_t)n;
	}
	*data = buf;
	*size = len;
	buf = NULL;
	return 0;
}

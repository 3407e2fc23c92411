// SPDX-License-Identifier: GPL-2.0-or-later
#include "backing.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

static int fill(int fd, uint64_t size_bytes, uint64_t folio_bytes)
{
	_cleanup_free_ char *chunk = malloc(folio_bytes);
	int ret = chunk ? 0 : -ENOMEM;

	if (chunk)
		memset(chunk, 1, folio_bytes);
	for (uint64_t i = 0; i < size_bytes && !ret; i += folio_bytes)
		ret = write_all(fd, chunk, folio_bytes);
	return ret;
}

int backing_memfd(uint64_t size_bytes, uint64_t folio_bytes, struct error *err)
{
	int fd = memfd_create("ptebench", MFD_CLOEXEC);
	int ret = fd < 0 ? -errno : fill(fd, size_bytes, folio_bytes);

	if (!ret)
		return fd;
	close_fd(&fd);
	return error_set(err, ret, "a memfd of %llu MiB: %s",
			 (unsigned long long)(size_bytes >> 20), strerror(-ret));
}

const char *backing_memory_fs(int fd)
{
	struct statfs fs;

	if (fstatfs(fd, &fs))
		return NULL;
	return fs.f_type == TMPFS_MAGIC ? "tmpfs" : fs.f_type == RAMFS_MAGIC ? "ramfs" : NULL;
}

int backing_file(uint64_t size_bytes, uint64_t folio_bytes, struct error *err)
{
	int fd = open(BACKING_DIR, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	int ret;

	if (fd < 0)
		return error_set(
			err, errno == ENOSPC ? -ENOSPC : -ENOTSUP,
			"needs a file system on a disk: no unnamed file can be made in %s: "
			"%s",
			BACKING_DIR, strerror(errno));
	if (backing_memory_fs(fd)) {
		ret = error_set(err, -ENOTSUP, "needs a file system on a disk: %s is %s",
				BACKING_DIR, backing_memory_fs(fd));
		close(fd);
		return ret;
	}
	ret = fill(fd, size_bytes, folio_bytes);
	if (!ret && fdatasync(fd))
		ret = -errno;
	if (!ret)
		return fd;
	close(fd);
	return error_set(err, ret, "%s: a file of %llu MiB: %s", BACKING_DIR,
			 (unsigned long long)(size_bytes >> 20), strerror(-ret));
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "swap.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <unistd.h>

/* Where it is below rootfd. */
#define DIR_AT  (&BACKING_DIR[1])
#define FILE_AT (&SWAP_FILE[1])

/*
 * Beside the region: each CPU fills a cluster of slots of its own, which is as large as a PMD
 * range, and under pressure the kernel may swap out others' pages.
 */
#define SLACK_BYTES (16UL << 20)

int swap_unmet(int rootfd, struct error *why)
{
	_cleanup_fd_ int dir = openat(rootfd, DIR_AT, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (dir < 0)
		return error_set(why, -ENOTSUP, "needs a swap file: %s: %s", BACKING_DIR,
				 strerror(errno));
	if (faccessat(rootfd, "proc/swaps", F_OK, 0))
		return error_set(why, -ENOTSUP,
				 "needs a swap file: this kernel has no swap (CONFIG_SWAP)");
	if (backing_memory_fs(dir))
		return error_set(why, -ENOTSUP, "needs a swap file: %s is %s", BACKING_DIR,
				 backing_memory_fs(dir));
	if (geteuid())
		return error_set(why, -ENOTSUP, "needs root, for a swap file");
	return 0;
}

/*
 * The header that mkswap(8) writes, union swap_header of the kernel's include/linux/swap.h: too few
 * bytes to make root run another program for them. Numbers are in the byte order of the machine.
 */
static int write_header(int fd, uint64_t size_bytes)
{
	static const char magic[10] = "SWAPSPACE2";
	const size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
	const uint32_t info[] = {
		1,                                       /* version */
		(uint32_t)(size_bytes / page_bytes - 1), /* last page */
		0,                                       /* bad pages */
	};
	_cleanup_free_ char *page = calloc(1, page_bytes);

	if (!page)
		return -ENOMEM;
	memcpy(page + 1024, info, sizeof(info));
	memcpy(page + page_bytes - sizeof(magic), magic, sizeof(magic));
	return write_all(fd, page, page_bytes);
}

/* By descriptor, so that no path can lead elsewhere. */
static const char *path_of(int fd, char *path, size_t size)
{
	snprintf(path, size, "/proc/self/fd/%d", fd);
	return path;
}

/* Keeps btrfs from moving what is written: it takes no other files. The others need no such flag.
 */
static void keep_in_place(int fd)
{
	int flags;

	if (ioctl(fd, FS_IOC_GETFLAGS, &flags))
		return;
	flags |= FS_NOCOW_FL;
	ioctl(fd, FS_IOC_SETFLAGS, &flags);
}

/* With all its blocks: the kernel refuses a swap file with holes. */
static int fill(int fd, uint64_t size_bytes, struct error *err)
{
	int ret;

	keep_in_place(fd);
	ret = -posix_fallocate(fd, 0, (off_t)size_bytes);
	if (!ret)
		ret = write_header(fd, size_bytes);
	if (!ret && fsync(fd))
		ret = -errno;
	if (ret)
		return error_set(err, ret, "%s: a swap file of %llu MiB: %s", SWAP_FILE,
				 (unsigned long long)(size_bytes >> 20), strerror(-ret));
	return 0;
}

static int turn_on(int fd, struct error *err)
{
	char path[32];

	if (!swapon(path_of(fd, path, sizeof(path)), 0))
		return 0;
	if (errno == EPERM)
		return error_set(err, -ENOTSUP, "needs a swap file: swapon: %s (in a container?)",
				 strerror(errno));
	if (errno == EINVAL || errno == EOPNOTSUPP)
		return error_set(err, -ENOTSUP,
				 "needs a swap file: the file system of %s takes none (swapon: "
				 "%s)",
				 BACKING_DIR, strerror(errno));
	return error_set(err, -errno, "%s: cannot be turned on: %s", SWAP_FILE, strerror(errno));
}

int swap_on(int rootfd, uint64_t size_bytes, struct error *err)
{
	_cleanup_fd_ int fd = openat(rootfd, FILE_AT, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	int ret;

	if (fd < 0)
		return error_set(err, errno == EROFS ? -ENOTSUP : -errno,
				 "needs a swap file: %s: %s%s", SWAP_FILE, strerror(errno),
				 errno == EEXIST ? " (remove what is there)" : "");
	ret = fill(fd, size_bytes + SLACK_BYTES, err);
	if (!ret)
		ret = turn_on(fd, err);
	if (ret)
		unlinkat(rootfd, FILE_AT, 0);
	return ret;
}

/* What swap_on() made: nobody else can put such a file there. */
static bool is_ours(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid();
}

/* That it is not on, or cannot be since this process may not do that at all, is no error. */
static int turn_off(int fd)
{
	char path[32];

	if (!swapoff(path_of(fd, path, sizeof(path))))
		return 0;
	return errno == EINVAL || errno == EPERM || errno == ENOSYS ? 0 : -errno;
}

int swap_off(int rootfd, bool *removed, struct error *err)
{
	_cleanup_fd_ int fd = openat(rootfd, FILE_AT, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	int ret;

	*removed = false;
	if (fd < 0 || !is_ours(fd))
		return 0;
	ret = turn_off(fd);
	if (ret)
		return error_set(err, ret, "%s: this swap file cannot be turned off: %s%s",
				 SWAP_FILE, strerror(-ret),
				 ret == -ENOMEM ? " (free some memory)" : "");
	/* Of one that is on nonetheless, the kernel refuses this. */
	if (unlinkat(rootfd, FILE_AT, 0))
		return error_set(err, -errno, "%s: this swap file cannot be removed: %s", SWAP_FILE,
				 strerror(errno));
	*removed = true;
	return 0;
}

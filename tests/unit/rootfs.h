/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Trees that stand for "/": those under tests/data/roots, and ones that a test makes for itself. */
#ifndef TESTS_UNIT_ROOTFS_H
#define TESTS_UNIT_ROOTFS_H

#include "bench/util.h"

#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* An O_PATH descriptor of tests/data/roots/@name; -1 if there is none. */
static inline int rootfs_open(const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/roots/%s", TEST_DATA, name);
	return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

struct rootfs {
	char path[32];
	int fd;
};

static inline struct rootfs rootfs_make(void)
{
	struct rootfs root = {"/tmp/ptebench-root.XXXXXX", -1};

	if (!mkdtemp(root.path) || chmod(root.path, 0755))
		abort();
	root.fd = open(root.path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return root;
}

/* Creates or replaces the file @name below it, with the directories on the way. */
static inline void rootfs_write(const struct rootfs *root, const char *name, const char *text)
{
	char path[PATH_MAX], dir[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", root->path, name);
	snprintf(dir, sizeof(dir), "%.*s", (int)(strrchr(path, '/') - path), path);
	if (make_dirs(dir, 0755) || write_file_atomic(path, text, strlen(text), 0644))
		abort();
}

static inline int rootfs_remove_one(const char *path, const struct stat *st, int type,
				    struct FTW *walk)
{
	(void)st;
	(void)type;
	(void)walk;
	return remove(path);
}

static inline void rootfs_drop(struct rootfs *root)
{
	close_fd(&root->fd);
	nftw(root->path, rootfs_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}
#define _cleanup_rootfs_ __attribute__((cleanup(rootfs_drop)))

#endif

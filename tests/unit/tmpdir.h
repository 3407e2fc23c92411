/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A tree made before each test and removed after it, and copies of the fixtures that tests write
 * to. */
#ifndef TESTS_UNIT_TMPDIR_H
#define TESTS_UNIT_TMPDIR_H

#include "rootfs.h"

#include <unistd.h>

/* For cmocka_unit_test_setup_teardown(): *state is a struct rootfs. */
static inline int tmpdir_setup(void **state)
{
	struct rootfs *root = malloc(sizeof(*root));

	if (!root)
		return -1;
	*root = rootfs_make();
	*state = root;
	return 0;
}

static inline int tmpdir_teardown(void **state)
{
	rootfs_drop(*state);
	free(*state);
	return 0;
}

#define tmpdir_test(f) cmocka_unit_test_setup_teardown(f, tmpdir_setup, tmpdir_teardown)

/* Its full name, in @buf of PATH_MAX bytes. */
static inline const char *tmpdir_path(const struct rootfs *root, const char *name, char *buf)
{
	snprintf(buf, PATH_MAX, "%s/%s", root->path, name);
	return buf;
}

/* What the file @name below it holds, without white space at the end; "(none)" if it is not there.
 */
static inline const char *tmpdir_read(const struct rootfs *root, const char *name, char *buf,
				      size_t size)
{
	if (read_text_at(root->fd, name, buf, size) < 0)
		snprintf(buf, size, "(none)");
	return buf;
}

static inline void tmpdir_copy_dir(const struct rootfs *root, int fixture, const char *name)
{
	_cleanup_dir_ DIR *dir = NULL;
	int fd = openat(fixture, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const struct dirent *entry;

	if (fd < 0)
		return; /* a kernel without it */
	dir = fdopendir(fd);
	while ((entry = readdir(dir))) {
		_cleanup_free_ char *text = NULL;
		char path[1024];
		struct stat st;

		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", name, entry->d_name);
		if (fstatat(fixture, path, &st, 0))
			abort();
		if (S_ISDIR(st.st_mode)) {
			tmpdir_copy_dir(root, fixture, path);
			continue;
		}
		if (read_all_at(fixture, path, &text) < 0)
			abort();
		rootfs_write(root, path, text);
	}
}

/* Copies the THP settings of the fixture tests/data/roots/@fixture. */
static inline void tmpdir_copy_thp(const struct rootfs *root, const char *fixture)
{
	int fd = rootfs_open(fixture);

	if (fd < 0)
		abort();
	tmpdir_copy_dir(root, fd, "sys/kernel/mm/transparent_hugepage");
	close(fd);
}

#endif

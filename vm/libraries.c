// SPDX-License-Identifier: GPL-2.0-or-later
#include "libraries.h"

#include "folders.h"
#include "needs.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ORIGIN       "$ORIGIN"
#define ORIGIN_BRACE "${ORIGIN}"

struct search {
	const char *sysroot;
	struct folders folders;
	int machine, elf_class;
	struct libraries *found;
	struct error *err;
};

/* Opens what @path would be if @sysroot were the root: links in it must not lead out of it. */
static int open_within(const char *sysroot, const char *path)
{
	struct open_how how = {.flags = O_RDONLY | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT};
	_cleanup_fd_ int root = -1;
	int fd;

	if (!*sysroot)
		fd = open(path, O_RDONLY | O_CLOEXEC);
	else if ((root = open(sysroot, O_PATH | O_DIRECTORY | O_CLOEXEC)) >= 0)
		fd = (int)syscall(SYS_openat2, root, path, &how, sizeof(how));
	else
		fd = -1;
	return fd < 0 ? -errno : fd;
}

static int path_of(int fd, char *path, size_t size)
{
	char link[40];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = readlink(link, path, size - 1);
	if (len < 0)
		return -errno;
	path[len] = '\0';
	return 0;
}

static bool is_known(const struct libraries *found, const char *name)
{
	for (size_t i = 0; i < found->nr; i++)
		if (!strcmp(found->list[i].name, name))
			return true;
	return false;
}

static int append(struct libraries *found, const char *name, const char *path)
{
	struct library *more = realloc(found->list, (found->nr + 1) * sizeof(*more));
	struct library *new;

	if (!more)
		return -ENOMEM;
	found->list = more;
	new = &more[found->nr];
	new->name = strdup(name);
	snprintf(new->path, sizeof(new->path), "%s", path);
	if (!new->name)
		return -ENOMEM;
	found->nr++;
	return 0;
}

/* 0 if @fd is a library for this program; then it is in the list. 1 if it is another file. */
static int take(struct search *s, const char *name, int fd)
{
	struct needs needs = {0};
	char path[PATH_MAX];
	bool fits;
	int ret = needs_read(fd, &needs);

	if (ret)
		return ret == -ENOEXEC ? 1 : ret;
	/* As loaders do: a library of another machine is passed over. */
	fits = needs.machine == s->machine && needs.elf_class == s->elf_class;
	needs_release(&needs);
	if (!fits)
		return 1;
	ret = path_of(fd, path, sizeof(path));
	return ret ? ret : append(s->found, name, path);
}

static int try_file(struct search *s, const char *name, const char *sysroot, const char *folder)
{
	char path[PATH_MAX];
	int ret = 1;

	if (snprintf(path, sizeof(path), "%s/%s", folder, name) < (int)sizeof(path)) {
		_cleanup_fd_ int fd = open_within(sysroot, path);

		if (fd >= 0)
			ret = take(s, name, fd);
	}
	return ret;
}

/* In the folders of DT_RUNPATH; $ORIGIN is the folder of the file that has it, @owner. */
static int try_runpath(struct search *s, const char *name, const char *runpath, const char *owner)
{
	_cleanup_free_ char *copy = strdup(runpath);
	char *rest = copy, *folder;
	int ret = copy ? 1 : -ENOMEM;

	while (ret > 0 && (folder = strsep(&rest, ":"))) {
		size_t skip = !strncmp(folder, ORIGIN, strlen(ORIGIN)) ? strlen(ORIGIN)
			      : !strncmp(folder, ORIGIN_BRACE, strlen(ORIGIN_BRACE))
				      ? strlen(ORIGIN_BRACE)
				      : 0;
		char path[PATH_MAX];

		if (!skip) {
			ret = try_file(s, name, s->sysroot, folder);
			continue;
		}
		snprintf(path, sizeof(path), "%.*s%s", (int)(strrchr(owner, '/') - owner), owner,
			 folder + skip);
		ret = try_file(s, name, "", path);
	}
	return ret;
}

static int find(struct search *s, const char *name, const char *runpath, const char *owner)
{
	int ret = runpath ? try_runpath(s, name, runpath, owner) : 1;

	for (size_t i = 0; ret > 0 && i < s->folders.nr; i++)
		ret = try_file(s, name, s->sysroot, s->folders.paths[i]);
	if (ret > 0)
		return error_set(s->err, -ENOENT,
				 "%s: not found in %s, though %s needs it (install it there)", name,
				 *s->sysroot ? s->sysroot : "this system's library folders", owner);
	return ret;
}

/* Adds what the file @owner needs itself. */
static int add_needs(struct search *s, const struct needs *needs, const char *owner)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < needs->nr; i++)
		if (!is_known(s->found, needs->names[i]))
			ret = find(s, needs->names[i], needs->runpath, owner);
	return ret;
}

static int add_needs_of(struct search *s, const char *path)
{
	_cleanup_fd_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct needs needs = {0};
	int ret = fd < 0 ? -errno : needs_read(fd, &needs);

	if (ret)
		return error_set(s->err, ret, "%s: %s", path, strerror(-ret));
	ret = add_needs(s, &needs, path);
	needs_release(&needs);
	return ret;
}

/* The loader is where the program says, and not elsewhere. */
static int add_loader(struct search *s, const char *interpreter, const char *program)
{
	/* Meant from wherever the program is started, if without a slash in front. */
	_cleanup_fd_ int fd = *interpreter == '/' ? open_within(s->sysroot, interpreter) : -EINVAL;
	int ret = fd < 0 ? fd : take(s, strrchr(interpreter, '/') + 1, fd);

	if (ret)
		return error_set(s->err, ret > 0 ? -ENOEXEC : ret,
				 "%s%s: %s; it is the loader of %s (install its libc there)",
				 s->sysroot, interpreter,
				 ret > 0 ? "not for this machine" : strerror(-ret), program);
	s->found->interpreter = strdup(interpreter);
	return s->found->interpreter ? 0 : -ENOMEM;
}

static int search(struct search *s, const struct needs *needs, const char *program)
{
	int ret = folders_of(s->sysroot, needs->machine, &s->folders);

	if (!ret && needs->interpreter)
		ret = add_loader(s, needs->interpreter, program);
	if (!ret)
		ret = add_needs(s, needs, program);
	/* The list grows as it is walked. */
	for (size_t i = 0; !ret && i < s->found->nr; i++) {
		char path[PATH_MAX];

		memcpy(path, s->found->list[i].path, sizeof(path));
		ret = add_needs_of(s, path);
	}
	return ret;
}

int libraries_find(const char *program, const char *sysroot, struct libraries *libraries,
		   struct error *err)
{
	_cleanup_fd_ int fd = open(program, O_RDONLY | O_CLOEXEC);
	struct error failed = {""};
	struct libraries found = {0};
	struct needs needs = {0};
	struct search s = {.sysroot = sysroot, .found = &found, .err = &failed};
	char path[PATH_MAX];
	int ret = fd < 0 ? -errno : needs_read(fd, &needs);

	if (!ret)
		ret = path_of(fd, path, sizeof(path));
	if (!ret) {
		found.machine = s.machine = needs.machine;
		s.elf_class = needs.elf_class;
		ret = search(&s, &needs, path);
	}
	needs_release(&needs);
	folders_release(&s.folders);
	if (!ret) {
		*libraries = found;
		return 0;
	}
	libraries_release(&found);
	return failed.text[0] ? error_set(err, ret, "%s", failed.text)
			      : error_set(err, ret, "%s: %s", program, strerror(-ret));
}

void libraries_release(struct libraries *libraries)
{
	for (size_t i = 0; i < libraries->nr; i++)
		free(libraries->list[i].name);
	free(libraries->list);
	free(libraries->interpreter);
	*libraries = (struct libraries){0};
}

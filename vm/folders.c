// SPDX-License-Identifier: GPL-2.0-or-later
#include "folders.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define INCLUDE_DEPTH 4 /* ld.so.conf, its parts, and room */

static int append(struct folders *f, const char *path)
{
	char **more = realloc(f->paths, (f->nr + 1) * sizeof(*more));

	if (!more)
		return -ENOMEM;
	f->paths = more;
	f->paths[f->nr] = strdup(path);
	return f->paths[f->nr++] ? 0 : -ENOMEM;
}

static int read_config(const char *path, const char *sysroot, int depth, struct folders *f);

/* What "include PATTERN" means; a relative pattern is meant from the folder of @config. */
static int include(const char *pattern, const char *config, const char *sysroot, int depth,
		   struct folders *f)
{
	char full[PATH_MAX];
	glob_t found;
	int ret = 0;

	if (*pattern == '/')
		snprintf(full, sizeof(full), "%s%s", sysroot, pattern);
	else
		snprintf(full, sizeof(full), "%.*s/%s", (int)(strrchr(config, '/') - config),
			 config, pattern);
	if (glob(full, 0, NULL, &found))
		return 0;
	for (size_t i = 0; !ret && i < found.gl_pathc; i++)
		ret = read_config(found.gl_pathv[i], sysroot, depth - 1, f);
	globfree(&found);
	return ret;
}

static int read_config(const char *path, const char *sysroot, int depth, struct folders *f)
{
	_cleanup_free_ char *text = NULL;
	char *rest, *line;
	int ret = 0;

	if (!depth || read_all_at(AT_FDCWD, path, &text) < 0)
		return 0;
	rest = text;
	while (!ret && (line = strsep(&rest, "\n"))) {
		line[strcspn(line, "#")] = '\0';
		line += strspn(line, " \t");
		if (!strncmp(line, "include", 7) && strchr(" \t", line[7]) && line[7]) {
			line += 7 + strspn(line + 7, " \t");
			line[strcspn(line, " \t")] = '\0';
			ret = include(line, path, sysroot, depth, f);
		} else if (*line == '/') {
			line[strcspn(line, " \t")] = '\0';
			ret = append(f, line);
		}
	}
	return ret;
}

static const char *multiarch(int machine)
{
	return machine == EM_X86_64    ? "x86_64-linux-gnu"
	       : machine == EM_AARCH64 ? "aarch64-linux-gnu"
				       : NULL;
}

int folders_of(const char *sysroot, int machine, struct folders *folders)
{
	static const char *const usual[] = {"/lib64", "/usr/lib64", "/lib", "/usr/lib"};
	const char *triplet = multiarch(machine);
	char path[PATH_MAX];
	struct folders f = {0};
	int ret;

	snprintf(path, sizeof(path), "%s/etc/ld.so.conf", sysroot);
	ret = read_config(path, sysroot, INCLUDE_DEPTH, &f);
	/* Those of Debian and its like. */
	for (size_t i = 2; triplet && !ret && i < ARRAY_SIZE(usual); i++) {
		snprintf(path, sizeof(path), "%s/%s", usual[i], triplet);
		ret = append(&f, path);
	}
	for (size_t i = 0; !ret && i < ARRAY_SIZE(usual); i++)
		ret = append(&f, usual[i]);
	if (ret)
		folders_release(&f);
	else
		*folders = f;
	return ret;
}

void folders_release(struct folders *folders)
{
	for (size_t i = 0; i < folders->nr; i++)
		free(folders->paths[i]);
	free(folders->paths);
	*folders = (struct folders){0};
}

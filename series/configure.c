// SPDX-License-Identifier: GPL-2.0-or-later
#include "configure.h"

#include "config.h"
#include "logged.h"
#include "make.h"
#include "tools.h"
#include "worktree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

/* In the folder of objects, so that merge_config.sh, which takes no blanks, is given its bare name.
 */
#define FRAGMENT "guest.config"

static int read_text(const char *path, const char *remedy, char **text, struct error *err)
{
	ssize_t len = read_all_at(AT_FDCWD, path, text);

	return len < 0 ? error_set(err, (int)len, "%.200s: cannot be read: %s (%s)", path,
				   strerror((int)-len), remedy)
		       : 0;
}

/* read_text() takes the newline at the end away. */
static int write_text(const char *path, const char *text, struct error *err)
{
	_cleanup_free_ char *lines = NULL;
	int len = asprintf(&lines, "%s\n", text);
	int ret = len < 0 ? -ENOMEM : write_file_atomic(path, lines, (size_t)len, 0644);

	return ret ? error_set(err, ret, "%s: cannot be written: %s (check space and permissions)",
			       path, strerror(-ret))
		   : 0;
}

static const char *object_path(const struct series *s, const char *name, char *path)
{
	snprintf(path, PATH_MAX, "%s/" WORKTREE_OBJECTS "/%s", s->tree, name);
	return path;
}

static int read_fragments(struct series *s, struct error *err)
{
	const char *dir = getenv("PTEBENCH_KERNEL_CONFIG");
	_cleanup_free_ char *common = NULL, *own = NULL;
	char path[PATH_MAX];
	int ret;

	if (!dir || !*dir)
		return error_set(err, -ENOENT,
				 "series: PTEBENCH_KERNEL_CONFIG names no folder (use ./run.sh "
				 "series)");
	snprintf(path, sizeof(path), "%s/kernel.config", dir);
	ret = read_text(path, "use ./run.sh series", &common, err);
	snprintf(path, sizeof(path), "%s/kernel-%s.config", dir,
		 s->o->arch == VM_ARM64 ? "arm64" : "x86_64");
	if (!ret)
		ret = read_text(path, "use ./run.sh series", &own, err);
	if (!ret && asprintf(&s->fragment, "%s\n%s", common, own) < 0)
		ret = error_set(err, -ENOMEM, "series: not enough memory (free some)");
	return ret;
}

int configure_prepare(struct series *s, struct error *err)
{
	const char *other = s->o->arch == VM_ARM64 ? "X86" : "ARM64";
	int ret = read_fragments(s, err);

	if (!ret && s->o->config)
		ret = read_text(s->o->config, "--config FILE, a .config", &s->config, err);
	if (ret || !s->config || !config_enabled(s->config, other))
		return ret;
	return error_set(err, -EINVAL,
			 "--config %.200s: has CONFIG_%s=y, so is not for %s (--arch, or another "
			 "file)",
			 s->o->config, other, vm_arch_name(s->o->arch));
}

static int merge(const struct series *s, const struct series_step *step, struct error *err)
{
	static const char *const argv[] = {
		"sh", "../scripts/kconfig/merge_config.sh", "-m", "-O", ".", ".config", FRAGMENT,
		NULL};
	char dir[PATH_MAX], log[PATH_MAX];

	return logged_run(argv, object_path(s, "", dir), series_path(s, step, "build.log", log),
			  s->stop_fd, err);
}

/* Of the configuration that came of it. */
static int check(const struct series *s, const char *config, struct error *why, struct error *err)
{
	char missing[400];

	if (config_missing(s->fragment, config, missing, sizeof(missing)))
		return error_set(why, -ENODATA, "configuration does not take %s", missing);
	return tools_check_config(config, err);
}

static int keep(const struct series *s, const struct series_step *step, struct error *why,
		struct error *err)
{
	_cleanup_free_ char *config = NULL;
	char path[PATH_MAX];
	int ret;

	ret = read_text(object_path(s, ".config", path), "see the log", &config, err);
	if (!ret)
		ret = write_text(series_path(s, step, "config", path), config, err);
	return ret ? ret : check(s, config, why, err);
}

int configure_step(const struct series *s, const struct series_step *step, struct error *why,
		   struct error *err)
{
	char path[PATH_MAX];
	int ret = write_text(object_path(s, FRAGMENT, path), s->fragment, err);

	if (!ret)
		ret = s->config ? write_text(object_path(s, ".config", path), s->config, err)
				: make_target(s, step, "tinyconfig", err);
	if (!ret)
		ret = merge(s, step, err);
	if (!ret)
		ret = make_target(s, step, "olddefconfig", err);
	if (ret == -EIO)
		return error_set(why, ret, "configuration failed");
	return ret ? ret : keep(s, step, why, err);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

int cache_join(char *path, const char *dir, const char *name, struct error *err)
{
	if (snprintf(path, PATH_MAX, "%s/%s", dir, name) >= PATH_MAX)
		return error_set(err, -ENAMETOOLONG, "%s: too long a name", dir);
	return 0;
}

int cache_find(struct cache *c, struct error *err)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	int len, ret;

	if (cache && *cache == '/')
		len = snprintf(c->dir, sizeof(c->dir), "%s/ptebench", cache);
	else if (home && *home == '/')
		len = snprintf(c->dir, sizeof(c->dir), "%s/.cache/ptebench", home);
	else
		return error_set(err, -ENOENT,
				 "no folder for fetched kernels (set HOME or XDG_CACHE_HOME)");
	c->lock = -1;
	ret = len < PATH_MAX ? make_dirs(c->dir, 0755) : -ENAMETOOLONG;
	if (ret)
		return error_set(err, ret,
				 "%s: cannot be made: %s (set XDG_CACHE_HOME to a folder that can "
				 "be written)",
				 c->dir, strerror(-ret));
	return 0;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *walk)
{
	(void)st;
	(void)type;
	(void)walk;
	return remove(path);
}

void cache_remove(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void remove_unfinished(const char *dir)
{
	static const size_t len = sizeof(CACHE_UNFINISHED) - sizeof("XXXXXX");
	_cleanup_dir_ DIR *list = opendir(dir);
	const struct dirent *entry;
	char path[PATH_MAX];

	while (list && (entry = readdir(list)))
		if (!strncmp(entry->d_name, CACHE_UNFINISHED, len) &&
		    !cache_join(path, dir, entry->d_name, NULL))
			cache_remove(path);
}

int cache_lock(struct cache *c, struct error *err)
{
	char path[PATH_MAX];
	int ret;

	if (cache_join(path, c->dir, ".lock", err))
		return -ENAMETOOLONG;
	/* To be written, or NFS has no lock for us. */
	c->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	do
		ret = c->lock < 0 ? -1 : flock(c->lock, LOCK_EX);
	while (ret && errno == EINTR);
	if (ret) {
		ret = error_set(err, -errno, "%s: cannot be locked: %s", path, strerror(errno));
		cache_unlock(c);
		return ret;
	}
	remove_unfinished(c->dir);
	return 0;
}

void cache_unlock(struct cache *c)
{
	close_fd(&c->lock);
	c->lock = -1;
}

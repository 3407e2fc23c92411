/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The folder where kernels are kept that were fetched or unpacked: $XDG_CACHE_HOME/ptebench or
 * ~/.cache/ptebench.
 */
#ifndef VM_CACHE_H
#define VM_CACHE_H

#include "bench/util.h"

#include <limits.h>

struct cache {
	char dir[PATH_MAX];
	int lock; /* -1: not locked */
};

/* What folders not yet finished are called, for mkdtemp(). */
#define CACHE_UNFINISHED "new.XXXXXX"

/* Finds the folder, and makes it if there is none. A negative errno with @err. */
int cache_find(struct cache *cache, struct error *err);

/*
 * Waits until no other process writes to it, and removes what those left that were killed. A
 * negative errno with @err. cache_unlock() is fine without a lock.
 */
int cache_lock(struct cache *cache, struct error *err);
void cache_unlock(struct cache *cache);

/* @dir/@name to @path, PATH_MAX bytes. -ENAMETOOLONG with @err. */
int cache_join(char *path, const char *dir, const char *name, struct error *err);

/* rm -rf. */
void cache_remove(const char *path);

#endif

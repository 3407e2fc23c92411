// SPDX-License-Identifier: GPL-2.0-or-later
#include "folder.h"

#include "vm/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Compilers that a killed process left end within that. */
#define LOCK_TRIES    100
#define LOCK_PAUSE_NS 100000000

static int not_made(const char *path, int ret, struct error *err)
{
	return error_set(err, ret, "%.300s: cannot be made: %s (check space and permissions)", path,
			 strerror(-ret));
}

static int find_names(struct series *s, const char *results_dir, struct error *err)
{
	int ret = make_dirs(results_dir, 0755);
	_cleanup_free_ char *results = ret ? NULL : realpath(results_dir, NULL);
	size_t room = sizeof(s->results);

	if (!results)
		return not_made(results_dir, ret ? ret : -errno, err);
	if (strlen(results) >= room || strlen(s->o->vm.campaign) >= room / 2)
		return error_set(err, -ENAMETOOLONG, "%.100s...: too long a name (another folder)",
				 results);
	snprintf(s->results, sizeof(s->results), "%s", results);
	snprintf(s->dir, sizeof(s->dir), "%s/%s", results, s->o->vm.campaign);
	snprintf(s->tree, sizeof(s->tree), "%s/tree", s->dir);
	if (strpbrk(s->dir, ": \t\n"))
		return error_set(err, -EINVAL,
				 "%.300s: the kernel's make takes no folder with a blank or colon "
				 "in its name (%s)",
				 s->dir,
				 strpbrk(results, ": \t\n")
					 ? "PTEBENCH_RESULTS names another folder for results"
					 : "another --campaign");
	return 0;
}

/*
 * Children inherit it: as long as a compiler lives that writes there, nobody else is to.
 */
static int lock(struct series *s, struct error *err)
{
	struct timespec pause = {.tv_nsec = LOCK_PAUSE_NS};

	s->lock = open(s->dir, O_RDONLY | O_DIRECTORY);
	for (int i = 0; s->lock >= 0 && i < LOCK_TRIES; i++) {
		if (!flock(s->lock, LOCK_EX | LOCK_NB))
			return 0;
		if (errno != EWOULDBLOCK && errno != EINTR)
			break;
		nanosleep(&pause, NULL);
	}
	return error_set(err, -errno, "%s: cannot be locked: %s%s", s->dir, strerror(errno),
			 errno == EWOULDBLOCK ? " (another ptebench runs this series)" : "");
}

/* Whether it came as far as to be a series that can go on. */
static bool has_record(const struct series *s)
{
	char path[PATH_MAX];

	return cache_join(path, s->dir, "series.json", NULL) || !access(path, F_OK);
}

static int exists(const struct series *s, struct error *err)
{
	_cleanup_fd_ int fd = -1;

	if (has_record(s))
		return error_set(err, -EEXIST,
				 "%s: exists (--resume %s goes on with it; or another --campaign)",
				 s->dir, s->o->vm.campaign);
	fd = open(s->dir, O_RDONLY | O_DIRECTORY);
	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB))
		return error_set(err, -EEXIST,
				 "%.300s: exists: another ptebench begins this series", s->dir);
	return error_set(err, -EEXIST,
			 "%.300s: exists, and has no series.json: no series, or one that was "
			 "killed as it began (remove it, or another --campaign)",
			 s->dir);
}

int folder_open(struct series *s, const char *results_dir, struct error *err)
{
	int ret = find_names(s, results_dir, err);

	if (ret)
		return ret;
	if (s->o->vm.resume && access(s->dir, F_OK))
		return error_set(err, -ENOENT, "--resume %s: no such series: %s: %s",
				 s->o->vm.campaign, s->dir, strerror(errno));
	if (s->o->vm.resume && !has_record(s))
		return error_set(err, -EINVAL,
				 "%.300s: no series.json: no series that can go on (begin another)",
				 s->dir);
	if (!s->o->vm.resume && mkdir(s->dir, 0755))
		return errno == EEXIST ? exists(s, err) : not_made(s->dir, -errno, err);
	return lock(s, err);
}

void folder_close(struct series *s)
{
	if (s->lock < 0)
		return;
	if (!s->o->vm.resume && !has_record(s))
		cache_remove(s->dir);
	close_fd(&s->lock);
}

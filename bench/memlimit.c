// SPDX-License-Identifier: GPL-2.0-or-later
#include "memlimit.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int mem_available_bytes(int rootfd, uint64_t *bytes)
{
	_cleanup_free_ char *text = NULL;
	ssize_t len = read_all_at(rootfd, "proc/meminfo", &text);
	const char *line;
	uint64_t kib;

	if (len < 0)
		return (int)len;
	line = strstr(text, "MemAvailable:");
	if (!line || sscanf(line, "MemAvailable: %" SCNu64, &kib) != 1)
		return -EBADMSG;
	*bytes = kib << 10;
	return 0;
}

/* Page cache that the cgroup is charged for and that goes first when it needs room. */
static uint64_t reclaimable(int rootfd, const char *dir)
{
	_cleanup_free_ char *text = NULL;
	char path[PATH_MAX + 64];
	const char *line;
	uint64_t bytes;

	snprintf(path, sizeof(path), "%s/memory.stat", dir);
	if (read_all_at(rootfd, path, &text) < 0)
		return 0;
	/* v1 has the cgroup's own and, as total_inactive_file, that of its children too. */
	line = strstr(text, "\ntotal_inactive_file ");
	line = line ? line : strstr(text, "\ninactive_file ");
	return line && sscanf(line, " %*s %" SCNu64, &bytes) == 1 ? bytes : 0;
}

/* What one cgroup leaves; UINT64_MAX where it has no limit or no such files. */
static uint64_t cgroup_leaves(int rootfd, const char *dir, const char *limit_file,
			      const char *usage_file)
{
	char path[PATH_MAX + 64], text[32];
	uint64_t limit, usage, cache;

	snprintf(path, sizeof(path), "%s/%s", dir, limit_file);
	if (read_text_at(rootfd, path, text, sizeof(text)) <= 0 || parse_u64(text, &limit))
		return UINT64_MAX; /* "max" included */
	snprintf(path, sizeof(path), "%s/%s", dir, usage_file);
	if (read_text_at(rootfd, path, text, sizeof(text)) <= 0 || parse_u64(text, &usage))
		return UINT64_MAX;
	cache = reclaimable(rootfd, dir);
	usage -= cache < usage ? cache : usage;
	return limit > usage ? limit - usage : 0;
}

/* The least that @group and its ancestors leave. */
static uint64_t hierarchy_leaves(int rootfd, const char *mount, const char *group,
				 const char *limit_file, const char *usage_file)
{
	uint64_t least = UINT64_MAX;
	char dir[PATH_MAX];
	char *slash;

	if (snprintf(dir, sizeof(dir), "%s%s", mount, group) >= (int)sizeof(dir))
		return least;
	do {
		uint64_t left = cgroup_leaves(rootfd, dir, limit_file, usage_file);

		least = left < least ? left : least;
		slash = strrchr(dir, '/');
		if (slash)
			*slash = '\0';
	} while (slash && strlen(dir) >= strlen(mount));
	return least;
}

static uint64_t cgroups_leave(int rootfd)
{
	_cleanup_free_ char *text = NULL;
	uint64_t least = UINT64_MAX;
	char *save = NULL;

	if (read_all_at(rootfd, "proc/self/cgroup", &text) < 0)
		return least;
	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		char *controllers = strchr(line, ':'), *group = NULL;
		uint64_t left = UINT64_MAX;

		if (controllers)
			group = strchr(++controllers, ':');
		if (!group)
			continue;
		*group++ = '\0';
		if (!*controllers)
			left = hierarchy_leaves(rootfd, "sys/fs/cgroup", group, "memory.max",
						"memory.current");
		else if (!strcmp(controllers, "memory"))
			left = hierarchy_leaves(rootfd, "sys/fs/cgroup/memory", group,
						"memory.limit_in_bytes", "memory.usage_in_bytes");
		least = left < least ? left : least;
	}
	return least;
}

int mem_available(int rootfd, uint64_t *bytes, const char **limit)
{
	uint64_t free_bytes = 0, cgroup;
	int ret = mem_available_bytes(rootfd, &free_bytes);

	if (ret)
		return ret;
	cgroup = cgroups_leave(rootfd);
	*bytes = cgroup < free_bytes ? cgroup : free_bytes;
	*limit = cgroup < free_bytes ? "the cgroup's memory limit" : "MemAvailable";
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "check_parts.h"
#include "sysfile.h"
#include "thp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_thp(const struct check *c)
{
	return !faccessat(c->rootfd, THP_DIR "/enabled", F_OK, 0);
}

int check_thp(struct check *c)
{
	if (!has_thp(c))
		return check_add(c, "warn", "no transparent huge pages",
				 "cases on folios larger than the base page are skipped",
				 "build the kernel with CONFIG_TRANSPARENT_HUGEPAGE=y");
	/* Asks with the effective IDs, and sees a read-only mount, without writing. */
	if (faccessat(c->rootfd, THP_DIR "/enabled", W_OK, AT_EACCESS))
		return check_add(
			c, "warn", "THP settings not writable",
			"folio sizes that are not set already cannot be had",
			"run as root, and outside of containers: mount -o remount,rw /sys");
	return check_add(c, "ok", "transparent huge pages", "settings can be changed", NULL);
}

/* Some sizes are for shared memory alone; what cases need is `enabled`. */
int check_mthp(struct check *c)
{
	_cleanup_names_ char **sizes = NULL;
	int n = sysfile_list(c->rootfd, THP_DIR, "hugepages-", &sizes), usable = 0;
	char what[64];

	if (n < 0 || !has_thp(c))
		return n;
	for (int i = 0; i < n; i++) {
		char path[384];

		snprintf(path, sizeof(path), THP_DIR "/%s/enabled", sizes[i]);
		usable += !faccessat(c->rootfd, path, F_OK, 0);
	}
	if (!usable)
		return check_add(c, "warn", "no multi-size THP",
				 "cases on folios between base page and PMD are skipped",
				 "boot Linux 6.8 or later");
	snprintf(what, sizeof(what), "multi-size THP (%d sizes)", usable);
	return check_add(c, "ok", what, "folio sizes can be set one by one", NULL);
}

static bool read_status(const struct check *c, const char *key, char *buf, size_t size)
{
	_cleanup_free_ char *status = NULL;

	return read_all_at(c->rootfd, "proc/self/status", &status) >= 0 &&
	       sysfile_field(status, key, buf, size);
}

/* "Uid: real effective saved file-system" */
int check_root(struct check *c)
{
	char ids[128];
	unsigned int effective;

	if (!read_status(c, "Uid", ids, sizeof(ids)) || sscanf(ids, "%*u %u", &effective) != 1)
		return 0;
	if (!effective)
		return check_add(c, "ok", "root", "settings can be changed", NULL);
	return check_add(c, "warn", "not root",
			 "THP settings cannot be changed nor folios be verified",
			 "run as root: sudo ./run.sh");
}

/*
 * The root of a user namespace has all capabilities there, and none that counts for pagemap. Only
 * the first namespace maps all IDs.
 */
static bool in_user_namespace(const struct check *c)
{
	unsigned long length;
	char map[128];

	return read_text_at(c->rootfd, "proc/self/uid_map", map, sizeof(map)) > 0 &&
	       sscanf(map, "%*u %*u %lu", &length) == 1 && length != UINT32_MAX;
}

int check_pagemap(struct check *c)
{
	static const char why[] = "PFNs read as zero, so folios cannot be verified";
	char caps[32];

	if (!read_status(c, "CapEff", caps, sizeof(caps)))
		return 0;
	if (!(strtoull(caps, NULL, 16) >> CAP_SYS_ADMIN & 1))
		return check_add(c, "warn", "pagemap hides PFNs (no CAP_SYS_ADMIN)", why,
				 "run as root; give a container CAP_SYS_ADMIN");
	if (in_user_namespace(c))
		return check_add(c, "warn", "pagemap hides PFNs (user namespace)", why,
				 "run outside of rootless containers and user namespaces");
	return check_add(c, "ok", "pagemap shows PFNs", "folios can be verified", NULL);
}

int check_kpageflags(struct check *c)
{
	if (!faccessat(c->rootfd, "proc/kpageflags", F_OK, 0))
		return check_add(c, "ok", "/proc/kpageflags", "folios can be verified", NULL);
	return check_add(c, "warn", "no /proc/kpageflags", "folios cannot be verified",
			 "build the kernel with CONFIG_PROC_PAGE_MONITOR=y");
}

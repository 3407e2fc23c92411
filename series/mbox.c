// SPDX-License-Identifier: GPL-2.0-or-later
#include "mbox.h"

#include "worktree.h"

#include "vm/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What git noted of the patch that it is at, in .git/rebase-apply: "Subject: ...". */
static void subject_of(const char *dir, char *subject, size_t size)
{
	_cleanup_free_ char *info = NULL;
	char path[PATH_MAX];
	const char *found;

	subject[0] = '\0';
	if (cache_join(path, dir, ".git/rebase-apply/info", NULL) ||
	    read_all_at(AT_FDCWD, path, &info) < 0)
		return;
	found = strstr(info, "Subject: ");
	if (!found)
		return;
	found += strlen("Subject: ");
	snprintf(subject, size, "%.*s", (int)strcspn(found, "\n"), found);
	vm_printable(subject);
}

/* Which one of how many it was; 0: git did not come as far. */
static int number_of(const char *dir, const char *name)
{
	char path[PATH_MAX], text[32];

	snprintf(path, sizeof(path), "%s/.git/rebase-apply/%s", dir, name);
	return read_text_at(AT_FDCWD, path, text, sizeof(text)) < 0 ? 0 : atoi(text);
}

static int refuse(const char *dir, const char *mbox, const char *base, const char *complaint,
		  struct error *err)
{
	int nr = number_of(dir, "next"), last = number_of(dir, "last");
	char subject[80];

	if (!nr)
		return error_set(err, -EINVAL, "--mbox %.100s: %.300s (%s)", mbox, complaint,
				 strstr(complaint, "unknown option") ? GIT_NEEDED
								     : "a mailbox of patches");
	subject_of(dir, subject, sizeof(subject));
	return error_set(err, -EINVAL,
			 "--mbox %.100s: patch %d of %d, \"%s\", does not apply to %.12s: %.200s "
			 "(--base the commit that they were made on)",
			 mbox, nr, last, subject, base, complaint);
}

int mbox_apply(const char *dir, const char *mbox, struct range *range, struct error *err)
{
	_cleanup_free_ char *path = realpath(mbox, NULL);
	const char *base = range->list[0].commit;
	char option[128];
	const char *const am[] = {"am",           "--quiet", "--committer-date-is-author-date",
				  "--empty=drop", path,      NULL};
	struct error why = {""};
	int ret;

	if (!path || access(path, R_OK))
		return error_set(err, -errno, "--mbox %.100s: %s (a mailbox of patches)", mbox,
				 strerror(errno));
	ret = worktree_checkout(dir, base, err);
	if (ret)
		return ret;
	if (git_own(dir, am, NULL, &why))
		return refuse(dir, mbox, base, why.text, err);
	snprintf(option, sizeof(option), "--mbox %.100s", mbox);
	return range_append(git_own, dir, option, "HEAD", range, err);
}

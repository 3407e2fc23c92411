/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs git: in the user's tree, where it only reads, and in the tree of a series.
 */
#ifndef SERIES_GIT_H
#define SERIES_GIT_H

#include "bench/util.h"

#define GIT_NEEDED "git 2.35 or newer"

#define GIT_HASH_MAX 65 /* SHA-256's digits, and NUL */

/*
 * Takes out of the environment what would lead git elsewhere, as where `git rebase --exec` or a
 * hook started this program, and make to other options than those it is given; and keeps git from
 * fetching what a partial clone lacks into it: before git 2.45 but for what is at a file:// URL.
 */
void git_clean_environment(void);

typedef int git_runner(const char *tree, const char *const args[], char **output,
		       struct error *err);

/*
 * `git ARGUMENT...` with the user's @tree as the current folder, and without the locks that
 * even reading commands take where they can. @args ends with NULL; as command_run().
 */
git_runner git_read;

/*
 * The same in the work tree @tree whose repository is @tree/.git and no other, without hooks,
 * signatures or anything that goes on in the background, and with ptebench as committer.
 */
git_runner git_own;

/*
 * The commit that @revision names in @tree, to @hash, GIT_HASH_MAX bytes. -ENOENT with @err, of
 * which @option is the beginning.
 */
int git_resolve(const char *tree, const char *option, const char *revision, char *hash,
		struct error *err);

#endif

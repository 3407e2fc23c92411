// SPDX-License-Identifier: GPL-2.0-or-later
#include "worktree.h"

#include "vm/cache.h"
#include "vm/command.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* What `git rev-parse` says of the user's tree, to @answer, PATH_MAX bytes. */
static int ask(const char *tree, const char *question, const char *more, char *answer,
	       struct error *err)
{
	const char *const args[] = {"rev-parse", "--path-format=absolute", question, more, NULL};
	_cleanup_free_ char *output = NULL;
	struct error why = {""};

	if (git_read(tree, args, &output, &why))
		return error_set(err, -EIO, "--tree %.100s: %.300s (" GIT_NEEDED ")", tree,
				 why.text);
	/* What git does not know it says back. */
	if (!strncmp(output, "--", 2))
		return error_set(err, -EIO, "git: does not know %.*s (" GIT_NEEDED ")",
				 (int)strcspn(output, "\n"), output);
	output[strcspn(output, "\n")] = '\0';
	snprintf(answer, PATH_MAX, "%s", output);
	return 0;
}

static int not_there(const char *dir, const char *commit, const char *what, const struct error *why,
		     int ret, struct error *err)
{
	return error_set(err, ret,
			 "%s: %.12s: cannot be %s: %.300s (check space and "
			 "permissions, and that the tree lacks nothing: git fsck)",
			 dir, commit, what, why->text);
}

static int write_line(const char *dir, const char *name, const char *text, struct error *err)
{
	_cleanup_free_ char *line = NULL;
	char path[PATH_MAX];
	int ret = cache_join(path, dir, name, err);
	int len = ret ? -1 : asprintf(&line, "%s\n", text);

	if (ret)
		return ret;
	ret = len < 0 ? -ENOMEM : write_file_atomic(path, line, (size_t)len, 0644);
	return ret ? error_set(err, ret, "%s: cannot be written: %s (check space and permissions)",
			       path, strerror(-ret))
		   : 0;
}

/* Nothing that only reads writes to what is borrowed. */
static int borrow(const char *user_tree, const char *dir, struct error *err)
{
	char path[PATH_MAX];
	int ret = ask(user_tree, "--git-path", "objects", path, err);

	return ret ? ret : write_line(dir, ".git/objects/info/alternates", path, err);
}

int worktree_fetch(const char *user_tree, const char *dir, const char *commit, struct error *err)
{
	const char *const find[] = {"cat-file", "-e", commit, NULL};
	char path[PATH_MAX];
	const char *const fetch[] = {"fetch", "--quiet", "--no-tags", "--depth=1",
				     path,    commit,    NULL};
	struct error why = {""};
	int ret;

	if (!git_own(dir, find, NULL, NULL))
		return 0;
	ret = ask(user_tree, "--git-common-dir", NULL, path, err);
	if (ret)
		return ret;
	ret = git_own(dir, fetch, NULL, &why);
	return ret ? not_there(dir, commit, "fetched", &why, ret, err) : 0;
}

/* A killed git leaves its lock, and patches that it was applying. */
static void remove_leftovers(const char *dir)
{
	static const char *const leftovers[] = {".git/index.lock", ".git/HEAD.lock",
						".git/config.lock", ".git/shallow.lock",
						".git/rebase-apply"};
	char path[PATH_MAX];

	for (size_t i = 0; i < ARRAY_SIZE(leftovers); i++)
		if (!cache_join(path, dir, leftovers[i], NULL))
			cache_remove(path);
}

int worktree_prepare(const char *user_tree, const char *dir, bool writes, struct error *err)
{
	char format[PATH_MAX], option[PATH_MAX + 32];
	const char *const init[] = {"git", "init", "--quiet", "--template=", option, dir, NULL};
	struct error why = {""};
	int ret = ask(user_tree, "--show-object-format", NULL, format, err);

	if (ret)
		return ret;
	snprintf(option, sizeof(option), "--object-format=%s", format);
	ret = command_run(init, NULL, NULL, &why);
	if (ret)
		return error_set(err, ret,
				 "%s: cannot be made: %.300s (check space and "
				 "permissions)",
				 dir, why.text);
	remove_leftovers(dir);
	return writes ? 0 : borrow(user_tree, dir, err);
}

int worktree_checkout(const char *dir, const char *commit, struct error *err)
{
	const char *const checkout[] = {"checkout", "--quiet", "--force", "--detach", commit, NULL};
	const char *const clean[] = {"clean", "--quiet", "-ffdx", "-e", "/" WORKTREE_OBJECTS "/",
				     NULL};
	struct error why = {""};
	int ret = git_own(dir, checkout, NULL, &why);

	if (!ret)
		ret = git_own(dir, clean, NULL, &why);
	return ret ? not_there(dir, commit, "checked out", &why, ret, err) : 0;
}

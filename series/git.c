// SPDX-License-Identifier: GPL-2.0-or-later
#include "git.h"

#include "vm/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ARGUMENTS 32

/* Those of git: `git rev-parse --local-env-vars`, and who commits. */
static const char *const misleading[] = {
	"GIT_ALTERNATE_OBJECT_DIRECTORIES",
	"GIT_COMMITTER_DATE",
	"GIT_COMMITTER_EMAIL",
	"GIT_COMMITTER_NAME",
	"GIT_COMMON_DIR",
	"GIT_DIR",
	"GIT_GRAFT_FILE",
	"GIT_IMPLICIT_WORK_TREE",
	"GIT_INDEX_FILE",
	"GIT_INTERNAL_SUPER_PREFIX",
	"GIT_NAMESPACE",
	"GIT_OBJECT_DIRECTORY",
	"GIT_PREFIX",
	"GIT_REPLACE_REF_BASE",
	"GIT_SHALLOW_FILE",
	"GIT_WORK_TREE",
	/* Those of make and of the kernel's build. */
	"KBUILD_OUTPUT",
	"KCONFIG_ALLCONFIG",
	"KCONFIG_CONFIG",
	"LLVM",
	"MAKEFLAGS",
	"MAKELEVEL",
	"MFLAGS",
};

void git_clean_environment(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(misleading); i++)
		unsetenv(misleading[i]);
	/* What a partial clone lacks would be written to it; by git before 2.45 from elsewhere. */
	setenv("GIT_NO_LAZY_FETCH", "1", 1);
	setenv("GIT_ALLOW_PROTOCOL", "file", 1);
}

/* @prefix and @args, both ended by NULL, one after the other. */
static int run(const char *const *prefix, const char *const *args, const char *dir, char **output,
	       struct error *err)
{
	const char *argv[MAX_ARGUMENTS];
	size_t nr = 0;

	while (*prefix)
		argv[nr++] = *prefix++;
	while (*args && nr + 1 < MAX_ARGUMENTS)
		argv[nr++] = *args++;
	argv[nr] = NULL;
	return command_run(argv, dir, output, err);
}

int git_read(const char *tree, const char *const args[], char **output, struct error *err)
{
	const char *const prefix[] = {"git", "--no-optional-locks", "-C", tree, NULL};

	return run(prefix, args, NULL, output, err);
}

int git_own(const char *dir, const char *const args[], char **output, struct error *err)
{
	static const char *const prefix[] = {
		"git",
		"--git-dir=.git",
		"--work-tree=.",
		"-c",
		"core.hooksPath=/dev/null",
		"-c",
		"gc.auto=0",
		"-c",
		"maintenance.auto=false",
		"-c",
		"core.fsmonitor=false",
		"-c",
		"commit.gpgSign=false",
		"-c",
		"user.name=ptebench",
		"-c",
		"user.email=ptebench@localhost",
		NULL,
	};

	return run(prefix, args, dir, output, err);
}

int git_resolve(const char *tree, const char *option, const char *revision, char *hash,
		struct error *err)
{
	_cleanup_free_ char *output = NULL, *commit = NULL;

	if (asprintf(&commit, "%s^{commit}", revision) < 0)
		return error_set(err, -ENOMEM, "series: not enough memory (free some)");
	const char *const args[] = {"rev-parse",        "--verify", "--quiet",
				    "--end-of-options", commit,     NULL};
	if (git_read(tree, args, &output, NULL))
		return error_set(err, -ENOENT,
				 "%s: %.100s: names no commit, or more than one, in %.100s (a "
				 "branch, a tag or a hash of that tree)",
				 option, *revision ? revision : "(nothing)", tree);
	output[strcspn(output, "\n")] = '\0';
	snprintf(hash, GIT_HASH_MAX, "%s", output);
	return 0;
}

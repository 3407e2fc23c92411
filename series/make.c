// SPDX-License-Identifier: GPL-2.0-or-later
#include "make.h"

#include "logged.h"
#include "tools.h"
#include "worktree.h"

#include "vm/command.h"

/* Any will do, as long as it is one for all. */
#define BUILD_TIME "Thu Jan  1 00:00:00 UTC 1970"

int make_target(const struct series *s, const struct series_step *step, const char *target,
		struct error *err)
{
	const char *prefix = tools_prefix(s->o->arch);
	char jobs[24], arch[24], cross[64], compiler[96], version[64], log[PATH_MAX];
	const char *const argv[] = {
		"make",
		"--silent",
		jobs,
		"O=" WORKTREE_OBJECTS,
		arch,
		cross,
		compiler,
		/* Without it a "+" is added for a tree that is at no tag. */
		"LOCALVERSION=",
		"KBUILD_BUILD_TIMESTAMP=" BUILD_TIME,
		"KBUILD_BUILD_USER=ptebench",
		"KBUILD_BUILD_HOST=ptebench",
		version,
		target,
		NULL,
	};

	snprintf(jobs, sizeof(jobs), "--jobs=%u", s->o->jobs);
	snprintf(arch, sizeof(arch), "ARCH=%s", s->o->arch == VM_ARM64 ? "arm64" : "x86_64");
	snprintf(cross, sizeof(cross), "CROSS_COMPILE=%s", prefix);
	snprintf(compiler, sizeof(compiler), "CC=%s%sgcc",
		 command_exists("ccache") ? "ccache " : "", prefix);
	snprintf(version, sizeof(version), "KBUILD_BUILD_VERSION=%s", step->label);
	return logged_run(argv, s->tree, series_path(s, step, "build.log", log), s->stop_fd, err);
}

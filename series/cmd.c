// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd.h"

#include "boots.h"
#include "build.h"
#include "configure.h"
#include "folder.h"
#include "mbox.h"
#include "record.h"
#include "tools.h"
#include "worktree.h"

#include "bench/stop.h"
#include "vm/campaign.h"
#include "vm/guests.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum {
	STATUS_BAD = 3
};

/* As git names the tree that it does not trust, whose it is; NULL: it is none of that. */
static const char *untrusted(const char *complaint, int *len)
{
	const char *path = strchr(complaint, '\'');

	if (!path || (!strstr(complaint, "dubious ownership") &&
		      !strstr(complaint, "unsafe repository"))) /* before 2.36 */
		return NULL;
	*len = (int)strcspn(path + 1, "'");
	return path + 1;
}

static int check_tree(const char *tree, struct error *err)
{
	static const char *const args[] = {"rev-parse", "--git-dir", NULL};
	struct error why = {""};
	int ret = git_read(tree, args, NULL, &why), len;
	const char *path;

	if (!ret)
		return 0;
	path = untrusted(why.text, &len);
	if (path)
		return error_set(err, ret,
				 "--tree %.200s: another user's (git config --global --add "
				 "safe.directory '%.*s')",
				 tree, len, path);
	return error_set(err, ret,
			 "--tree %.200s: %.300s (a git tree of Linux; of unpacked sources it "
			 "becomes one by git init, git add -Af and git commit)",
			 tree, why.text);
}

/* It is only read, so what is elsewhere cannot be had. */
static void tell_partial(const struct series *s)
{
	static const char *const args[] = {"config", "--get-regexp", "^remote\\..*\\.promisor$",
					   "^true$", NULL};

	if (!git_read(s->o->tree, args, NULL, NULL))
		fprintf(s->log,
			"ptebench: --tree %s: a partial clone: what it may lack is not fetched "
			"(git fetch --refetch --no-filter in it makes it whole)\n",
			s->o->tree);
}

/* Linux, as far as a series needs it. */
static int check_linux(const struct series *s, struct error *err)
{
	const char *commit = s->range.list[0].commit, *tree = s->o->tree;
	const char *arch = s->o->arch == VM_ARM64 ? "arch/arm64/Kconfig" : "arch/x86/Kconfig";
	const char *const files[] = {"Makefile", "Kconfig", "scripts/kconfig/merge_config.sh",
				     arch};

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		const char *const args[] = {"ls-tree", "--full-tree", "--name-only",
					    commit,    files[i],      NULL};
		_cleanup_free_ char *output = NULL;

		if (git_read(tree, args, &output, NULL) || !*output)
			return error_set(err, -EINVAL,
					 "--tree %.200s: no %s in %.12s (a tree of Linux with "
					 "the architecture %s, 3.17 or newer)",
					 tree, files[i], commit, vm_arch_name(s->o->arch));
	}
	return 0;
}

/* All that can be refused before anything is written. */
static int look(struct series *s, struct error *err)
{
	const struct kernel_image kernel = {.arch = s->o->arch};
	char base[GIT_HASH_MAX];
	int ret = tools_check(err);

	if (!ret)
		ret = check_tree(s->o->tree, err);
	if (!ret)
		tell_partial(s);
	if (!ret && s->o->range)
		ret = range_list(s->o->tree, s->o->range, &s->range, err);
	if (!ret && s->o->mbox) {
		ret = git_resolve(s->o->tree, "--base", s->o->base, base, err);
		if (!ret)
			ret = range_begin(s->o->tree, base, &s->range, err);
	}
	if (!ret)
		ret = check_linux(s, err);
	if (!ret)
		ret = configure_prepare(s, err);
	if (!ret)
		ret = vm_check(&kernel, s->o->vm.accel, err);
	/* May install the compiler too. */
	if (!ret)
		ret = guests_prepare(s->o->arch, err);
	return ret ? ret : tools_compiler(s->o->arch, s->compiler, sizeof(s->compiler), err);
}

static void tell_series(const struct series *s)
{
	fprintf(s->log, "ptebench: %zu commit%s on %.12s for %s, by %s, from %s; in %s\n",
		s->range.nr - 1, s->range.nr == 2 ? "" : "s", s->range.list[0].commit,
		vm_arch_name(s->o->arch), s->compiler, s->config ? s->o->config : "tinyconfig",
		s->dir);
	for (size_t i = 1; i < s->range.nr; i++)
		if (s->range.list[i].merge)
			fprintf(s->log,
				"ptebench: %s: a merge: followed by its first parent, and all "
				"that it merged is its change\n",
				s->range.list[i].label);
}

/* The folder and the tree in it, with the patches applied. */
static int prepare(struct series *s, const char *results_dir, struct error *err)
{
	int ret = folder_open(s, results_dir, err);

	s->stop_fd = ret ? -1 : stop_signals();
	if (!ret && s->stop_fd < 0)
		ret = error_set(err, -errno, "series: signalfd: %s", strerror(errno));
	if (!ret)
		ret = worktree_prepare(s->o->tree, s->tree, s->o->mbox, err);
	if (!ret && s->o->mbox)
		ret = worktree_fetch(s->o->tree, s->tree, s->range.list[0].commit, err);
	if (!ret && s->o->mbox)
		ret = mbox_apply(s->tree, s->o->mbox, &s->range, err);
	if (ret)
		return ret;
	s->booted = boots_begun(s);
	if (s->o->vm.resume)
		ret = series_record_resume(s, err);
	if (!ret)
		tell_series(s);
	if (!ret)
		ret = series_record_write(s, err);
	s->recorded = !ret;
	return ret;
}

static int build(struct series *s, size_t at, struct error *err)
{
	struct series_step *step = &s->range.list[at];
	int ret;

	if (step->failure || build_is_done(s, step)) {
		fprintf(s->log, "ptebench: kernel %zu of %zu: %s: %s\n", at + 1, s->range.nr,
			step->label, step->failure ? step->failure : "built already");
		return 0;
	}
	fprintf(s->log, "ptebench: %s: building: %s\n", step->label, step->subject);
	ret = build_step(s, step, err);
	if (!ret)
		ret = series_record_write(s, err);
	if (ret)
		return ret;
	if (!at && step->failure)
		return error_set(err, -EINVAL,
				 "%s: the base: %s (another base, or what it lacks to be built; "
				 "then --resume %s)",
				 step->label, step->failure, s->o->vm.campaign);
	if (!step->failure)
		fprintf(s->log, "ptebench: kernel %zu of %zu: %s: built in %.0f s\n", at + 1,
			s->range.nr, step->label, step->seconds);
	return 0;
}

static int build_all(struct series *s, struct error *err)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < s->range.nr; i++)
		ret = build(s, i, err);
	return ret;
}

/* The signal that came, or 0; from here on signals end the process again. */
static int take_signal(struct series *s)
{
	struct signalfd_siginfo info;
	int signo = 0;

	if (s->stop_fd < 0)
		return 0;
	if (read(s->stop_fd, &info, sizeof(info)) == sizeof(info))
		signo = (int)info.ssi_signo;
	close_fd(&s->stop_fd);
	s->stop_fd = -1;
	stop_release();
	return signo;
}

static int run(struct series *s, const char *results_dir, int *signo, struct error *err)
{
	int ret = look(s, err);

	if (ret)
		return STATUS_BAD;
	ret = prepare(s, results_dir, err);
	if (!ret)
		ret = build_all(s, err);
	*signo = take_signal(s);
	if (!ret && !*signo)
		return boots_run(s, signo, err);
	if (*signo) /* what failed was what it ended */
		err->text[0] = '\0';
	else if (s->recorded)
		fprintf(s->log, "ptebench: stopped; the same command with --resume %s goes on\n",
			s->o->vm.campaign);
	return STATUS_BAD;
}

static void clean_up(struct series *s)
{
	folder_close(s);
	range_free(&s->range);
	free(s->config);
	free(s->fragment);
}

int series_main(int argc, char **argv, const char *results_dir, int *signo, struct error *err)
{
	__attribute__((cleanup(series_options_free))) struct series_options options = {0};
	struct series *s = calloc(1, sizeof(*s));
	char name[64];
	int status;

	*signo = 0;
	git_clean_environment();
	if (!s || series_options_parse(argc, argv, &options, err)) {
		free(s);
		return STATUS_BAD;
	}
	if (options.help) {
		series_print_help();
		free(s);
		return 0;
	}
	if (!options.vm.campaign)
		options.vm.campaign = campaign_name_of_now("series", name, sizeof(name));
	s->o = &options;
	s->log = stderr;
	s->lock = s->stop_fd = -1;
	status = run(s, results_dir, signo, err);
	clean_up(s);
	if (*signo)
		fprintf(stderr,
			"ptebench: interrupted; the same command with --resume %s goes on\n",
			options.vm.campaign);
	free(s);
	return status;
}

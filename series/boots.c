// SPDX-License-Identifier: GPL-2.0-or-later
#include "boots.h"

#include "build.h"

#include "compare/steps.h"
#include "vm/campaign.h"
#include "vm/explain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	STATUS_UNKNOWN = 2,
	STATUS_BAD = 3
};

/* Beside series.json, so that nothing of a series is in the way of an arm. */
#define BOOTS "boots"

static const char *boots_path(const struct series *s, const char *name, char *path)
{
	snprintf(path, PATH_MAX, "%s/" BOOTS "%s%s", s->dir, *name ? "/" : "", name);
	return path;
}

bool boots_begun(const struct series *s)
{
	char path[PATH_MAX];

	return !access(boots_path(s, "campaign.json", path), F_OK);
}

/* The arms of @options: those that have a kernel. Their paths are in @paths, PATH_MAX bytes each.
 * Which step each is, in @step_of. */
static int fill_arms(const struct series *s, char (*paths)[PATH_MAX], size_t *step_of,
		     struct error *err)
{
	struct vm_options *vm = &s->o->vm;

	free(vm->kernels[0].label); /* what stood for a kernel when options were parsed */
	vm->nr_kernels = 0;
	for (size_t i = 0; i < s->range.nr; i++) {
		const struct series_step *step = &s->range.list[i];
		struct vm_kernel *kernel = &vm->kernels[vm->nr_kernels];

		if (step->failure)
			continue;
		kernel->label = strdup(step->label);
		if (!kernel->label)
			return error_set(err, -ENOMEM, "series: not enough memory (free some)");
		kernel->image = series_path(s, step, series_image_name(s->o->arch), paths[i]);
		/* Its change alone, not that of one before it too which was not built. */
		kernel->title = i && s->range.list[i - 1].failure ? NULL : step->subject;
		step_of[vm->nr_kernels++] = i;
	}
	return 0;
}

/* What did not come back has no arm: says so. Returns how many commits have none. */
static size_t fill_rows(struct series *s, const struct campaign_outcome *outcome,
			const size_t *step_of, char (*dirs)[PATH_MAX], struct step *rows)
{
	size_t nr = 0, arm = 0;

	for (size_t i = 0; i < s->range.nr; i++) {
		struct series_step *step = &s->range.list[i];
		bool booted = arm < s->o->vm.nr_kernels && step_of[arm] == i;

		if (booted && outcome->empty[arm++] &&
		    asprintf(&step->failure, "gave no result: see %s/consoles/%s-block-00.log",
			     outcome->dir, step->label) < 0)
			step->failure = NULL;
		rows[i] = (struct step){
			.id = step->commit,
			.subject = step->subject,
			.failure = step->failure,
		};
		if (!step->failure)
			rows[i].arm = boots_path(s, step->label, dirs[i]);
		nr += !!step->failure;
	}
	return nr;
}

static int print_table(struct series *s, const struct step *rows, struct error *err)
{
	const struct vm_arguments *more = &s->o->vm.compare;
	_cleanup_free_ char **argv = calloc(more->nr + 2, sizeof(*argv));
	int argc = 0;

	if (!argv) {
		error_set(err, -ENOMEM, "series: not enough memory (free some)");
		return STATUS_BAD;
	}
	argv[argc++] = "compare";
	for (size_t i = 0; i < more->nr; i++)
		argv[argc++] = more->list[i];
	return steps_main(rows, s->range.nr, argc, argv, err);
}

static int conclude(struct series *s, const struct campaign_outcome *outcome, const size_t *step_of,
		    struct error *err)
{
	_cleanup_free_ char(*dirs)[PATH_MAX] = calloc(s->range.nr, sizeof(*dirs));
	_cleanup_free_ struct step *rows = calloc(s->range.nr, sizeof(*rows));
	struct error why;
	size_t without;
	int status;

	if (!dirs || !rows) {
		error_set(err, -ENOMEM, "series: not enough memory (free some)");
		return STATUS_BAD;
	}
	without = fill_rows(s, outcome, step_of, dirs, rows);
	if (outcome->nr_missing)
		fprintf(s->log,
			"ptebench: %zu of %zu boots are MISSING; the same command with --resume %s "
			"tries them again\n",
			outcome->nr_missing, outcome->nr_boots, s->o->vm.campaign);
	fprintf(s->log, "ptebench: results: %s\n", outcome->dir);
	if (rows[0].failure) {
		fprintf(s->log, "ptebench: %s: %s; without the base there is nothing to compare\n",
			s->range.list[0].label, rows[0].failure);
		return STATUS_UNKNOWN;
	}
	status = print_table(s, rows, err);
	/* Also of what cannot be compared; the first error is the one to tell. */
	if (s->o->vm.explain &&
	    explain_after(&s->o->vm, outcome, true, status == STATUS_BAD ? &why : err))
		return STATUS_BAD;
	/* A commit without a figure is none to pass. */
	return (without || outcome->nr_missing) && !status ? STATUS_UNKNOWN : status;
}

int boots_run(struct series *s, int *signo, struct error *err)
{
	_cleanup_free_ char(*paths)[PATH_MAX] = calloc(s->range.nr, sizeof(*paths));
	struct vm_options *vm = &s->o->vm;
	const char *name = vm->campaign;
	char campaign[PATH_MAX], path[PATH_MAX];
	struct campaign_outcome outcome;
	size_t step_of[VM_MAX_ARMS];
	int ret = paths ? fill_arms(s, paths, step_of, err)
			: error_set(err, -ENOMEM, "series: not enough memory (free some)");

	if (ret)
		return STATUS_BAD;
	vm->resume = boots_begun(s);
	/* One killed before it had a record has nothing else in it. */
	if (!vm->resume) {
		unlink(boots_path(s, "campaign.json.tmp", path));
		rmdir(boots_path(s, "", path));
	}
	/* As messages are to name it. */
	snprintf(campaign, sizeof(campaign), "%s/" BOOTS, name);
	vm->campaign = campaign;
	ret = campaign_run(vm, s->results, s->log, &outcome, err);
	vm->campaign = name;
	if (ret)
		return STATUS_BAD;
	*signo = outcome.signal;
	return outcome.signal ? STATUS_BAD : conclude(s, &outcome, step_of, err);
}

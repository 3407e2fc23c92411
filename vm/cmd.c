// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd.h"

#include "campaign.h"
#include "explain.h"

#include "compare/cmd.h"
#include "compare/summary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* `compare` of the arms that have results, the first one being the baseline. */
static int compare_arms(const struct vm_options *o, const struct campaign_outcome *outcome,
			struct error *err)
{
	_cleanup_free_ char(*arms)[PATH_MAX + 128] = calloc(o->nr_kernels, sizeof(*arms));
	_cleanup_free_ char **argv = calloc(o->nr_kernels + o->compare.nr + 2, sizeof(*argv));
	int argc = 0;

	if (!argv || !arms) {
		error_set(err, -ENOMEM, "vm: not enough memory (free some)");
		return STATUS_BAD;
	}
	argv[argc++] = "compare";
	for (size_t i = 0; i < o->nr_kernels; i++) {
		if (outcome->empty[i])
			continue;
		snprintf(arms[i], sizeof(arms[i]), "%s/%s", outcome->dir, o->kernels[i].label);
		argv[argc++] = arms[i];
	}
	for (size_t i = 0; i < o->compare.nr; i++)
		argv[argc++] = o->compare.list[i];
	return compare_main(argc, argv, NULL, err);
}

/* Without a baseline, or beside nothing, there is nothing to compare: one result is shown. */
static int show_example(const struct campaign_outcome *outcome, size_t nr_arms, struct error *err)
{
	if (!outcome->example[0])
		return 0;
	fprintf(stderr, "ptebench: %s, so nothing to compare; the first of its boots:\n",
		nr_arms == 1 ? "one kernel" : "the baseline is MISSING");
	return summary_print(stdout, outcome->example, err);
}

static size_t count_empty(const struct vm_options *o, const struct campaign_outcome *outcome)
{
	size_t nr = 0;

	for (size_t i = 0; i < o->nr_kernels; i++) {
		nr += outcome->empty[i];
		if (outcome->empty[i])
			fprintf(stderr, "ptebench: %s: MISSING: no boot of it came back\n",
				o->kernels[i].label);
	}
	return nr;
}

static int explain_arms(const struct vm_options *o, const struct campaign_outcome *outcome,
			struct error *err)
{
	if (o->nr_kernels == 1) {
		fprintf(stderr,
			"ptebench: one kernel, so nothing to explain; its functions: %s/%s/%s.json\n",
			outcome->dir, CAMPAIGN_COUNTS, o->kernels[0].label);
		return 0;
	}
	return explain_after(o, outcome, vm_options_has(&o->compare, "--step"), err);
}

static int conclude(const struct vm_options *o, const struct campaign_outcome *outcome,
		    struct error *err)
{
	size_t empty = count_empty(o, outcome);
	struct error why;
	int status;

	if (outcome->empty[0] || o->nr_kernels - empty < 2)
		status = show_example(outcome, o->nr_kernels - empty, err) ? STATUS_BAD : 0;
	else
		status = compare_arms(o, outcome, err);
	/* Also of what cannot be compared; the first error is the one to tell. */
	if (o->explain && explain_arms(o, outcome, status == STATUS_BAD ? &why : err))
		status = STATUS_BAD;
	/* A kernel that fails to come back is no kernel to pass. */
	return outcome->nr_missing && !status ? STATUS_UNKNOWN : status;
}

/* Before there are boots, there is nothing to go on with. */
static void tell_resume(const char *what, const struct vm_options *o,
			const struct campaign_outcome *outcome)
{
	if (outcome->nr_boots)
		fprintf(stderr, "ptebench: %s; the same command with --resume %s goes on\n", what,
			o->campaign);
}

static void tell_end(const struct vm_options *o, const struct campaign_outcome *outcome)
{
	if (outcome->nr_missing)
		fprintf(stderr,
			"ptebench: %zu of %zu boots are MISSING; the same command with --resume %s "
			"tries them again\n",
			outcome->nr_missing, outcome->nr_boots, o->campaign);
	fprintf(stderr, "ptebench: results: %s\n", outcome->dir);
}

int cmd_run_campaign(const char *verb, struct vm_options *options, const char *results_dir,
		     cmd_conclude_fn *conclude_it, int *signo, struct error *err)
{
	struct campaign_outcome outcome;
	char name[64];

	if (!options->campaign)
		options->campaign = campaign_name_of_now(verb, name, sizeof(name));
	if (campaign_run(options, results_dir, stderr, &outcome, err)) {
		/* Why it stopped comes before what to do then. */
		fprintf(stderr, "ptebench: %s\n", err->text);
		err->text[0] = '\0';
		tell_resume("stopped", options, &outcome);
		return STATUS_BAD;
	}
	*signo = outcome.signal;
	if (outcome.signal) {
		tell_resume("interrupted", options, &outcome);
		return STATUS_BAD;
	}
	tell_end(options, &outcome);
	return conclude_it(options, &outcome, err);
}

int vm_main(int argc, char **argv, const char *results_dir, int *signo, struct error *err)
{
	__attribute__((cleanup(vm_options_free))) struct vm_options options = {0};

	*signo = 0;
	if (vm_options_parse(argc, argv, &options, err))
		return STATUS_BAD;
	if (options.help) {
		vm_print_help();
		return 0;
	}
	return cmd_run_campaign("vm", &options, results_dir, conclude, signo, err);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef VM_CMD_H
#define VM_CMD_H

#include "campaign.h"

enum {
	STATUS_UNKNOWN = 2, /* something is missing */
	STATUS_BAD = 3
};

/* Says what came out of a campaign that ran to its end; returns the exit status. */
typedef int cmd_conclude_fn(const struct vm_options *o, const struct campaign_outcome *outcome,
			    struct error *err);

/*
 * What verbs that boot kernels have in common: runs the campaign of @options, named after @verb
 * unless it has a name, and says on standard error how it goes on if it was stopped. If not,
 * @conclude's is the last word. Returns the exit status; *@signo and @err as of vm_main().
 */
int cmd_run_campaign(const char *verb, struct vm_options *options, const char *results_dir,
		     cmd_conclude_fn *conclude, int *signo, struct error *err);

/*
 * `ptebench vm`: see vm_print_help(). Returns the exit status; text for people goes to standard
 * error, the comparison to standard output. @err has text where something went wrong. *@signo: the
 * signal that ended it, or 0.
 */
int vm_main(int argc, char **argv, const char *results_dir, int *signo, struct error *err);

#endif

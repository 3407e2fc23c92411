/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A campaign: each kernel booted in each block, the results collected.
 *
 * RESULTS/CAMPAIGN/
 *   campaign.json                    kernels, seed, options: what --resume holds new ones to
 *   LABEL/block-00-position-0.json   a result file per boot
 *   counts/LABEL.json                with --explain: a result file whose workers have `functions`
 *   consoles/...log                  QEMU's command and the console of each boot
 *
 * Iteration counts are those of the first boot that had the row, for all that come after it, so the
 * first boots of all arms come one after the other. Boots are from copies of the kernels, which may
 * be built again meanwhile. Else, guests do not disturb one another under
 * the instruction clock, so that as many run side by side as there are CPUs and memory; with any
 * other clock, one at a time. A boot that fails is repeated once.
 */
#ifndef VM_CAMPAIGN_H
#define VM_CAMPAIGN_H

#include "options.h"

#define CAMPAIGN_COUNTS "counts"

struct campaign_outcome {
	char dir[PATH_MAX];          /* the campaign's folder */
	size_t nr_boots, nr_missing; /* wanted, and failed twice */
	bool empty[VM_MAX_ARMS];     /* no boot of that kernel came back */
	char example[PATH_MAX];      /* a result file; "": there is none */
	int signal;                  /* that ended it early; 0: none */
};

/* "vm-20261130T211504Z" for the verb "vm". Returns @buf. */
const char *campaign_name_of_now(const char *verb, char *buf, size_t size);

/*
 * Runs it, with lines on @log. 0 if it ran to its end, whatever boots failed, or was ended by a
 * signal; else, where a boot could not even be started or its result not be kept, a negative errno
 * with @err. No guest is left in any case, and @options has what --resume took over.
 */
int campaign_run(struct vm_options *options, const char *results_dir, FILE *log,
		 struct campaign_outcome *outcome, struct error *err);

#endif

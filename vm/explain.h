/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The end of a campaign with counted boots: which functions make the kernels differ. */
#ifndef VM_EXPLAIN_H
#define VM_EXPLAIN_H

#include "campaign.h"

/* Labels of two kernels of the campaign, and what the second is: NULL, the label says it. */
struct explain_pair {
	const char *base, *here, *title;
};

/*
 * Writes what compare/explain.h says of each of the @nr pairs to explain.txt in the campaign's
 * folder @dir, and to @f (NULL: nowhere else), after an empty line where it is @below other text. A
 * kernel that was not counted is told of there.
 * *@left (may be NULL) is the number of cases, and pairs, left unexplained. 0, or a negative errno
 * with @err.
 */
int explain_campaign(const char *dir, const struct explain_pair *pairs, size_t nr, FILE *f,
		     bool below, size_t *left, struct error *err);

/*
 * The same after a campaign of @o's kernels, each that has results against the first or, in a
 * @step by step comparison, against the one before it that has: on standard output too, unless @o
 * has the comparison in a form or a file of the user's choice, which it would spoil.
 */
int explain_after(const struct vm_options *o, const struct campaign_outcome *outcome, bool step,
		  struct error *err);

/*
 * The verb: `explain BASE NEW [options]`; parameters as vm_main(). Returns the exit status: 0, 2 if
 * something was left unexplained or a boot is missing, 3 with @err.
 */
int explain_main(int argc, char **argv, const char *results_dir, int *signo, struct error *err);

#endif

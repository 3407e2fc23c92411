/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From single files to the comparison, with what only shows when they are side by side. */
#ifndef COMPARE_MERGE_H
#define COMPARE_MERGE_H

#include "compare/result_file.h"

struct merge {
	struct comparison *c;
	json_t *known; /* run (boot, start, seed) or boot to the file that had it */
};

/* Into @c, whose arms are set up. -ENOMEM. */
int merge_init(struct merge *m, struct comparison *c);
void merge_free(struct merge *m);

/*
 * Appends the file to the arm, as a run of it, and takes over what it needs: the file is good for
 * result_file_free() only. After a failure the comparison is good for comparison_free() only.
 *
 * -EINVAL with file and place in @err where it is not of the arm's kernel (label), clock or kind,
 * was read before, has another workload under a name that the arm has, or says that a boot is in
 * two blocks; -ENOMEM.
 */
int merge_file(struct merge *m, size_t arm_index, struct result_file *file, struct error *err);

#endif

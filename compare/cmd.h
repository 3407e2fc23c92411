/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `ptebench compare BASE NEW...`: options, output, exit status. */
#ifndef COMPARE_CMD_H
#define COMPARE_CMD_H

#include "bench/util.h"

/*
 * @argv[0] is "compare". Labels are looked for in @results_dir, which may be NULL. Writes the
 * comparison to standard output, or replaces the file of --out.
 *
 * Returns the exit status: 0 no regression, 1 regression (neither is reached in this version, which
 * computes no intervals), 2 inconclusive, unverified, missing or failed, 3 not comparable, bad
 * input or not written. @err is set for 3 and only then.
 */
int compare_main(int argc, char **argv, const char *results_dir, struct error *err);

#endif

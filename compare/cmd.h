/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `ptebench compare BASE NEW...`: options, output, exit status. */
#ifndef COMPARE_CMD_H
#define COMPARE_CMD_H

#include "bench/util.h"

/*
 * @argv[0] is "compare". Labels are looked for in @results_dir, which may be NULL. Writes the
 * comparison to standard output, or replaces the file of --out.
 *
 * Returns the exit status: verdict_exit_status()'s, or 3 for bad input and for a report that could
 * not be written. @err is set for 3 and only then.
 */
int compare_main(int argc, char **argv, const char *results_dir, struct error *err);

#endif

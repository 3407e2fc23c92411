/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `ptebench compare BASE NEW...`: options, output, exit status. */
#ifndef COMPARE_CMD_H
#define COMPARE_CMD_H

#include "bench/util.h"
#include "compare/options.h"

/*
 * @argv[0] is "compare". Labels are looked for in @results_dir, which may be NULL. Writes the
 * comparison to standard output, or replaces the file of --out.
 *
 * Returns the exit status: verdict_exit_status()'s, or 3 for bad input and for a report that could
 * not be written. @err is set for 3 and only then.
 */
int compare_main(int argc, char **argv, const char *results_dir, struct error *err);

/*
 * The same on options that are not of the command line, which it completes; the caller frees them.
 * @inputs: instead of those in @argv, which then has none; NULL otherwise.
 */
int compare_run(struct compare_options *o, int argc, char **argv, const char *const *inputs,
		size_t nr, struct error *err);

#endif

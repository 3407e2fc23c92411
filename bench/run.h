/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The parent of a measurement: takes the lock, sets up the machine, runs the workers one at a time,
 * restores, and leaves a result file.
 */
#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include "options.h"

#include <limits.h>

struct run_outcome {
	char file[PATH_MAX]; /* where the result is; "" if there is none */
	size_t failed, skipped;
	int signal; /* the one that ended it early, or 0 */
};

/*
 * @results_dir: where results go if options.out is NULL; made if needed. Progress and notices go to
 * @log. Returns 0, also where rows failed. A negative errno with @err for bad usage or environment,
 * before anything was measured or changed; where the result could not be written to its place (it
 * is in outcome.file then); or where settings could not be put back (-EUCLEAN). Needs root to set
 * up and prove folios.
 */
int run_suite(const struct run_options *options, const char *results_dir, FILE *log,
	      struct run_outcome *outcome, struct error *err);

#endif

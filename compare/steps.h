/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A patch series, commit by commit: compare, where some of the arms could not be had. */
#ifndef COMPARE_STEPS_H
#define COMPARE_STEPS_H

#include "bench/util.h"

/* A row of the table: a commit, measured or not. */
struct step {
	const char *id;      /* the commit; the first 12 characters are shown */
	const char *subject; /* NULL: not known */
	const char *arm;     /* its folder of results; NULL: none */
	const char *failure; /* why there is none: "build failed: see PATH"; NULL where @arm */
};

/*
 * Compares each of @steps with the last one before it that was measured, and with the first that
 * was. @argv has options of compare and no results; @argv[0] is "compare". Writes to standard
 * output, as --format series unless told otherwise. Two steps may be one build of the kernel: a
 * commit may change nothing in it.
 *
 * Returns the exit status: verdict_exit_status()'s, for which a step without results is no pass: 1
 * if a step regressed, or one of them did against the first, and 2 rather than 0 if one was not
 * measured. 3 as compare_main(), and if none was measured. @err is set for 3 and only then.
 */
int steps_main(const struct step *steps, size_t nr, int argc, char **argv, struct error *err);

#define STEP_NAME_SIZE 40

/* "03-0123456789ab" of steps[3], as its arm is called in each form of report. Returns @buf. */
const char *step_name(const struct step *steps, size_t i, char buf[STEP_NAME_SIZE]);

#endif

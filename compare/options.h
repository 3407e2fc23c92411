/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef COMPARE_OPTIONS_H
#define COMPARE_OPTIONS_H

#include "compare/reader.h"
#include "compare/threshold.h"
#include "compare/verdict.h"
#include "compare/writers.h"

/* One form of the report, and where it goes. */
struct report {
	const struct writer *writer;
	const char *path; /* NULL: standard output */
};

struct compare_options {
	struct report *reports; /* at least one */
	size_t nr_reports, reports_room;
	struct thresholds thresholds;
	struct reader_options reader;
	struct verdict_options verdict;
	char **allow; /* verdict.allow */
	size_t nr_allow, allow_room;
	bool help;
	/* Set before: of a series, whose results no argument names (steps.h). NULL: no series. */
	const struct step *steps;
	size_t nr_steps;
};

/*
 * Parses the command line; the inputs are argv[optind] and following. -EINVAL, -ENOMEM or the errno
 * of reading a file of thresholds, with @err. Free with compare_options_free() also then.
 */
int compare_options_parse(struct compare_options *o, int argc, char **argv, struct error *err);

void compare_options_free(struct compare_options *o);

/*
 * The argument that getopt_long() took an option from, if optind (1 for 0) was @at before the call.
 * argv[optind - 1] is another where it stopped inside "-xyz".
 */
const char *option_met(char *const *argv, int at);

int compare_print_help(struct error *err);

#endif

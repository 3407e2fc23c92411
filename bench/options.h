/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What `run` was asked to do.
 */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include "util.h"

#include <getopt.h>

struct run_options {
	const char *label;   /* NULL: the kernel's release, and "-quick" if quick */
	const char *cases;   /* globs; NULL: the default suite */
	uint64_t size_bytes; /* of scalable cases; 0: their own */
	bool size_given;     /* by --size rather than --quick */
	bool quick;
	unsigned int processes;      /* per row */
	unsigned int repetitions;    /* used ones per process; a warm-up comes before them */
	uint64_t target_ns;          /* length of a repetition */
	uint64_t time_limit_ns;      /* per worker */
	int cpu, node;               /* -1: choose */
	const char *iterations_from; /* NULL: calibrate */
	const char *out;             /* NULL: below the results folder */
	bool strict;
	uint64_t seed;       /* of the order */
	int block, position; /* of this boot in a comparison; -1: not told */
	const char *clock;   /* what a nanosecond is: "wall", or "instructions" under -icount */
	char **argv;         /* as given, for the record */
	int argc;
};

/*
 * Parses what follows `run`. 0; 1 if --help was printed; -EINVAL with @err. Fills in defaults, a
 * random seed included.
 */
int run_options_parse(int argc, char **argv, struct run_options *options, struct error *err);

/*
 * The next of the @longs in argv[1] and following, none of which is 0, for a verb (argv[0]) that
 * takes options alone; its value is in optarg. 0 after the last; -EINVAL with @err. Set optind to 0
 * before the first call.
 */
int option_next(int argc, char **argv, const struct option *longs, struct error *err);

#endif

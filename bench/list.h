/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The `list` subcommand: every row, what it does, what it needs, whether it can be had here.
 */
#ifndef BENCH_LIST_H
#define BENCH_LIST_H

#include "util.h"

struct list_options {
	const char *cases; /* globs; NULL: all */
	bool json, markdown;
};

/*
 * Parses argv after the verb. Returns 0, 1 after having printed --help, or -EINVAL with @err.
 * Strings point into @argv.
 */
int list_options_parse(int argc, char **argv, struct list_options *options, struct error *err);

/*
 * Prints to @out, as a table, a JSON array or the catalogue. 0 or a negative errno with @err; what
 * the stream did not take is for the caller to ask. Changes nothing.
 */
int list_print(FILE *out, const struct list_options *options, struct error *err);

#endif

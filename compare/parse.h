/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One result file, held to results/README.md, or the file of another program that uses
 * google/benchmark. Pure: looks at nothing but the file, so that many can be read at once.
 */
#ifndef COMPARE_PARSE_H
#define COMPARE_PARSE_H

#include "compare/result_file.h"

struct parse_options {
	const char *cases; /* globs of rows or cases to take, commas between; NULL: all */
	const char *label; /* only a file with this label; NULL: any */
};

/*
 * Larger files are refused. It is room for some 700,000 repetitions; jansson needs five times as
 * much memory.
 */
#define MAX_FILE_BYTES ((size_t)256 << 20)

/*
 * Reads the file @path. Nothing of its JSON stays in memory. Of an interrupted run it takes what is
 * there.
 *
 * Returns 0 with @file filled, for result_file_free(); 1 with @file untouched where the options ask
 * for a label and this is no result file of that label; -EINVAL with file and place in @err where
 * it is damaged or no result file; -ENOMEM; the errno of reading it.
 */
int parse_file(const char *path, const struct parse_options *options, struct result_file *file,
	       struct error *err);

/* As above, of the @size bytes at @text; @name stands for the path. */
int parse_text(const char *text, size_t size, const char *name, const struct parse_options *options,
	       struct result_file *file, struct error *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The forms of a report. Each is one file, NAME_writer in NAME.c, and only reads a judged
 * comparison; none computes a figure that another form could show otherwise.
 */
#ifndef COMPARE_WRITERS_H
#define COMPARE_WRITERS_H

#include "compare/model.h"

struct writer {
	const char *name;    /* as --format takes it */
	const char *summary; /* a clause for --help, at most 50 characters */
	bool steps;          /* it shows each arm's contrast with its predecessor */
	/* Returns 0, -ENOMEM, or -EIO where the stream has an error. */
	int (*write)(FILE *f, const struct comparison *c);
};

extern const struct writer benchstat_writer, bmf_writer, csv_writer, curves_writer, gbench_writer,
	json_writer, junit_writer, ktap_writer, markdown_writer, series_markdown_writer,
	series_writer, text_writer;

/* NULL: no such form. */
const struct writer *writer_find(const char *name);

/* All, sorted by name; ends with NULL. */
extern const struct writer *const writers[];

#endif

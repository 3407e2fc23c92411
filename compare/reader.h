/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From what the user typed to a comparison full of numbers. */
#ifndef COMPARE_READER_H
#define COMPARE_READER_H

#include "compare/model.h"

struct reader_options {
	const char *results_dir; /* where labels are looked for; NULL: nowhere */
	/* Globs of rows or cases, commas between, beside controls, each of which must match; NULL:
	 * all. */
	const char *cases;
};

/*
 * Reads each of the @nr_inputs as one arm: a file; a folder, with all *.json below it; or a label,
 * which is a folder of that name in the results folder, or else the files there that say so
 * themselves. Arms are named by the label in their files, or by their input's base name where two
 * labels are the same.
 *
 * The files may also be google/benchmark's JSON of other programs, see struct arm's flat; a label
 * never stands for these.
 *
 * Files are read by as many threads as there are CPUs to use; which file an error is about does not
 * depend on them: the first in the order of inputs and paths. Returns 0 with @c filled, for the
 * caller to free, or -ENOENT, -EINVAL, -ENOMEM or the errno of reading, with input, file and place
 * in @err and @c untouched.
 */
int reader_load(struct comparison *c, const char *const *inputs, size_t nr_inputs,
		const struct reader_options *options, struct error *err);

#endif

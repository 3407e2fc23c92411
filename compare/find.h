/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which files an input stands for. */
#ifndef COMPARE_FIND_H
#define COMPARE_FIND_H

#include "bench/util.h"

struct found_file {
	char *path;
	size_t arm;
	const char *label; /* read it only if this is its label; NULL: read it; not owned */
};

struct found_files {
	struct found_file *file;
	size_t nr, room;
};

/*
 * Appends the files of @input, for the arm @arm, sorted by path: the file itself; of a folder all
 * *.json below it; else, as a label, those of the folder of that name in @results_dir (NULL: there
 * is none), or all there, for the reader to look at their labels.
 *
 * -ENOENT where there are none, -ENOMEM, the errno of reading a folder.
 */
int find_files(struct found_files *found, const char *input, size_t arm, const char *results_dir,
	       struct error *err);
void find_free(struct found_files *found);

/* -ENOENT with the text for an input that is no file, folder or label. */
int find_nothing(const char *input, const char *results_dir, struct error *err);

/* The last part of a path without .json: "results/base.json/" is "base". The caller frees it. */
char *find_base_name(const char *input);

#endif

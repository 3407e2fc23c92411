/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one file says, in memory of its own: nothing of its JSON, nothing of any other file. */
#ifndef COMPARE_RESULT_FILE_H
#define COMPARE_RESULT_FILE_H

#include "compare/facts.h"
#include "compare/model.h"

/* A row of the comparison, as far as this file has it. */
struct file_row {
	char *name;
	/* As workers with samples say; neither where there is none. */
	bool control, no_control;
	struct workload workload; /* of all samples */
	struct sample *samples;   /* sorted by process, then repetition; run is 0 */
	size_t nr_samples, samples_room;
	uint64_t min_iterations, max_iterations;
	size_t nr_contended;
	size_t nr_verified, nr_unverified; /* samples */
	char *failed, *skipped;            /* the first reason given; NULL: none */
	struct spent spent;
	struct counters counters;
};

/* Texts are NULL where the file does not state them. */
struct result_file {
	char *path;
	char *label, *clock, *date, *boot_id;
	char *release, *version;       /* of the kernel, uname's two */
	char *machine;                 /* summary for people */
	int64_t seed, block, position; /* -1: not stated */
	bool interrupted;
	bool published; /* source says whose figures these are */
	bool foreign;   /* of a program that is not ptebench: has no label, clock or boot */
	struct source source;
	struct fact_list facts;
	struct uncounted uncounted;
	struct file_row *rows;
	size_t nr_rows, rows_room;
	json_t *row_index; /* name to index in rows, while they are read */
};

/* Empty, of that name. -ENOMEM. */
int result_file_init(struct result_file *file, const char *path);
void result_file_free(struct result_file *file);

/* The index of the row of that name, added if need be; -ENOMEM. */
ssize_t result_file_row(struct result_file *file, const char *name);

/* The next sample of the row, zeroed, to be filled. NULL: no memory. */
struct sample *file_row_sample(struct file_row *row, uint64_t iterations);

#endif

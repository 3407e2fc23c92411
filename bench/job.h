/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the parent tells a worker. The answer is an object: `status` ("ok", "failed" or
 * "skipped"), `reason` where it is not ok, what the worker alone knows of the result file's
 * workers[] entry, and `rows[]`, the used repetitions with google/benchmark's and our fields as in
 * the result file.
 */
#ifndef BENCH_JOB_H
#define BENCH_JOB_H

#include "pin.h"

struct job {
	const char *name; /* of the row; lives as long as the JSON that it was read from */
	uint64_t size_bytes;
	unsigned int repetitions; /* used ones; a warm-up comes before them */
	uint64_t iterations;      /* per repetition; 0: calibrate */
	uint64_t target_ns;       /* length of a repetition to calibrate for */
	int cpu, node;
	int spinner_cpus[MAX_SPINNERS];
	int nr_spinners;
	int mark;  /* the number of its marks (marks.h); -1: it sets none */
	bool perf; /* count with perf.h */
};

/* A new reference, or NULL if out of memory. */
json_t *job_json(const struct job *job);

/* -EBADMSG. */
int job_from_json(json_t *json, struct job *job);

#endif

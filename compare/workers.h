/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The entries of context.ptebench.workers: what all rows of a worker have in common, looked up once
 * for all of them. Used by rows.c.
 */
#ifndef COMPARE_WORKERS_H
#define COMPARE_WORKERS_H

#include "compare/rows.h"

/* Of processes and repetitions: more than anyone runs. */
#define MAX_COUNT 1000000

enum proof {
	PROOF_NONE, /* there is no region */
	PROOF_FOUND,
	PROOF_MISSING,
};

struct worker {
	const char *name; /* borrowed from the JSON */
	uint32_t process;
	bool wanted; /* by --cases, or as a control */
	bool control;
	enum proof proof;
	struct workload workload; /* directions: as its first row has them */
	struct spent spent;       /* its own */
	struct node entry;
	double iterations, last_iterations; /* of its rows so far: all, and the last one's */
	bool has_rows;
	size_t row; /* index into the file's rows, where it has_rows */
};

struct workers {
	struct worker *worker; /* the caller frees it */
	size_t nr;
};

/* -EINVAL, -ENOMEM. */
int workers_read(const struct reading *r, struct workers *workers);

/* The times of a row's directions (@own: its object `ptebench`), which are those of the worker. */
int worker_directions(struct worker *worker, const struct node *own,
		      double direction_ns[MAX_DIRECTIONS]);

/*
 * The file's row for this worker; valid until another worker's is asked for. -EINVAL where other
 * workers of that name ran another workload; -ENOMEM.
 */
int worker_row(const struct reading *r, struct worker *worker, const struct node *own,
	       struct file_row **out);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a kernel executed for each case, function by function: a result file whose workers have
 * `functions` (results/README.md).
 */
#ifndef COMPARE_PROFILE_H
#define COMPARE_PROFILE_H

#include "bench/util.h"

struct profile_function {
	const char *name;
	double instructions; /* in all used repetitions */
};

/* What the instructions of a row are divided by, so that kernels compare. */
enum profile_unit {
	PROFILE_ITERATION,
	PROFILE_CALL,
	PROFILE_PAGE /* and call */
};

struct profile_row {
	const char *name;
	const char *uncounted; /* why there is nothing below; NULL: there is */
	enum profile_unit unit;
	int64_t calls, pages_per_call;      /* 0: not stated */
	double units;                       /* in all used repetitions */
	double clock_ns;                    /* of all of them, by the guest's clock */
	double instructions;                /* the functions' sum */
	struct profile_function *functions; /* by name */
	size_t nr;
};

struct profile {
	json_t *file; /* the names are its */
	const char *label, *release;
	struct profile_row *rows; /* by name, one per worker */
	size_t nr_rows, rows_room, nr_counted;
};

/*
 * Reads it. 0, or a negative errno with @err: -ENODATA if no worker has functions, -EBADMSG if it
 * is no result file. profile_free() in any case.
 */
int profile_load(const char *path, struct profile *profile, struct error *err);
void profile_free(struct profile *profile);

/* NULL: it has none of that name. */
const struct profile_row *profile_row(const struct profile *profile, const char *name);

#endif

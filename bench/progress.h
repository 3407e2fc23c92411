/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How far a run is, on a terminal, with the time that remains.
 */
#ifndef BENCH_PROGRESS_H
#define BENCH_PROGRESS_H

#include "util.h"

struct progress {
	FILE *out;
	bool terminal; /* otherwise nothing is printed */
	size_t total;
	uint64_t start_ns;
};

void progress_init(struct progress *progress, FILE *out, size_t total);

/* Worker @nr (from 0) of @name begins. */
void progress_show(const struct progress *progress, size_t nr, const char *name);

/* Clears the line, so that something else can be printed. */
void progress_clear(const struct progress *progress);

#endif

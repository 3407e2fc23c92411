/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * In which order the workers run.
 */
#ifndef BENCH_SCHEDULE_H
#define BENCH_SCHEDULE_H

#include "registry.h"

struct slot {
	size_t row; /* index into the rows */
	unsigned int process;
};

/*
 * Fills @slots (@nr_rows times @processes): round after round of one process per row, each round
 * shuffled. Where a row stands among the others depends on the seed, the round and the names alone,
 * so that two kernels of which one lacks a case run the rest in the same order. 0 or -ENOMEM.
 */
int schedule_fill(uint64_t seed, const struct selected *rows, size_t nr_rows,
		  unsigned int processes, struct slot *slots);

/* A seed from the kernel's random numbers; below 2^53, so that every JSON reader keeps it exactly.
 */
uint64_t schedule_random_seed(void);

#endif

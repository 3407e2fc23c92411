/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The repetitions of a case: how many iterations each has, running them through google/benchmark,
 * and what each took.
 */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "case.h"

/* One repetition. */
struct sample {
	uint64_t iterations;
	double real_ns, cpu_ns;          /* google/benchmark's, of all iterations together */
	uint64_t wall_ns, thread_cpu_ns; /* the call of run() by both clocks */
	uint64_t direction_ns[2];
	long minor_faults, major_faults, voluntary, involuntary;
};

/*
 * The number of iterations that take @target_ns, found by running the case; rounded to two digits,
 * within the case's max_iterations. This also warms it up. 0 or what run() returned.
 */
int measure_calibrate(struct case_run *run, uint64_t target_ns, uint64_t *iterations);

/*
 * Runs @nr repetitions of @iterations. 0, a negative errno of run(), or -EIO with @err if
 * google/benchmark did otherwise than it was told.
 */
int measure_run(struct case_run *run, const char *name, uint64_t iterations, unsigned int nr,
		struct sample *samples, struct error *err);

/*
 * Preempted, or wall and CPU time part by more than 2 %: kept, and flagged. Wall time that a case
 * waits by design does not occur in this suite.
 */
bool sample_contended(const struct sample *sample);

#endif

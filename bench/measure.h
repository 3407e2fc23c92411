/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The repetitions of a case: how many iterations each has, running them through google/benchmark,
 * and what each took.
 */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "case.h"
#include "perf.h"

/* One repetition. */
struct sample {
	uint64_t iterations;
	double real_ns, cpu_ns;          /* google/benchmark's, of all iterations together */
	uint64_t wall_ns, thread_cpu_ns; /* the call of run() by both clocks */
	uint64_t direction_ns[2];
	long minor_faults, major_faults, voluntary, involuntary;
	struct perf_counts perf; /* of case_run.perf; not known for the warm-up */
};

/*
 * The number of iterations that take @target_ns, found by running the case; rounded to two digits,
 * within the case's max_iterations. This also warms it up. 0, the negative errno of run(), or
 * -EPROTO with @err if it returned what is none.
 */
int measure_calibrate(struct case_run *run, uint64_t target_ns, uint64_t *iterations,
		      struct error *err);

/*
 * Runs @nr repetitions of @iterations. 0, a negative errno of run(), or, with @err, -EIO if
 * google/benchmark did otherwise than it was told, -ERANGE if an iteration took no time, -EPROTO if
 * run() returned what is no errno.
 */
int measure_run(struct case_run *run, const char *name, uint64_t iterations, unsigned int nr,
		struct sample *samples, struct error *err);

/*
 * Wall and CPU time part by more than this: something else ran on the CPU, or the CPU was taken
 * away. A preemption by itself does not count, since the kernel's own threads (RCU, which frees the
 * VMAs that a case splits and merges) run for microseconds on the case's behalf. Such a repetition
 * is kept, and flagged.
 */
#define CONTENDED_RATIO 0.02

bool sample_contended(const struct sample *sample);

#endif

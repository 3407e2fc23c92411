/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * google/benchmark for C: register functions, run them, get each repetition back as a plain struct.
 * Works with 1.7.1 to 1.9.x. No C++ type or exception crosses this border; one thread at a time may
 * use it.
 *
 * Unlike google/benchmark's own loop, which asks before each iteration whether to go on, the
 * function gets the whole number of iterations at once and loops by itself, so that nothing of the
 * library's is inside the loop.
 */
#ifndef SHIM_GBENCH_H
#define SHIM_GBENCH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A repetition in progress. Valid only inside the function that it was handed to. */
struct gbench_state;

/* Does @iterations iterations. Called once per repetition; the whole call is timed. */
typedef void (*gbench_fn)(struct gbench_state *state, uint64_t iterations, void *user);

/* Ends the repetition with this message, and the later ones without calling the function again. */
void gbench_skip(struct gbench_state *state, const char *reason);

/* What lies between these two calls, within the function, is not timed. */
void gbench_pause(struct gbench_state *state);
void gbench_resume(struct gbench_state *state);

/* With manual_time: what the iterations took, in seconds, in place of the wall clock. */
void gbench_set_time(struct gbench_state *state, double seconds);

/* Hands a counter to the reporter, as it is: not divided by iterations or time. */
void gbench_set_counter(struct gbench_state *state, const char *name, double value);

struct gbench_options {
	uint64_t iterations;      /* per repetition, at least 1 */
	unsigned int repetitions; /* at least 1 */
	int manual_time;          /* the function calls gbench_set_time() */
};

/*
 * Registers a benchmark. @user is handed to @fn and must live until gbench_run() returns.
 * 0, -EINVAL for zero or too many iterations or repetitions or an empty name, -ENOMEM.
 */
int gbench_register(const char *name, const struct gbench_options *options, gbench_fn fn,
		    void *user);

struct gbench_counter {
	const char *name;
	double value;
};

/* One repetition. The strings and counters are valid only during the call that hands it over. */
struct gbench_result {
	const char *name;
	uint64_t iterations;
	unsigned int repetition; /* from 0, in the order they ran */
	double real_ns;          /* of all iterations together */
	double cpu_ns;           /* of this thread, likewise */
	const char *skipped;     /* reason, or NULL; times are meaningless where set */
	const struct gbench_counter *counters;
	size_t nr_counters;
};

typedef void (*gbench_report_fn)(const struct gbench_result *result, void *user);

/*
 * Runs all that is registered and reports each repetition; google/benchmark reports those of one
 * benchmark together after the last. Afterwards nothing is registered. Writes nothing to stdout.
 * Returns the number of benchmarks run, or -EIO with google/benchmark's complaint on stderr.
 */
int gbench_run(gbench_report_fn report, void *user);

/* Drops what is registered. */
void gbench_clear(void);

/* google/benchmark's idea of the machine, for the context that its tools expect. */
struct gbench_cache {
	const char *type; /* "Data", "Instruction", "Unified" */
	int level, size_bytes, num_sharing;
};

struct gbench_cpu_info {
	int num_cpus;
	double mhz;
	int scaling_enabled; /* -1: unknown */
};

void gbench_cpu(struct gbench_cpu_info *cpu);

/* The number of caches; fills at most @size of @caches. Strings live as long as the process. */
size_t gbench_caches(struct gbench_cache *caches, size_t size);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hardware counters of the calling thread, in the kernel only, by perf_event_open(2): as one group,
 * so that all count at the same time.
 */
#ifndef BENCH_PERF_H
#define BENCH_PERF_H

#include "util.h"

#include <linux/perf_event.h>

#define MAX_PERF 3

struct perf_event {
	const char *name; /* as in the result file */
	uint32_t type;    /* perf_event_attr's */
	uint64_t config;
};

/* Cycles, instructions and misses of the data TLB. */
extern const struct perf_event perf_kernel_events[MAX_PERF];

/* perf_event_open(2) for the calling thread: a descriptor, or a negative errno. */
int perf_sys_open(struct perf_event_attr *attr, int group_fd);
typedef int perf_opener(struct perf_event_attr *attr, int group_fd);

/* What read(2) returns of a group: PERF_FORMAT_GROUP and both times. */
struct perf_reading {
	uint64_t nr, enabled_ns, running_ns, value[MAX_PERF];
};

/* A group; perf_close() it. */
struct perf {
	int fds[MAX_PERF];             /* the first leads */
	const char *names[MAX_PERF];   /* of those that are open */
	const char *missing[MAX_PERF]; /* of those that cannot be had */
	size_t nr, nr_missing;
	struct perf_reading start;
};

/* Counted between perf_start() and perf_stop(), in the order of the group's names. */
struct perf_counts {
	bool known;
	double ratio; /* share of the time that they counted; less than 1: others took turns */
	uint64_t value[MAX_PERF];
};

/*
 * Opens @nr events, stopped. Those that this machine lacks are left out; where some are, @why says
 * of the first "what: why (remedy)". 0 if there is any, else the errno of the first.
 */
int perf_open(struct perf *perf, const struct perf_event *events, size_t nr, perf_opener *open,
	      struct error *why);
void perf_close(struct perf *perf);

/* The latter stops, and says what was counted in between. Some system calls each. */
void perf_start(struct perf *perf);
void perf_stop(struct perf *perf, struct perf_counts *counts);

/* What was counted from one reading to the other; not known where the group did not count at all.
 */
struct perf_counts perf_between(const struct perf_reading *start, const struct perf_reading *end);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Waiting for the machine to be idle: right after boot kernel threads share the CPU and can double
 * the first figures.
 */
#ifndef BENCH_IDLE_H
#define BENCH_IDLE_H

#include "util.h"

struct idle_report {
	uint64_t waited_ns;
	double busy_ratio; /* of the CPU over the last look */
	bool reached;      /* it was idle; otherwise the wait was given up */
};

/*
 * Waits until @cpu was busy for at most one tick of half a second (2 %), @limit_ns have passed, or
 * @stop_fd becomes readable. Reads /proc/stat under @rootfd. 0, or a negative errno where that
 * cannot be read.
 */
int idle_wait(int rootfd, int cpu, uint64_t limit_ns, int stop_fd, struct idle_report *report);

/* Busy and total time of @cpu in ticks from /proc/stat's text. -EBADMSG, -ENOENT. */
int idle_parse(const char *stat, int cpu, uint64_t *busy, uint64_t *total);

#endif

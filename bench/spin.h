/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads that spin on other cores in the same mm, so that a TLB flush has to reach those too.
 */
#ifndef BENCH_SPIN_H
#define BENCH_SPIN_H

#include "util.h"

struct spinners;

/*
 * Starts one thread on each of @cpus and waits until all run where they belong. @spinners is the
 * caller's to stop. 0 or a negative errno with @err.
 */
int spin_start(const int *cpus, unsigned int nr, struct spinners **spinners, struct error *err);

/* CPU time in ns of spinner @i so far. */
uint64_t spin_cpu_ns(const struct spinners *spinners, unsigned int i);

/* Ends and frees them; NULL is fine. */
void spin_stop(struct spinners *spinners);

#endif

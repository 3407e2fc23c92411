/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where to measure: hwloc chooses the core, and binds to it.
 */
#ifndef BENCH_PIN_H
#define BENCH_PIN_H

#include "util.h"

#include <pthread.h>

#define MAX_SPINNERS 64

/* Where a run measures. CPUs are the kernel's numbers. */
struct placement {
	int cpu;
	int node;         /* NUMA node of the CPU, or as asked for */
	bool boot_cpu;    /* the CPU that boots, and serves more interrupts than others */
	int core_pus;     /* PUs of the core: above 1, a sibling may disturb */
	char reason[128]; /* of the choice */
	int spinner_cpus[MAX_SPINNERS]; /* one PU of each other core, nearest first */
	int nr_spinners;
	int parent_cpu; /* where the harness itself may wait; -1: no other */
};

/*
 * Chooses among the CPUs that affinity and cgroup allow this process: an isolated one before
 * others, one on the fastest kind of core, not the boot CPU where there is another, the first PU of
 * its core.
 * @cpu and @node override, -1: choose. @rootfd: for the list of isolated CPUs.
 * -EINVAL with @err for a CPU or node that does not exist, is not allowed, or has no memory.
 */
int pin_choose(int rootfd, int cpu, int node, struct placement *placement, struct error *err);

/* Binds the calling thread to @cpu. 0 or a negative errno with @err. */
int pin_self(int cpu, struct error *err);

/* Binds another thread of this process. */
int pin_thread(pthread_t thread, int cpu, struct error *err);

#endif

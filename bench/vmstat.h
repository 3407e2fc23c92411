/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events that the kernel counts in /proc/vmstat: of the whole machine since boot, so that a change
 * is also what anything else did meanwhile. Which there are depends on version and configuration;
 * one that is not there is told from one that did not happen.
 */
#ifndef BENCH_VMSTAT_H
#define BENCH_VMSTAT_H

#include "util.h"

#define MAX_VMSTAT 64

/* Those of the list in vmstat.c, in its order. */
struct vmstat {
	uint64_t value[MAX_VMSTAT];
	bool there[MAX_VMSTAT];
};

/* @rootfd: what procfs hangs under. Lines that are no name and number do not count. The errno of
 * reading, -ENOMEM. */
int vmstat_read(int rootfd, struct vmstat *v);

/* Whether it has any of the events. */
bool vmstat_any(const struct vmstat *v);

/* The names of those that this kernel does not count. A new reference. */
json_t *vmstat_missing(const struct vmstat *v);

/*
 * What happened in between and is not 0, name to number. NULL where one ran backwards, since then
 * none is to be trusted. A new reference.
 */
json_t *vmstat_change(const struct vmstat *before, const struct vmstat *after);

#endif

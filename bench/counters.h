/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which counters this machine has beside the clock: perf.h, vmstat.h. */
#ifndef BENCH_COUNTERS_H
#define BENCH_COUNTERS_H

#include "util.h"

/*
 * What there is, as context.ptebench.counters, and in @perf whether perf has any. With
 * @instructions, the clock of an emulated CPU, perf is not asked: that clock counts instructions, a
 * counter's overflow would interrupt what it counts, and neither cycles nor TLB misses are real.
 * A new reference.
 */
json_t *counters_look(int rootfd, bool instructions, bool *perf);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How much memory a run may take.
 */
#ifndef BENCH_MEMLIMIT_H
#define BENCH_MEMLIMIT_H

#include "util.h"

/*
 * What may still be allocated: the least of MemAvailable and of what the cgroup (v1 or v2, and its
 * ancestors) leaves. @limit names the one that decides. 0, or the errno of reading /proc/meminfo.
 */
int mem_available(int rootfd, uint64_t *bytes, const char **limit);

#endif

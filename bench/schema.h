/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What both those who write the result file and those who read it must know of its format. */
#ifndef BENCH_SCHEMA_H
#define BENCH_SCHEMA_H

#define RESULT_SCHEMA 2

/* What the hardware counts in the kernel: names in the rows' `counters`. */
#define KERNEL_CYCLES           "kernel_cycles"
#define KERNEL_INSTRUCTIONS     "kernel_instructions"
#define KERNEL_DTLB_LOAD_MISSES "kernel_dtlb_load_misses"

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Control: an empty loop. What it takes is what the harness adds to every figure; a patch cannot
 * move it, so if it moves between two kernels, the machine did.
 */
#include "bench/case.h"

static int run(struct case_run *run, uint64_t n)
{
	(void)run;
	for (uint64_t i = 0; i < n; i++)
		__asm__ volatile("" ::: "memory");
	return 0;
}

static const struct case_variant variants[] = {{}};

static const struct bench_case nop = {
	.name = "nop",
	.summary = "an empty loop: what the harness itself costs",
	.source = "control; no system call, no memory",
	.tags = (const char *const[]){"controls", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.control = true,
	.run = run,
};

BENCH_CASE(nop);

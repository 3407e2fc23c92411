// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Control: the cheapest system call that really enters the kernel (getpid() may be cached, this is
 * not). It sees what changes for all system calls, mitigations first, and nothing of memory
 * management.
 */
#include "bench/case.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

static int run(struct case_run *run, uint64_t n)
{
	long sum = 0;

	(void)run;
	for (uint64_t i = 0; i < n; i++)
		sum |= syscall(SYS_getppid);
	return sum < 0 ? -EIO : 0;
}

static const struct case_variant variants[] = {{}};

static const struct bench_case getppid_case = {
	.name = "getppid",
	.summary = "one getppid(): what entering the kernel costs",
	.source = "control; system call entry and exit alone",
	.tags = (const char *const[]){"controls", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.control = true,
	.calls_per_iteration = 1,
	.run = run,
};

BENCH_CASE(getppid_case);

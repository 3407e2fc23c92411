// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A bystander: fork() of a process with a region that is faulted in, which a series about
 * mprotect() or mremap() has no business with. The parent's CPU time in the call counts, not what
 * the child does (_exit() at once) nor the wait for it: the child may run before fork() returns.
 *
 * Neither writes to the region, so from the second fork on, its pages are write-protected already.
 * Writing to them in between would cost large folios, which kernels before 6.15 do not reuse after
 * a fork but copy page by page. One iteration is one timed fork(), _exit() and waitpid().
 */
#include "bench/case.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(struct case_run *run, uint64_t n)
{
	int failed = 0, status;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t start = thread_cpu_ns();
		pid_t pid = fork();

		if (!pid)
			_exit(0);
		run->own_ns += thread_cpu_ns() - start;
		if (pid < 0 || waitpid(pid, &status, 0) != pid)
			return -errno;
		failed |= status;
	}
	return failed ? -ECHILD : 0;
}

static const struct case_variant variants[] = {
	{.name = "4k", .size_bytes = 64 << 20, .folio_bytes = FOLIO_BASE},
	{.name = "64k", .size_bytes = 64 << 20, .folio_bytes = 64 << 10},
	{.name = "pmd", .size_bytes = 64 << 20, .folio_bytes = FOLIO_PMD},
};

static const struct bench_case fork_case = {
	.name = "fork",
	.summary = "fork() of a process with a region that is faulted in",
	.source = "bystander: what mprotect() and mremap() series must leave alone",
	.tags = (const char *const[]){"bystanders", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.scalable = true,
	.own_time = true,
	.calls_per_iteration = 1,
	.pages_per_call = PAGES_OF_REGION,
	.run = run,
};

BENCH_CASE(fork_case);

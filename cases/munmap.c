// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A bystander: munmap() of a region that is faulted in, which a series about mprotect() or mremap()
 * has no business with, though it shares helpers with both (zapping and freeing by folio batches).
 * Unlike a control it may be touched, so it is judged like any case. Mapping the region again at
 * its place and faulting it in is not timed.
 *
 * One iteration is one timed call, and size/folio faults beside it, which prove the folios.
 */
#include "bench/case.h"

#include <errno.h>
#include <sys/mman.h>

static int run(struct case_run *run, uint64_t n)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
	char *p = run->region;

	for (uint64_t i = 0; i < n; i++) {
		case_time_on(run);
		if (munmap(p, run->size_bytes))
			return -errno;
		case_time_off(run);
		if (mmap(p, run->size_bytes, PROT_READ | PROT_WRITE, flags, -1, 0) != p)
			return -errno;
		case_fault_in(run, p);
	}
	return 0;
}

static const struct case_variant variants[] = {
	{.name = "4k", .size_bytes = 4 << 20, .folio_bytes = FOLIO_BASE},
	{.name = "64k", .size_bytes = 4 << 20, .folio_bytes = 64 << 10},
	{.name = "pmd", .size_bytes = 4 << 20, .folio_bytes = FOLIO_PMD},
};

static const struct bench_case munmap_case = {
	.name = "munmap",
	.summary = "munmap() of a region that is faulted in",
	.source = "bystander: what mprotect() and mremap() series must leave alone",
	.tags = (const char *const[]){"bystanders", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.faults_region = true,
	.own_time = true,
	.max_iterations = 16, /* the faults beside one take ten times as long */
	.calls_per_iteration = 1,
	.pages_per_call = PAGES_OF_REGION,
	.run = run,
};

BENCH_CASE(munmap_case);

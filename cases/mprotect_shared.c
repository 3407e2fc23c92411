// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Shared anonymous memory, as databases have it: 64 MiB of MAP_SHARED | MAP_ANONYMOUS, that is
 * shmem, { R; RW; a write to each page } over and over. Shared pages are not judged one by one for
 * whether a write needs a copy, and dirty PTEs stay dirty, so RW makes them writable at once. From
 * Linux 6.16 to 6.17 this went from 25 to 37 ns a page on an i7-14700, the R half from 8 to 14.
 *
 * One iteration is one cycle of two calls and the writes; the directions are the calls alone.
 */
#include "bench/case.h"

#include <errno.h>
#include <sys/mman.h>

static void write_each_page(const struct case_run *run)
{
	volatile char *p = run->region;

	for (uint64_t i = 0; i < run->size_bytes; i += run->page_bytes)
		p[i] = 1;
}

static int run(struct case_run *run, uint64_t n)
{
	uint64_t r_ns = 0, rw_ns = 0;
	int failed = 0;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t start = now_ns(), middle;

		failed |= mprotect(run->region, run->size_bytes, PROT_READ);
		middle = now_ns();
		failed |= mprotect(run->region, run->size_bytes, PROT_READ | PROT_WRITE);
		rw_ns += now_ns() - middle;
		r_ns += middle - start;
		write_each_page(run);
	}
	run->direction_ns[0] += r_ns;
	run->direction_ns[1] += rw_ns;
	return failed ? -errno : 0;
}

#define REGION .size_bytes = 64 << 20, .pages = PAGES_SHARED

static const struct case_variant variants[] = {
	{.name = "4k", REGION, .folio_bytes = FOLIO_BASE},
	{.name = "64k", REGION, .folio_bytes = 64 << 10},
	{.name = "pmd", REGION, .folio_bytes = FOLIO_PMD},
};

static const struct bench_case mprotect_shared = {
	.name = "mprotect_shared",
	.summary = "shared anonymous region to R, back to RW, then written",
	.source = "shared-dirty regression report, Linux 6.16 to 6.17: 25 to 37 ns a page on an "
		  "i7-14700",
	.tags = (const char *const[]){"shared", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.scalable = true,
	.calls_per_iteration = 2,
	.pages_per_call = PAGES_OF_REGION,
	.directions = {"r", "rw"},
	.run = run,
};

BENCH_CASE(mprotect_shared);

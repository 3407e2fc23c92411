// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Shared anonymous memory, as databases have it: 64 MiB of MAP_SHARED | MAP_ANONYMOUS, that is
 * shmem, { R; RW; a write to each page } over and over. Shared pages are not judged one by one for
 * whether a write needs a copy, and dirty PTEs stay dirty, so RW makes them writable at once. From
 * Linux 6.16 to 6.17 this went from 25 to 37 ns a page on an i7-14700, the R half from 8 to 14.
 *
 * One iteration is one cycle of two calls and the writes; the directions are the calls alone.
 */
#include "range_toggle.h"

static void write_each_page(const struct case_run *run)
{
	volatile char *p = run->region;

	for (uint64_t i = 0; i < run->size_bytes; i += run->page_bytes)
		p[i] = 1;
}

static int run(struct case_run *run, uint64_t n)
{
	int ret = 0;

	for (uint64_t i = 0; i < n && !ret; i++) {
		ret = range_toggle(run, 1);
		if (!ret)
			write_each_page(run);
	}
	return ret;
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

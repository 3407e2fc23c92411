// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The split of a PMD mapping by mprotect, timed by itself. In a region of PMD-mapped THPs, part of
 * each range of PMD size goes to R: its first page ("page"), or its first half ("half"). Two
 * protections don't fit into one PMD entry, so the call maps the folio by PTEs (the folio stays
 * whole), splits the VMA, and changes 1 or half of the PTEs. "half" less "page" is thus the PTEs,
 * and what "page" costs beyond a call on one page of a larger VMA of PTE-mapped pages, which is
 * split too (half of mprotect_jit_page/bare; its other half merges), is the split of the mapping.
 *
 * A split cannot be undone in place, so after one round over the region it is mapped and faulted in
 * anew. That, and proving each time that all of it is PMD-mapped, is not timed; it is most of what
 * the case takes, hence the few iterations.
 *
 * One iteration is one call: one range split.
 */
#include "bench/case.h"

#include <errno.h>
#include <sys/mman.h>

enum {
	PAGE,
	HALF
};

static char *const region = (char *)REGION_ADDRESS;

static int map_and_prove(struct case_run *run, enum moment moment)
{
	char *p = mmap(region, run->size_bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	if (p != region)
		return p == MAP_FAILED ? -errno : -EADDRINUSE;
	for (uint64_t i = 0; i < run->size_bytes; i += run->page_bytes)
		p[i] = 1;
	return case_prove(run, moment, p, run->size_bytes);
}

static int split(struct case_run *run, uint64_t ranges)
{
	const size_t bytes = run->variant->arg == HALF ? run->pmd_bytes / 2 : run->page_bytes;
	int failed = 0;

	case_time_on(run);
	for (uint64_t i = 0; i < ranges; i++)
		failed |= mprotect(region + i * run->pmd_bytes, bytes, PROT_READ);
	case_time_off(run);
	return failed ? -errno : 0;
}

static int run(struct case_run *run, uint64_t n)
{
	const uint64_t all = run->size_bytes / run->pmd_bytes;
	int ret = 0;

	while (n && !ret) {
		const uint64_t ranges = n < all ? n : all;

		ret = map_and_prove(run, BEFORE);
		if (!ret)
			ret = split(run, ranges);
		munmap(region, run->size_bytes);
		n -= ranges;
	}
	return ret;
}

/* A round that is not measured: whether what would be next was still to be had. */
static int check(struct case_run *run)
{
	int ret = map_and_prove(run, AFTER);

	munmap(region, run->size_bytes);
	return ret;
}

static const struct case_variant variants[] = {
	{.name = "page", .size_bytes = 64 << 20, .folio_bytes = FOLIO_PMD, .arg = PAGE},
	{.name = "half", .size_bytes = 64 << 20, .folio_bytes = FOLIO_PMD, .arg = HALF},
};

static const struct bench_case mprotect_thp_partial = {
	.name = "mprotect_thp_partial",
	.summary = "part of each PMD-mapped THP to R, which splits the mapping",
	.source =
		"what comes before the walk that Optimize mprotect() for large folios, 2025, is about",
	.tags = (const char *const[]){"folios", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.scalable = true,
	.maps_itself = true,
	.own_time = true,
	.max_iterations = 64,
	.calls_per_iteration = 1,
	.run = run,
	.check = check,
};

BENCH_CASE(mprotect_thp_partial);

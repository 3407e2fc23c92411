// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A mapping of twice the region's size shrunk to the region: mremap(here, 2 * size, size, 0), which
 * gives up as many pages as the region has. Growing in place again and faulting the pages in is not
 * timed. mremap_grow is the same without pages, and the other direction.
 *
 * One iteration is one timed call, and size/folio faults beside it, which prove the folios that are
 * given up; those of the region itself stay.
 */
#include "bench/case.h"

#include <errno.h>
#include <sys/mman.h>

static int run(struct case_run *run, uint64_t n)
{
	const uint64_t small = run->size_bytes, large = 2 * small;
	char *p = run->region;

	for (uint64_t i = 0; i < n; i++) {
		if (mremap(p, small, large, 0) != p)
			return -errno;
		case_fault_in(run, p + small);
		case_time_on(run);
		if (mremap(p, large, small, 0) != p)
			return -errno;
		case_time_off(run);
	}
	return 0;
}

static const struct case_variant variants[] = {
	{.name = "4k", .size_bytes = 4 << 20, .folio_bytes = FOLIO_BASE},
	{.name = "64k", .size_bytes = 4 << 20, .folio_bytes = 64 << 10},
	{.name = "pmd", .size_bytes = 4 << 20, .folio_bytes = FOLIO_PMD},
};

static const struct bench_case mremap_shrink = {
	.name = "mremap_shrink",
	.summary = "mapping shrunk to half, giving up the region's size of pages",
	.source = "the other direction of growing; no published program",
	.tags = (const char *const[]){"mremap", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.faults_region = true,
	.own_time = true,
	.max_iterations = 16, /* the faults beside one take ten times as long */
	.room_factor = 2,
	.calls_per_iteration = 1,
	.pages_per_call = PAGES_OF_REGION,
	.run = run,
};

BENCH_CASE(mremap_shrink);

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The mremap call of "Optimize mremap() for large folios" alone: 1 MiB moved up by its own size,
 * then back. Source and target share one PMD range, as posted, so the page-table-moving fast path
 * is not taken. One iteration is two calls; 256 pages, so each direction is timed apart.
 */
#include "mremap.h"

static int run(struct case_run *run, uint64_t n)
{
	return move_back(run, n, run->region + run->size_bytes, 0);
}

static const struct case_variant variants[] = {
	{.name = "64k", .size_bytes = 1 << 20, .folio_bytes = 64 << 10},
	{.name = "4k", .size_bytes = 1 << 20, .folio_bytes = FOLIO_BASE},
};

static const struct bench_case mremap_1m = {
	.name = "mremap_1m",
	.summary = "1 MiB of 64K or order-0 folios moved 1 MiB up, and back",
	.source =
		"the call alone of: Dev Jain, Optimize mremap() for large folios, v1 to v4, May and June 2025",
	.tags = (const char *const[]){"seeds", "mremap", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.room_factor = 2,
	.calls_per_iteration = 2,
	.pages_per_call = PAGES_OF_REGION,
	.directions = {"there", "back"},
	.run = run,
};

BENCH_CASE(mremap_1m);

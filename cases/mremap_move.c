// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A region that starts and ends where page tables do, moved up by its own size and back: whole page
 * tables change their place and no PTE is looked at (HAVE_MOVE_PMD: x86-64 since Linux 5.0, arm64
 * since 5.11), PMD-mapped folios by their PMDs. mremap_move_unaligned is the same without that. 1
 * GiB of 4K pages is one table of PMDs, so that one PUD entry is all that moves (HAVE_MOVE_PUD,
 * 5.11): the size decides about the path and is hence fixed.
 *
 * The commit that brought the fast path, 2c91bd4a4e2e ("mm: speed up mremap by 20x on large
 * regions"), gives 1 GiB in one call: 3.4 to 3.6 ms before, 144 to 160 us after (x86-64). The
 * sequence here is that call, then the one back: mremap(here, size, size, MAYMOVE | FIXED, there).
 *
 * One iteration is two calls; directions: there, back.
 */
#include "mremap.h"

#include <unistd.h>

static int run(struct case_run *run, uint64_t n)
{
	return move_back(run, n, run->region + run->size_bytes, 0);
}

/* What larger base pages and their larger page tables make of the size. */
static int unmet(const struct case_variant *variant, struct error *why)
{
	const uint64_t table = table_bytes((uint64_t)sysconf(_SC_PAGESIZE));

	if (variant->size_bytes % table)
		return error_set(why, -ENOTSUP,
				 "moves whole page tables: one maps %llu MiB here, the region is "
				 "of %llu",
				 (unsigned long long)(table >> 20),
				 (unsigned long long)(variant->size_bytes >> 20));
	return 0;
}

static const struct case_variant variants[] = {
	{.name = "4k", .size_bytes = 64 << 20, .folio_bytes = FOLIO_BASE},
	{.name = "4k_1g", .size_bytes = 1 << 30, .folio_bytes = FOLIO_BASE},
	{.name = "64k", .size_bytes = 64 << 20, .folio_bytes = 64 << 10},
	{.name = "pmd", .size_bytes = 64 << 20, .folio_bytes = FOLIO_PMD},
};

static const struct case_variant pte_variants[] = {
	{.size_bytes = 64 << 20, .folio_bytes = FOLIO_PMD},
};

#define FIELDS                                                                                  \
	.source = "Joel Fernandes, mm: speed up mremap by 20x on large regions, November 2018", \
	.tags = (const char *const[]){"mremap", NULL}, .on_request = true, .room_factor = 2,    \
	.calls_per_iteration = 2, .pages_per_call = PAGES_OF_REGION,                            \
	.directions = {"there", "back"}, .unmet = unmet, .run = run

static const struct bench_case mremap_move = {
	.name = "mremap_move",
	.summary = "region moved up by its size, and back, by whole page tables",
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	FIELDS,
};

static const struct bench_case mremap_move_pte = {
	.name = "mremap_move_pte",
	.summary = "region of PTE-mapped PMD folios moved up by its size, and back",
	.variants = pte_variants,
	.nr_variants = ARRAY_SIZE(pte_variants),
	.pte_mapped = true,
	FIELDS,
};

BENCH_CASE(mremap_move);
BENCH_CASE(mremap_move_pte);

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The region of mremap_move, moved to one base page above the place that it has there, and back.
 * Source and target do not lie alike in their page tables, so no page table can be moved as it is:
 * each PTE is moved by itself or, since Linux 6.17, with those of its folio. (Since 6.7 the kernel
 * looks whether it can begin a move at the start of a page table instead, but only where source and
 * target are equally far from it. Here they never are, so there is nothing to defeat.)
 *
 * While it is away the folios lie at addresses that are no multiple of their size, so contpte
 * blocks (arm64) are unfolded on the way there. Both proofs are of the region at home. There is no
 * row of PMD-mapped folios: the first move splits their mapping for good, after which they are
 * those of mremap_move_unaligned_pte.
 *
 * Nobody published figures of this very call. mremap_1m is the posted one: 1 MiB within one page
 * table. One iteration is two calls; directions: there, back.
 */
#include "mremap.h"

static int run(struct case_run *run, uint64_t n)
{
	return move_back(run, n, run->region + run->size_bytes + run->page_bytes, 0);
}

static const struct case_variant variants[] = {
	{.name = "4k", .size_bytes = 64 << 20, .folio_bytes = FOLIO_BASE},
	{.name = "64k", .size_bytes = 64 << 20, .folio_bytes = 64 << 10},
};

static const struct case_variant pte_variants[] = {
	{.size_bytes = 64 << 20, .folio_bytes = FOLIO_PMD},
};

#define FIELDS                                                                               \
	.source = "the path that any move takes whose source and target do not lie alike; "  \
		  "mremap_1m is the posted one",                                             \
	.tags = (const char *const[]){"mremap", NULL}, .on_request = true, .scalable = true, \
	.room_factor = 3, .calls_per_iteration = 2, .pages_per_call = PAGES_OF_REGION,       \
	.directions = {"there", "back"}, .run = run

static const struct bench_case mremap_move_unaligned = {
	.name = "mremap_move_unaligned",
	.summary = "region moved off its alignment by a page, and back, PTE by PTE",
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	FIELDS,
};

static const struct bench_case mremap_move_unaligned_pte = {
	.name = "mremap_move_unaligned_pte",
	.summary = "PTE-mapped PMD folios moved off their alignment by a page, and back",
	.variants = pte_variants,
	.nr_variants = ARRAY_SIZE(pte_variants),
	.pte_mapped = true,
	FIELDS,
};

BENCH_CASE(mremap_move_unaligned);
BENCH_CASE(mremap_move_unaligned_pte);

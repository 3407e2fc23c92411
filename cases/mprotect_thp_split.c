// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * T1 of "Optimize mprotect() for large folios": 1 GiB of PMD-sized folios, each mapped by PTEs. The
 * folios stay whole; only their mapping was split.
 */
#include "range_toggle.h"

static const struct case_variant variants[] = {
	{.size_bytes = 1UL << 30, .folio_bytes = FOLIO_PMD},
};

static const struct bench_case mprotect_thp_split = {
	.name = "mprotect_thp_split",
	.summary = "region of PTE-mapped PMD folios to R and back to RW (T1)",
	.pte_mapped = true,
	.published_name = "T1",
	RANGE_TOGGLE_POSTED_FIELDS,
};

BENCH_CASE(mprotect_thp_split);

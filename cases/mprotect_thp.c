// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * PMD-mapped THPs toggled whole: 1 GiB to R and back to RW. Each range of PMD size is one entry and
 * one change_huge_pmd(), so a change that makes the walk over PTEs faster must leave this alone.
 * mprotect_thp_split is the same folios mapped by PTEs.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"

static const struct case_variant variants[] = {
	{.size_bytes = 1UL << 30, .folio_bytes = FOLIO_PMD},
};

static const struct bench_case mprotect_thp = {
	.name = "mprotect_thp",
	.summary = "region of PMD-mapped THPs to R and back to RW",
	.source = "the path beside the one of Optimize mprotect() for large folios, 2025",
	.tags = (const char *const[]){"folios", NULL},
	.on_request = true,
	RANGE_TOGGLE_FIELDS,
};

BENCH_CASE(mprotect_thp);

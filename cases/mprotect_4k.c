// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * T3 of "Optimize mprotect() for large folios": 1 GiB of order-0 folios, where batching can only
 * cost. The name is the posted one; with larger base pages the folios are as large as those.
 */
#include "range_toggle.h"

static const struct case_variant variants[] = {
	{.size_bytes = 1UL << 30, .folio_bytes = FOLIO_BASE},
};

static const struct bench_case mprotect_4k = {
	.name = "mprotect_4k",
	.summary = "region of order-0 folios to R and back to RW (T3)",
	.published_name = "T3",
	RANGE_TOGGLE_POSTED_FIELDS,
};

BENCH_CASE(mprotect_4k);

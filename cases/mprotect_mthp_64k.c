// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * T2 of "Optimize mprotect() for large folios": 1 GiB of 64 KiB folios. On arm64 with 4K pages each
 * is one contpte block.
 */
#include "range_toggle.h"

static const struct case_variant variants[] = {
	{.size_bytes = 1UL << 30, .folio_bytes = 64 << 10},
};

static const struct bench_case mprotect_mthp_64k = {
	.name = "mprotect_mthp_64k",
	.summary = "region of 64 KiB folios to R and back to RW (T2)",
	.published_name = "T2",
	RANGE_TOGGLE_POSTED_FIELDS,
};

BENCH_CASE(mprotect_mthp_64k);

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The region was only read, so that each of its PTEs maps the shared zero page, which has no folio
 * to batch and can never become writable.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"

static const struct case_variant variants[] = {
	{.size_bytes = 64 << 20, .folio_bytes = FOLIO_BASE, .pages = PAGES_ZERO},
};

static const struct bench_case mprotect_zero_page = {
	.name = "mprotect_zero_page",
	.summary = "region of nothing but the shared zero page to R and back to RW",
	.source = "asked for in review: PTEs without a folio of their own",
	.tags = (const char *const[]){"states", NULL},
	.on_request = true,
	RANGE_TOGGLE_FIELDS,
};

BENCH_CASE(mprotect_zero_page);

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Shared anonymous memory that was only ever read: clean PTEs, which stay write-protected where the
 * kernel wants to see the first write, and shmem's pages in the page cache behind them.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"

#define REGION .size_bytes = 64 << 20, .pages = PAGES_SHARED_CLEAN

static const struct case_variant variants[] = {
	{.name = "4k", REGION, .folio_bytes = FOLIO_BASE},
	{.name = "64k", REGION, .folio_bytes = 64 << 10},
};

static const struct bench_case mprotect_shared_clean = {
	.name = "mprotect_shared_clean",
	.summary = "shared anonymous region, never written, to R and back to RW",
	.source = "the clean counterpart of mprotect_shared",
	.tags = (const char *const[]){"shared", NULL},
	.on_request = true,
	RANGE_TOGGLE_FIELDS,
};

BENCH_CASE(mprotect_shared_clean);

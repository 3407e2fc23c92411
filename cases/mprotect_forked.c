// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * After a fork: the region is written, then the process forks, and its child does what the posted
 * program of "Optimize mprotect() for large folios" does. Both map all pages, so none is
 * AnonExclusive, and going back to RW leaves every PTE write-protected for the copy that a write
 * would make: another path than that of exclusive pages. Nothing is written, so it stays so.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"

#define REGION .size_bytes = 64 << 20, .pages = PAGES_FORKED

static const struct case_variant variants[] = {
	{.name = "4k", REGION, .folio_bytes = FOLIO_BASE},
	{.name = "64k", REGION, .folio_bytes = 64 << 10},
	{.name = "pmd", REGION, .folio_bytes = FOLIO_PMD},
};

static const struct bench_case mprotect_forked = {
	.name = "mprotect_forked",
	.summary = "region that a parent process maps too to R and back to RW",
	.source = "asked for in review: pages that are not AnonExclusive, as after fork()",
	.tags = (const char *const[]){"states", NULL},
	.on_request = true,
	RANGE_TOGGLE_FIELDS,
};

BENCH_CASE(mprotect_forked);

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Clean anonymous pages: the region was written, then given to MADV_FREE, which clears the dirty
 * bits and leaves the pages mapped, to be freed rather than swapped out once memory is short.
 * Whether RW may make a clean page writable at once is a question of its own: Linux 6.0 and 6.1 did
 * that for dirty pages only. Nothing is written, so they stay clean.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"

/* The last folios of a call wait in this CPU's batch to be marked; the next call empties it. */
static int setup(struct case_run *run)
{
	for (int i = 0; i < 2; i++)
		if (madvise(run->region, run->size_bytes, MADV_FREE))
			return -errno;
	return 0;
}

#define REGION .size_bytes = 64 << 20, .pages = PAGES_LAZYFREE

static const struct case_variant variants[] = {
	{.name = "4k", REGION, .folio_bytes = FOLIO_BASE},
	{.name = "64k", REGION, .folio_bytes = 64 << 10},
};

static const struct bench_case mprotect_clean = {
	.name = "mprotect_clean",
	.summary = "region of clean pages, lazily freed, to R and back to RW",
	.source = "asked for in review: clean against dirty pages",
	.tags = (const char *const[]){"states", NULL},
	.on_request = true,
	.setup = setup,
	RANGE_TOGGLE_FIELDS,
};

BENCH_CASE(mprotect_clean);

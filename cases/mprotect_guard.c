// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mprotect() over guard markers (Linux 6.13): MADV_GUARD_INSTALL over the whole region, once, which
 * gives its pages back and puts a marker into each PTE, as allocators do with single pages between
 * stacks or arenas. The walk must look at each and change none.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"

/* Newer than the headers of Debian 12. */
#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

static int setup(struct case_run *run)
{
	if (!madvise(run->region, run->size_bytes, MADV_GUARD_INSTALL))
		return 0;
	if (errno == EINVAL)
		return error_set(run->why, -ENOTSUP,
				 "this kernel has no guard regions (MADV_GUARD_INSTALL)");
	return -errno;
}

static const struct case_variant variants[] = {
	{.size_bytes = 64 << 20, .folio_bytes = FOLIO_BASE, .pages = PAGES_GUARD},
};

static const struct bench_case mprotect_guard = {
	.name = "mprotect_guard",
	.summary = "region of nothing but guard markers to R and back to RW",
	.source = "asked for in review: PTEs that are neither present nor empty",
	.tags = (const char *const[]){"nonpresent", NULL},
	.on_request = true,
	.setup = setup,
	RANGE_TOGGLE_FIELDS,
};

BENCH_CASE(mprotect_guard);

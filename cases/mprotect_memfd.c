// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A memfd, mapped shared and written: tmpfs, whose folios follow other rules than those of shared
 * anonymous memory. It is filled by write(), a folio at a time, which Linux 6.14 and later take for
 * the size wanted (from 6.17 on up to the end of the file only, hence thp_plan_tmpfs()). Kernels
 * whose tmpfs makes no folios of that size (before 6.14 only PMD-sized ones) skip the row.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"

#define REGION .size_bytes = 64 << 20, .pages = PAGES_MEMFD

static const struct case_variant variants[] = {
	{.name = "4k", REGION, .folio_bytes = FOLIO_BASE},
	{.name = "64k", REGION, .folio_bytes = 64 << 10},
	{.name = "pmd", REGION, .folio_bytes = FOLIO_PMD},
};

static const struct bench_case mprotect_memfd = {
	.name = "mprotect_memfd",
	.summary = "shared mapping of a memfd to R and back to RW",
	.source = "asked for in review of the mprotect series: page-cache and shmem folios",
	.tags = (const char *const[]){"shared", NULL},
	.on_request = true,
	RANGE_TOGGLE_FIELDS,
};

BENCH_CASE(mprotect_memfd);

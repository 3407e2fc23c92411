// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The page cache of a file: an unnamed file in /var/tmp, written a folio at a time, written back,
 * then mapped shared and read. Clean, since writeback would change dirty pages under the
 * measurement. Where the file system has no large folios (ext4 before Linux 6.16, say) or is none
 * on a disk, the row is skipped.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"

#define REGION .size_bytes = 64 << 20, .pages = PAGES_FILE

static const struct case_variant variants[] = {
	{.name = "4k", REGION, .folio_bytes = FOLIO_BASE},
	{.name = "64k", REGION, .folio_bytes = 64 << 10},
};

static const struct bench_case mprotect_file = {
	.name = "mprotect_file",
	.summary = "shared mapping of a file's page cache to R and back to RW",
	.source = "asked for in review of the micro-optimisation series: page-cache large folios",
	.tags = (const char *const[]){"shared", NULL},
	.on_request = true,
	RANGE_TOGGLE_FIELDS,
};

BENCH_CASE(mprotect_file);

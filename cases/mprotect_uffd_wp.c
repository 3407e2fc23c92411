// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mprotect() over pages that userfaultfd has write-protected, all of them once, in setup(), as
 * while a snapshot is taken. Going back to RW must leave each page protected, so that a write still
 * faults: none may become writable. Nothing is written, so it stays so.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"
#include "uffd.h"

static int setup(struct case_run *run)
{
	return uffd_open_protected(run, UFFD_FEATURE_PAGEFAULT_FLAG_WP, "pages");
}

#define REGION .size_bytes = 64 << 20, .pages = PAGES_UFFD_PRESENT

static const struct case_variant variants[] = {
	{.name = "4k", REGION, .folio_bytes = FOLIO_BASE},
	{.name = "64k", REGION, .folio_bytes = 64 << 10},
	{.name = "pmd", REGION, .folio_bytes = FOLIO_PMD},
};

static const struct bench_case mprotect_uffd_wp = {
	.name = "mprotect_uffd_wp",
	.summary = "region that userfaultfd write-protects to R and back to RW",
	.source = "asked for in review: pages that RW must not make writable",
	.tags = (const char *const[]){"states", "uffd", NULL},
	.on_request = true,
	.setup = setup,
	.teardown = uffd_close,
	RANGE_TOGGLE_FIELDS,
};

BENCH_CASE(mprotect_uffd_wp);

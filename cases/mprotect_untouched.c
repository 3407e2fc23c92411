// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mprotect() where nothing is mapped, so that the VMA is all that changes: "untouched" never was
 * faulted in and has no page tables, "emptied" was written and given back with MADV_DONTNEED, so
 * that all entries of its page tables are empty. Kernels may free page tables that MADV_DONTNEED
 * empties (CONFIG_PT_RECLAIM, Linux 6.14) if one call spans all of one, hence many smaller calls.
 * pagemap shows both alike; VmPTE of /proc/self/status tells that the tables are there.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

enum {
	UNTOUCHED,
	EMPTIED
};

/* Of this process's page tables, which are freed one by one. 0 where they cannot be seen. */
static uint64_t page_table_bytes(void)
{
	char text[4096];
	const char *line = NULL;

	if (read_text_at(AT_FDCWD, "/proc/self/status", text, sizeof(text)) > 0)
		line = strstr(text, "\nVmPTE:");
	return line ? strtoull(line + strlen("\nVmPTE:"), NULL, 10) << 10 : 0;
}

/* What the entries of one page table map. */
static uint64_t table_spans(const struct case_run *run)
{
	return run->page_bytes * (run->page_bytes / sizeof(uint64_t));
}

/* That all tables of "emptied" are there, beside those that run->data counted before. */
static int check(struct case_run *run)
{
	const uint64_t span = table_spans(run), tables = (run->size_bytes + span - 1) / span;
	const uint64_t least = (uint64_t)(uintptr_t)run->data + tables * run->page_bytes;

	if (run->variant->arg == UNTOUCHED || page_table_bytes() >= least)
		return 0;
	return error_set(run->why, -EBADMSG,
			 "the region's page tables are gone (VmPTE of /proc/self/status)");
}

/* Half the pages of a page table at a time. */
static int setup(struct case_run *run)
{
	const uint64_t half = table_spans(run) / 2;

	if (run->variant->arg == UNTOUCHED)
		return 0;
	run->data = (void *)(uintptr_t)page_table_bytes();
	memset(run->region, 1, run->size_bytes);
	for (uint64_t i = 0; i < run->size_bytes; i += half) {
		const uint64_t rest = run->size_bytes - i;

		if (madvise(run->region + i, half < rest ? half : rest, MADV_DONTNEED))
			return -errno;
	}
	return check(run);
}

#define REGION .size_bytes = 64 << 20, .folio_bytes = FOLIO_BASE, .pages = PAGES_UNTOUCHED

static const struct case_variant variants[] = {
	{.name = "untouched", REGION, .arg = UNTOUCHED},
	{.name = "emptied", REGION, .arg = EMPTIED},
};

static const struct bench_case mprotect_untouched = {
	.name = "mprotect_untouched",
	.summary = "region of which nothing is mapped to R and back to RW",
	.source = "asked for in review: PTEs, or whole page tables, that are not there",
	.tags = (const char *const[]){"nonpresent", NULL},
	.on_request = true,
	.setup = setup,
	.check = check,
	RANGE_TOGGLE_FIELDS,
};

BENCH_CASE(mprotect_untouched);

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One mprotect() over many VMAs: a region of 160,000 KiB of order-0 folios (40,000 pages of 4K) as
 * 1, 100 or 10,000 VMAs, to R and back to RW. The pages are the same, so the difference of two rows
 * is what the VMAs cost: looking each up, accounting, changing its flags and page protection, a
 * walk from the top of the page table. At 10,000 each VMA is 4 pages of 4K.
 *
 * The VMAs don't merge on the way: every second one has MADV_DONTFORK, so neighbours never have the
 * same flags.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"

/* What a program has besides: its own mappings, libraries, stacks. */
#define OTHER_VMAS 500

static int unmet(const struct case_variant *variant, struct error *why)
{
	_cleanup_file_ FILE *file = fopen("/proc/sys/vm/max_map_count", "re");
	unsigned long max;

	if (variant->vmas && file && fscanf(file, "%lu", &max) == 1 &&
	    max < variant->vmas + OTHER_VMAS)
		return error_set(why, -ENOTSUP,
				 "needs %u VMAs; vm.max_map_count is %lu (raise it by sysctl)",
				 variant->vmas + OTHER_VMAS, max);
	return 0;
}

#define REGION .size_bytes = 160000 << 10, .folio_bytes = FOLIO_BASE

static const struct case_variant variants[] = {
	{.name = "1", REGION},
	{.name = "100", REGION, .vmas = 100},
	{.name = "10000", REGION, .vmas = 10000},
};

static const struct bench_case mprotect_vmas = {
	.name = "mprotect_vmas",
	.summary = "region of 1, 100 or 10,000 VMAs to R and back to RW, in one call",
	.source = "splitting and merging aside, what a call costs per VMA and not per page",
	.tags = (const char *const[]){"vmas", NULL},
	.on_request = true,
	.unmet = unmet,
	RANGE_TOGGLE_FIXED_SIZE_FIELDS,
};

BENCH_CASE(mprotect_vmas);

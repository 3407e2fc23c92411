// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Growth by 64 KiB that has to move: an inaccessible page follows the region, so that mremap(here,
 * size, size + 64K, MAYMOVE) fails to grow it in place, looks for an address, and moves each PTE
 * there. mremap_grow is the growth that finds room, mremap_1m the move to an address that is given.
 * The kernel chooses the target, as it does for realloc(); 1 MiB is too small for it to be aligned
 * like a huge page, which some kernels do, so no page table is moved as it is.
 *
 * One iteration is one timed call; mremap(there, size + 64K, size, MAYMOVE | FIXED, here) beside it
 * shrinks the region and brings it home.
 */
#include "mremap.h"

#define STEP (64UL << 10)

static int run(struct case_run *run, uint64_t n)
{
	const uint64_t small = run->size_bytes, large = small + STEP;
	char *here = run->region;

	for (uint64_t i = 0; i < n; i++) {
		char *there;

		case_time_on(run);
		there = mremap(here, small, large, MREMAP_MAYMOVE);
		case_time_off(run);
		if (there == MAP_FAILED || mremap(there, large, small, MOVE, here) != here)
			return -errno;
	}
	return 0;
}

static int setup(struct case_run *run)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
	char *neighbour = run->region + run->size_bytes;

	if (mmap(neighbour, run->page_bytes, PROT_NONE, flags, -1, 0) != neighbour)
		return -errno;
	return level_gaps(run->page_bytes);
}

static const struct case_variant variants[] = {
	{.name = "4k", .size_bytes = 1 << 20, .folio_bytes = FOLIO_BASE},
	{.name = "64k", .size_bytes = 1 << 20, .folio_bytes = 64 << 10},
};

static const struct bench_case mremap_grow_move = {
	.name = "mremap_grow_move",
	.summary = "1 MiB grown by 64 KiB, which its neighbour forces to move",
	.source = "the costly call of stress-ng's bigheap, see mremap_realloc",
	.tags = (const char *const[]){"mremap", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.own_time = true,
	.room_factor = 2,
	.calls_per_iteration = 1,
	.pages_per_call = PAGES_OF_REGION,
	.setup = setup,
	.run = run,
};

BENCH_CASE(mremap_grow_move);

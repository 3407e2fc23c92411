// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Growth in place by 64 KiB, and back: mremap(here, size, size + 64K, 0), then mremap(here,
 * size + 64K, size, 0). Nothing is faulted in meanwhile, so this is what changing a VMA costs
 * either way, whatever pages it has; mremap_shrink gives up pages. 64 KiB is the step of
 * mremap_realloc, most of whose calls are of this kind.
 *
 * One iteration is two calls; directions: grow, shrink.
 */
#include "bench/case.h"

#include <errno.h>
#include <sys/mman.h>

#define STEP (64UL << 10)

static int run(struct case_run *run, uint64_t n)
{
	const uint64_t small = run->size_bytes, large = small + STEP;
	char *p = run->region;
	uint64_t grow_ns = 0, shrink_ns = 0;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t start = now_ns(), middle;

		if (mremap(p, small, large, 0) != p)
			return -errno;
		middle = now_ns();
		if (mremap(p, large, small, 0) != p)
			return -errno;
		shrink_ns += now_ns() - middle;
		grow_ns += middle - start;
	}
	run->direction_ns[0] += grow_ns;
	run->direction_ns[1] += shrink_ns;
	return 0;
}

static const struct case_variant variants[] = {
	{.size_bytes = 1 << 20, .folio_bytes = FOLIO_BASE},
};

static const struct bench_case mremap_grow = {
	.name = "mremap_grow",
	.summary = "mapping grown in place by an empty 64 KiB, and shrunk again",
	.source = "the frequent call of stress-ng's bigheap, see mremap_realloc",
	.tags = (const char *const[]){"mremap", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.room_factor = 2,
	.calls_per_iteration = 2,
	.directions = {"grow", "shrink"},
	.run = run,
};

BENCH_CASE(mremap_grow);

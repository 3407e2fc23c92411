// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a call costs over the size of its range: from one page to as much memory as there is.
 *
 * Luke Yang's report of the regression by batching (February 2026) toggled one private anonymous
 * region between PROT_NONE and PROT_READ | PROT_WRITE in a tight loop, with regions of 4 KiB to
 * 40 GiB, and gave the nanoseconds of a call. The sequence, with sizes by powers of four:
 *
 *   mmap() of the region, private, anonymous, read-write; each page written once, order-0 folios
 *   in the timing, over and over: mprotect(region, size, PROT_NONE)
 *                                 mprotect(region, size, PROT_READ | PROT_WRITE)
 *
 * The whole region each time, so that its VMA is neither split nor merged, and no page is touched
 * in between. One iteration is two calls. They are timed as a whole in every row: a clock read
 * between the two would be a tenth of the small ones, and the curve must be of one quantity.
 *
 * Rows that are too large for a machine are skipped there. compare fits intercept and slope.
 */
#include "bench/case.h"

#include <errno.h>
#include <sys/mman.h>

static int run(struct case_run *run, uint64_t n)
{
	int failed = 0;

	for (uint64_t i = 0; i < n; i++) {
		failed |= mprotect(run->region, run->size_bytes, PROT_NONE);
		failed |= mprotect(run->region, run->size_bytes, PROT_READ | PROT_WRITE);
	}
	return failed ? -errno : 0;
}

static const struct case_variant variants[] = {
	{.name = "4K", .size_bytes = 4UL << 10},     {.name = "16K", .size_bytes = 16UL << 10},
	{.name = "64K", .size_bytes = 64UL << 10},   {.name = "256K", .size_bytes = 256UL << 10},
	{.name = "1M", .size_bytes = 1UL << 20},     {.name = "4M", .size_bytes = 4UL << 20},
	{.name = "16M", .size_bytes = 16UL << 20},   {.name = "64M", .size_bytes = 64UL << 20},
	{.name = "256M", .size_bytes = 256UL << 20}, {.name = "1G", .size_bytes = 1UL << 30},
	{.name = "4G", .size_bytes = 4UL << 30},     {.name = "16G", .size_bytes = 16UL << 30},
	{.name = "64G", .size_bytes = 64UL << 30},
};

static const struct bench_case mprotect_sweep = {
	.name = "mprotect_sweep",
	.summary = "order-0 region of 4K to 64G to NONE and back to RW",
	.source = "Luke Yang's report of a regression by batching, February 2026",
	.tags = (const char *const[]){"sweep", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.calls_per_iteration = 2,
	.pages_per_call = PAGES_OF_REGION,
	.run = run,
};

BENCH_CASE(mprotect_sweep);

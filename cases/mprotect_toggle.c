// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A region of order-0 folios toggled in a tight loop. R/RW is the program of the micro-optimisation
 * series, NONE/RW that of the regression report before it; the sizes are those of the report, 1 to
 * 10,000 pages. One iteration is two calls; small ranges are timed as a whole, since a clock read
 * between the two would be a tenth of them.
 */
#include "bench/case.h"

#include <errno.h>
#include <sys/mman.h>

static int run(struct case_run *run, uint64_t n)
{
	const int off = run->variant->arg;
	int failed = 0;

	for (uint64_t i = 0; i < n; i++) {
		failed |= mprotect(run->region, run->size_bytes, off);
		failed |= mprotect(run->region, run->size_bytes, PROT_READ | PROT_WRITE);
	}
	return failed ? -errno : 0;
}

static const struct case_variant variants[] = {
	{.name = "rw/4K", .size_bytes = 4 << 10, .arg = PROT_READ},
	{.name = "rw/40K", .size_bytes = 40 << 10, .arg = PROT_READ},
	{.name = "rw/400K", .size_bytes = 400 << 10, .arg = PROT_READ},
	{.name = "rw/4000K", .size_bytes = 4000 << 10, .arg = PROT_READ},
	{.name = "rw/40000K", .size_bytes = 40000 << 10, .arg = PROT_READ},
	{.name = "none/4K", .size_bytes = 4 << 10, .arg = PROT_NONE},
	{.name = "none/40K", .size_bytes = 40 << 10, .arg = PROT_NONE},
	{.name = "none/400K", .size_bytes = 400 << 10, .arg = PROT_NONE},
	{.name = "none/4000K", .size_bytes = 4000 << 10, .arg = PROT_NONE},
	{.name = "none/40000K", .size_bytes = 40000 << 10, .arg = PROT_NONE},
};

static const struct bench_case mprotect_toggle = {
	.name = "mprotect_toggle",
	.summary = "order-0 region to R (rw/) or NONE (none/) and back to RW",
	.source = "Pedro Falcato, mm/mprotect: micro-optimization work, March 2026; "
		  "Luke Yang's report of the regression behind it, February 2026",
	.tags = (const char *const[]){"seeds", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.calls_per_iteration = 2,
	.pages_per_call = PAGES_OF_REGION,
	.run = run,
};

BENCH_CASE(mprotect_toggle);

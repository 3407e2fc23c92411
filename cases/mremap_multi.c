// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A region of 16 VMAs moved up by its own size by one call, and back (Linux 6.17: a move that
 * changes no size may span VMAs). MADV_DONTFORK on every second VMA keeps them from merging, at
 * home and away. "4k" and "64k" have VMAs of 256 KiB (4K pages), too small to move page tables, but
 * too large for x86 to flush page by page, which in virtual machines may cost more than the move;
 * "pmd" has a PMD-mapped folio per VMA.
 *
 * mremap(here, size, size, MAYMOVE | FIXED, there), then back. One iteration is two calls;
 * directions: there, back.
 */
#include "mremap.h"

#include <string.h>
#include <unistd.h>

static int run(struct case_run *run, uint64_t n)
{
	return move_back(run, n, run->region + run->size_bytes, 0);
}

/* Two VMAs of one page each, moved to the other half of the mapping that they are in. */
static int unmet(const struct case_variant *variant, struct error *why)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 2 * page;
	char *p = mmap(NULL, 2 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int ret = 0;

	(void)variant;
	if (p == MAP_FAILED || case_split(p, size, page, 2) ||
	    mremap(p, size, size, MOVE, p + size) != p + size)
		ret = error_set(why, -ENOTSUP, "mremap() of several VMAs: %s (Linux 6.17)",
				strerror(errno));
	if (p != MAP_FAILED)
		munmap(p, 2 * size);
	return ret;
}

static const struct case_variant variants[] = {
	{.name = "4k", .size_bytes = 4 << 20, .folio_bytes = FOLIO_BASE, .vmas = 16},
	{.name = "64k", .size_bytes = 4 << 20, .folio_bytes = 64 << 10, .vmas = 16},
	{.name = "pmd", .size_bytes = 32 << 20, .folio_bytes = FOLIO_PMD, .vmas = 16},
};

static const struct bench_case mremap_multi = {
	.name = "mremap_multi",
	.summary = "region of 16 VMAs moved up by its size in one call, and back",
	.source = "Lorenzo Stoakes, mm/mremap: permit mremap() move of multiple VMAs, July 2025",
	.tags = (const char *const[]){"mremap", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.room_factor = 2,
	.calls_per_iteration = 2,
	.pages_per_call = PAGES_OF_REGION,
	.directions = {"there", "back"},
	.unmet = unmet,
	.run = run,
};

BENCH_CASE(mremap_multi);

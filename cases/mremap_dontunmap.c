// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * MREMAP_DONTUNMAP (Linux 5.7): the pages move, the old range stays mapped and is empty, as garbage
 * collectors do who then watch it with userfaultfd. The way back is an ordinary move onto that
 * range, which it unmaps first; so each iteration begins as the one before. Target and page tables
 * are those of mremap_move, whose rows show what not unmapping adds.
 *
 * mremap(here, size, size, MAYMOVE | FIXED | DONTUNMAP, there), then back without DONTUNMAP. One
 * iteration is two calls; directions: dontunmap, back.
 */
#include "mremap.h"

#include <string.h>

static int run(struct case_run *run, uint64_t n)
{
	return move_back(run, n, run->region + run->size_bytes, MREMAP_DONTUNMAP);
}

/* On a mapping of one page. */
static int unmet(const struct case_variant *variant, struct error *why)
{
	char *there = MAP_FAILED,
	     *here = mmap(NULL, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int ret = 0;

	(void)variant;
	if (here != MAP_FAILED)
		there = mremap(here, 1, 1, MREMAP_MAYMOVE | MREMAP_DONTUNMAP, NULL);
	if (there == MAP_FAILED)
		ret = error_set(why, -ENOTSUP, "mremap() with MREMAP_DONTUNMAP: %s (Linux 5.7)",
				strerror(errno));
	else
		munmap(there, 1);
	if (here != MAP_FAILED)
		munmap(here, 1);
	return ret;
}

static const struct case_variant variants[] = {
	{.name = "4k", .size_bytes = 64 << 20, .folio_bytes = FOLIO_BASE},
	{.name = "64k", .size_bytes = 64 << 20, .folio_bytes = 64 << 10},
	{.name = "pmd", .size_bytes = 64 << 20, .folio_bytes = FOLIO_PMD},
};

static const struct bench_case mremap_dontunmap = {
	.name = "mremap_dontunmap",
	.summary = "region moved away from its mapping, and back onto it",
	.source = "Brian Geffon, mm/mremap: add MREMAP_DONTUNMAP to mremap(), 2020 (Linux 5.7)",
	.tags = (const char *const[]){"mremap", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.scalable = true,
	.room_factor = 2,
	.calls_per_iteration = 2,
	.pages_per_call = PAGES_OF_REGION,
	.directions = {"dontunmap", "back"},
	.unmet = unmet,
	.run = run,
};

BENCH_CASE(mremap_dontunmap);

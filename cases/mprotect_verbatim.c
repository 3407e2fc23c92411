// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The posted program of "Optimize mprotect() for large folios", whole: map 1 GiB at a fixed hint,
 * fault it in, forbid further huge pages, clear it, PTE-map what is PMD-mapped, then 40 times { R,
 * RW, clear the whole region }. The posted seconds are of all that, so most of them are not
 * mprotect; the cases without "verbatim" time the calls alone. One iteration is one run of the
 * program. Proving the folios happens in between and is not timed.
 */
#include "bench/case.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

static char *const hint = (char *)REGION_ADDRESS;

static int cycles(char *p, size_t size)
{
	for (int i = 0; i < 40; i++) {
		if (mprotect(p, size, PROT_READ) || mprotect(p, size, PROT_READ | PROT_WRITE))
			return -errno;
		explicit_bzero(p, size);
	}
	return 0;
}

static int populate(struct case_run *run, char *p, size_t size)
{
	memset(p, 0, size);
	if (madvise(p, size, MADV_NOHUGEPAGE))
		return -errno;
	explicit_bzero(p, size);
	return case_pte_map(p, size, run->page_bytes, run->pmd_bytes);
}

static int program(struct case_run *run)
{
	const size_t size = run->size_bytes;
	char *p;
	int ret;

	case_time_on(run);
	p = mmap(hint, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p != hint)
		return p == MAP_FAILED ? -errno : -EADDRINUSE;
	ret = populate(run, p, size);
	case_time_off(run);
	ret = ret ? ret : case_prove(run, BEFORE, p, size);
	case_time_on(run);
	ret = ret ? ret : cycles(p, size);
	case_time_off(run);
	ret = ret ? ret : case_prove(run, AFTER, p, size);
	case_time_on(run);
	munmap(p, size);
	case_time_off(run);
	return ret;
}

static int run(struct case_run *run, uint64_t n)
{
	int ret = 0;

	for (uint64_t i = 0; i < n && !ret; i++)
		ret = program(run);
	return ret;
}

static const struct case_variant variants[] = {
	{.name = "thp_split", .size_bytes = 1UL << 30, .folio_bytes = FOLIO_PMD},
	{.name = "mthp_64k", .size_bytes = 1UL << 30, .folio_bytes = 64 << 10},
	{.name = "4k", .size_bytes = 1UL << 30, .folio_bytes = FOLIO_BASE},
};

static const struct bench_case mprotect_verbatim = {
	.name = "mprotect_verbatim",
	.summary = "the posted program whole: fault in, 40 x (R, RW, bzero)",
	.source = "Dev Jain, [PATCH 0/7] Optimize mprotect() for large folios, v1 to v5, "
		  "April to July 2025",
	.tags = (const char *const[]){"verbatim", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.scalable = true,
	.pte_mapped = true,
	.maps_itself = true,
	.own_time = true,
	.max_repetitions = 2,
	.max_iterations = 1,
	.published_iterations = 1,
	.published_unit = "program",
	.run = run,
};

BENCH_CASE(mprotect_verbatim);

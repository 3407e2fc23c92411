// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A heap that realloc() lets grow in steps of 64 KiB, as stress-ng's bigheap does. Kernels were
 * compared by its "realloc calls per sec", the calls' time alone, when the kernel test robot found
 * them 37.3 % fewer after the first series (f822a9a81a31, August 2025, Sapphire Rapids).
 *
 * The original (stress-bigheap.c, defaults, one worker): malloc(64K); forever: realloc() to 64 KiB
 * more, timed; then one word written per page, to the new pages if the address is the old one,
 * otherwise to all. At the limit, or when memory runs out: free() and begin again. In glibc,
 * realloc() of a block over 128 KiB is mremap(p, old, new, MREMAP_MAYMOVE); block and header (16
 * bytes) take one page more than the block alone. mmap() goes from high addresses to low, so a
 * mapping that has moved leaves a gap as large as it was behind it, in which it grows until it has
 * doubled: nearly all calls grow in place, and each page is moved about twice.
 *
 * Here: mmap() of 64 KiB, 255 mremap() to 16 MiB, of which the time counts; after each, the new
 * pages alone are written (the others are there); munmap(). One iteration is that, its call the
 * mean of 255 unequal ones. "4k" has glibc's page more, so source and target of a move never lie
 * alike in their page tables. "64k" cannot, since its folios would not be whole: from 2 MiB on (4K
 * pages) whole page tables move. "untouched" writes nothing: what is left is VMAs. PMD-sized folios
 * never come about, since no step has room for one.
 */
#include "mremap.h"

#define STEP  (64UL << 10)
#define TOTAL (16UL << 20)

/* @more: mapped beyond the block. @touched: bytes of each step that are written. Returns the block,
 * or NULL with errno. */
static char *grow(struct case_run *run, uint64_t more, uint64_t touched)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
	char *p = mmap(NULL, STEP + more, PROT_READ | PROT_WRITE, flags, -1, 0);

	for (uint64_t size = STEP; p != MAP_FAILED; size += STEP) {
		for (uint64_t i = 0; i < touched; i += run->page_bytes)
			p[size - STEP + i] = 1;
		if (size == TOTAL)
			return p;
		case_time_on(run);
		p = mremap(p, size + more, size + STEP + more, MREMAP_MAYMOVE);
		case_time_off(run);
	}
	return NULL;
}

static uint64_t more(const struct case_run *run)
{
	return run->variant->folio_bytes == FOLIO_BASE ? run->page_bytes : 0;
}

static int run_touching(struct case_run *run, uint64_t n, uint64_t touched)
{
	for (uint64_t i = 0; i < n; i++) {
		char *p = grow(run, more(run), touched);

		if (!p || munmap(p, TOTAL + more(run)))
			return -errno;
	}
	return 0;
}

static int run_touched(struct case_run *run, uint64_t n)
{
	return run_touching(run, n, STEP);
}

static int run_untouched(struct case_run *run, uint64_t n)
{
	return run_touching(run, n, 0);
}

/* A rehearsal: the folios of one that has grown. Not timed. */
static int prove(struct case_run *run, enum moment moment)
{
	char *p = grow(run, more(run), STEP);
	int ret;

	if (!p || (more(run) && munmap(p + TOTAL, more(run))))
		return -errno;
	ret = case_prove(run, moment, p, TOTAL);
	munmap(p, TOTAL);
	return ret;
}

static int setup_untouched(struct case_run *run)
{
	return level_gaps(run->page_bytes);
}

static int setup(struct case_run *run)
{
	int ret = level_gaps(run->page_bytes);

	return ret ? ret : prove(run, BEFORE);
}

static int check(struct case_run *run)
{
	return prove(run, AFTER);
}

static const struct case_variant variants[] = {
	{.name = "4k", .size_bytes = TOTAL, .folio_bytes = FOLIO_BASE},
	{.name = "64k", .size_bytes = TOTAL, .folio_bytes = STEP},
};

static const struct case_variant untouched[] = {{}};

#define FIELDS                                                                               \
	.source = "stress-ng's bigheap, as in: kernel test robot, [mm] f822a9a81a: "         \
		  "stress-ng.bigheap.realloc_calls_per_sec 37.3% regression, August 2025",   \
	.tags = (const char *const[]){"mremap", NULL}, .on_request = true, .own_time = true, \
	.calls_per_iteration = TOTAL / STEP - 1

static const struct bench_case mremap_realloc = {
	.name = "mremap_realloc",
	.summary = "mapping grown to 16 MiB in steps of 64 KiB, each written to",
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.maps_itself = true,
	.faults_region = true,
	.max_iterations = 16, /* the faults beside one take ten times as long */
	.setup = setup,
	.run = run_touched,
	.check = check,
	FIELDS,
};

static const struct bench_case mremap_realloc_untouched = {
	.name = "mremap_realloc_untouched",
	.summary = "mapping grown to 16 MiB in steps of 64 KiB, nothing written",
	.variants = untouched,
	.nr_variants = ARRAY_SIZE(untouched),
	.setup = setup_untouched,
	.run = run_untouched,
	FIELDS,
};

BENCH_CASE(mremap_realloc);
BENCH_CASE(mremap_realloc_untouched);

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The posted program of "Optimize mremap() for large folios", round by round: map 1 MiB at a fixed
 * hint, fill it with 0xAA, move it up by its own size, unmap it there. Faults, filling and freeing
 * are part of the figure, as they were in the posted one: mremap_1m times the call alone. One
 * iteration is one round; the posted program did 10,000. v1 of the series
 * said 512K, which v3 corrected to 1M; both are here.
 */
#include "bench/case.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

static char *const hint = (char *)REGION_ADDRESS;

static int run(struct case_run *run, uint64_t n)
{
	const size_t size = run->size_bytes;
	char *there = hint + size;
	int failed = 0;

	for (uint64_t i = 0; i < n && !failed; i++) {
		char *p = mmap(hint, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			       0);

		if (p != hint)
			return p == MAP_FAILED ? -errno : -EADDRINUSE;
		memset(p, 0xAA, size);
		failed |= mremap(p, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, there) != there;
		failed |= munmap(there, size);
	}
	return failed ? -errno : 0;
}

/* A rehearsal: the folios of one round, before and after its move. Not timed. */
static int prove_round(struct case_run *run, enum moment moment)
{
	const size_t size = run->size_bytes;
	char *p = mmap(hint, size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	int ret;

	if (p == MAP_FAILED)
		return -errno;
	memset(p, 0xAA, size);
	if (mremap(p, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, hint + size) == MAP_FAILED)
		return -errno;
	ret = case_prove(run, moment, hint + size, size);
	munmap(hint + size, size);
	return ret;
}

static int setup(struct case_run *run)
{
	return prove_round(run, BEFORE);
}

static int check(struct case_run *run)
{
	return prove_round(run, AFTER);
}

static const struct case_variant variants[] = {
	{.name = "64k", .size_bytes = 1 << 20, .folio_bytes = 64 << 10},
	{.name = "4k", .size_bytes = 1 << 20, .folio_bytes = FOLIO_BASE},
	{.name = "512k_64k", .size_bytes = 512 << 10, .folio_bytes = 64 << 10},
	{.name = "512k_4k", .size_bytes = 512 << 10, .folio_bytes = FOLIO_BASE},
};

static const struct bench_case mremap_1m_loop = {
	.name = "mremap_1m_loop",
	.summary = "map, fill, move and unmap 1 MiB (or 512K), as posted",
	.source = "Dev Jain, Optimize mremap() for large folios, v1 to v4, May and June 2025",
	.tags = (const char *const[]){"seeds", "mremap", "verbatim", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.maps_itself = true,
	.faults_region = true,
	.published_iterations = 10000,
	.published_unit = "10000 rounds",
	.setup = setup,
	.run = run,
	.check = check,
};

BENCH_CASE(mremap_1m_loop);

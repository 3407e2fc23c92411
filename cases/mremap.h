/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the mremap cases have in common: the measured loop of the moves.
 */
#ifndef CASES_MREMAP_H
#define CASES_MREMAP_H

#include "bench/case.h"

#include <errno.h>
#include <sys/mman.h>

#define MOVE (MREMAP_MAYMOVE | MREMAP_FIXED)

/* What one page table maps, and hence one PMD: also on a kernel without huge pages. */
static inline uint64_t table_bytes(uint64_t page_bytes)
{
	return page_bytes / sizeof(uint64_t) * page_bytes;
}

/*
 * The measured loop: the whole region to a fixed target by one mremap(), and back by another, each
 * direction timed apart. The cases differ by where the target lies and by what the region is made
 * of, not by the loop. Each result is looked at, since after a move that failed the next call would
 * be another thing.
 *
 * One iteration is two calls. @flags: more of them for the way there.
 */
static inline int move_back(struct case_run *run, uint64_t n, char *there, int flags)
{
	const uint64_t size = run->size_bytes;
	char *here = run->region;
	uint64_t there_ns = 0, back_ns = 0;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t start = now_ns(), middle;

		if (mremap(here, size, size, MOVE | flags, there) != there)
			return -errno;
		middle = now_ns();
		if (mremap(there, size, size, MOVE, here) != here)
			return -errno;
		back_ns += now_ns() - middle;
		there_ns += middle - start;
	}
	run->direction_ns[0] += there_ns;
	run->direction_ns[1] += back_ns;
	return 0;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the mremap cases have in common: the measured loop of the moves, and address space that
 * looks alike in each process.
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

/*
 * For cases that let the kernel choose addresses, as realloc() does. It takes the end of the
 * highest gap that is large enough. Address space randomisation lets that be any page, so that a
 * move crosses into another page table in some processes and not in others, which is a difference
 * between runs and not between kernels.
 *
 * Fills the gaps that mappings of 64 KiB and more would get from the end on with inaccessible
 * memory, until what is left ends at a multiple of what one page table maps; a little in any case,
 * so that no VMA of the process merges with what is mapped there later. Where the kernel searches
 * from below, as without a limit of the stack, it gives up. Returns 0 or a negative errno.
 */
static inline int level_gaps(uint64_t page_bytes)
{
	const uint64_t table = table_bytes(page_bytes);
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

	for (uint64_t size = 64 << 10; size < table; size *= 2)
		for (uint64_t tries = 0; tries < table / size + 2; tries++) {
			char *p = mmap(NULL, size, PROT_NONE, flags, -1, 0);
			uint64_t excess = ((uintptr_t)p + size) % table;
			uint64_t unwanted = excess < size ? size - excess : 0;

			if (p == MAP_FAILED)
				return -errno;
			if (!excess && !tries)
				continue;
			if (unwanted && munmap(p, unwanted))
				return -errno;
			if (!excess)
				break;
		}
	return 0;
}

#endif

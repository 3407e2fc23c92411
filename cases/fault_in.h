/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For cases that give up memory in each iteration and need it back for the next: faults it in as
 * the harness did with the region.
 */
#ifndef CASES_FAULT_IN_H
#define CASES_FAULT_IN_H

#include "bench/case.h"

#include <sys/mman.h>

/* As in bench/mem.c: where madvise() knows nothing of huge pages, sysfs alone decides. */
static inline void fault_in(const struct case_run *run, char *p)
{
	const uint64_t size = run->size_bytes;
	const bool large = run->variant->folio_bytes != FOLIO_BASE;

	madvise(p, size, large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
	for (uint64_t i = 0; i < size; i += run->page_bytes)
		p[i] = 1;
	if (large)
		madvise(p, size, MADV_NOHUGEPAGE);
}

#endif

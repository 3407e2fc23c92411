/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The measured loop of "Optimize mprotect() for large folios", which all cases share that ask what
 * the same walk costs over other pages: the whole region read-only, then read-write again, each
 * direction timed apart (two clock reads are nothing beside a walk over 256 pages or more). What
 * differs between the cases is the pages, not the loop.
 *
 * One iteration is one cycle of two calls; the posted program did 40.
 */
#ifndef CASES_RANGE_TOGGLE_H
#define CASES_RANGE_TOGGLE_H

#include "bench/case.h"

#include <errno.h>
#include <sys/mman.h>

static inline int range_toggle(struct case_run *run, uint64_t n)
{
	uint64_t r_ns = 0, rw_ns = 0;
	int failed = 0;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t start = now_ns(), middle;

		failed |= mprotect(run->region, run->size_bytes, PROT_READ);
		middle = now_ns();
		failed |= mprotect(run->region, run->size_bytes, PROT_READ | PROT_WRITE);
		rw_ns += now_ns() - middle;
		r_ns += middle - start;
	}
	run->direction_ns[0] += r_ns;
	run->direction_ns[1] += rw_ns;
	return failed ? -errno : 0;
}

/* What the descriptors of all of them have in common. */
#define RANGE_TOGGLE_FIXED_SIZE_FIELDS                                                       \
	.nr_variants = ARRAY_SIZE(variants), .variants = variants, .calls_per_iteration = 2, \
	.pages_per_call = PAGES_OF_REGION, .directions = {"r", "rw"}, .run = range_toggle

/* Those of the cases that any size of region will do for. */
#define RANGE_TOGGLE_FIELDS .scalable = true, RANGE_TOGGLE_FIXED_SIZE_FIELDS

/* Those of the posted program itself. */
#define RANGE_TOGGLE_POSTED_FIELDS                                                         \
	.source = "Dev Jain, [PATCH 0/7] Optimize mprotect() for large folios, v1 to v5, " \
		  "April to July 2025",                                                    \
	.tags = (const char *const[]){"seeds", NULL}, .published_iterations = 40,          \
	.published_unit = "40 cycles", RANGE_TOGGLE_FIELDS

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mprotect() over userfaultfd's write-protect markers: nothing is mapped, and each PTE holds a
 * marker that a page which comes later is to be protected. The walk must look at each and change
 * none. Markers came for shared memory (Linux 5.19), later for anonymous memory too (6.4).
 *
 * "anon": the region's pages are given back with MADV_DONTNEED, then it is registered and
 * write-protected. "shmem": the same over empty shared anonymous memory.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"
#include "uffd.h"

enum {
	ANON,
	SHMEM
};

static int setup(struct case_run *run)
{
	const int flags = MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED;
	const uint64_t features = UFFD_FEATURE_PAGEFAULT_FLAG_WP;

	if (run->variant->arg == ANON) {
		if (madvise(run->region, run->size_bytes, MADV_DONTNEED))
			return -errno;
		return uffd_open_protected(run, features | UFFD_FEATURE_WP_UNPOPULATED,
					   "anonymous memory without pages");
	}
	if (mmap(run->region, run->size_bytes, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED)
		return -errno;
	return uffd_open_protected(run, features | UFFD_FEATURE_WP_HUGETLBFS_SHMEM,
				   "shared memory");
}

#define REGION .size_bytes = 64 << 20, .folio_bytes = FOLIO_BASE, .pages = PAGES_UFFD_WP

static const struct case_variant variants[] = {
	{.name = "anon", REGION, .arg = ANON},
	{.name = "shmem", REGION, .arg = SHMEM},
};

static const struct bench_case mprotect_uffd_marker = {
	.name = "mprotect_uffd_marker",
	.summary = "region of userfaultfd's write-protect markers to R and back to RW",
	.source = "asked for in review: PTEs that are neither present nor empty",
	.tags = (const char *const[]){"nonpresent", "uffd", NULL},
	.on_request = true,
	.setup = setup,
	.teardown = uffd_close,
	RANGE_TOGGLE_FIELDS,
};

BENCH_CASE(mprotect_uffd_marker);

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What live snapshots of virtual machines and checkpointing do, without their faults: an anonymous
 * region that was written and is registered with a userfaultfd is write-protected in one
 * UFFDIO_WRITEPROTECT call, then the protection of all of it is resolved in another (mode 0). Both
 * run through change_protection(), as mprotect() does, but no VMA changes. Resolving makes
 * exclusive pages writable at once since Linux 6.3 ("mm/userfaultfd: rely on vma->vm_page_prot in
 * uffd_wp_range()"); before, it left that to the next write. Folios mapped by PMDs stay so: only
 * those of files and shmem would be split for markers (pgtable_split_needed()).
 *
 * One iteration is two calls.
 */
#include "uffd.h"

static int run(struct case_run *run, uint64_t n)
{
	uint64_t wp_ns = 0, resolve_ns = 0;
	int failed = 0;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t start = now_ns(), middle;

		failed |= uffd_protect(run, UFFDIO_WRITEPROTECT_MODE_WP);
		middle = now_ns();
		failed |= uffd_protect(run, 0);
		resolve_ns += now_ns() - middle;
		wp_ns += middle - start;
	}
	run->direction_ns[0] += wp_ns;
	run->direction_ns[1] += resolve_ns;
	return failed ? -errno : 0;
}

static int setup(struct case_run *run)
{
	return uffd_open(run, UFFD_FEATURE_PAGEFAULT_FLAG_WP, "pages");
}

#define REGION .size_bytes = 64 << 20

static const struct case_variant variants[] = {
	{.name = "4k", REGION, .folio_bytes = FOLIO_BASE},
	{.name = "64k", REGION, .folio_bytes = 64 << 10},
	{.name = "pmd", REGION, .folio_bytes = FOLIO_PMD},
};

static const struct bench_case uffd_wp = {
	.name = "uffd_wp",
	.summary = "region write-protected by userfaultfd, and resolved again",
	.source = "asked for in review: other users of change_protection()",
	.tags = (const char *const[]){"uffd", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.scalable = true,
	.calls_per_iteration = 2,
	.pages_per_call = PAGES_OF_REGION,
	.directions = {"wp", "resolve"},
	.setup = setup,
	.run = run,
	.teardown = uffd_close,
};

BENCH_CASE(uffd_wp);

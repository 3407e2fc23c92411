// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * With soft-dirty tracking, as checkpointing (CRIU) switches it on: "4" is written to
 * /proc/self/clear_refs once the region has been written, which clears the soft-dirty bit of each
 * PTE and write-protects it (Documentation/admin-guide/mm/soft-dirty.rst). Going back to RW must
 * leave it write-protected, so that the next write is noticed. Nothing is written, so it stays so.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"

#include <fcntl.h>
#include <unistd.h>

#define SOFT_DIRTY (1ULL << 55) /* Documentation/admin-guide/mm/pagemap.rst */

/* Of the page at @p: 1, 0, or a negative errno. */
static int soft_dirty(int pagemap, const volatile char *p, uint64_t page_bytes)
{
	uint64_t entry;
	off_t offset = (off_t)((uintptr_t)p / page_bytes * sizeof(entry));

	if (pread(pagemap, &entry, sizeof(entry), offset) != sizeof(entry))
		return -EIO;
	return !!(entry & SOFT_DIRTY);
}

/* Begins to track this process. 0, -ENOTSUP where a page of ours shows that nothing does. */
static int begin(int clear_refs, int pagemap, volatile char *page, uint64_t page_bytes)
{
	int before, after;

	*page = 1;
	if (write(clear_refs, "4", 1) != 1)
		return -ENOTSUP;
	before = soft_dirty(pagemap, page, page_bytes);
	*page = 2;
	after = soft_dirty(pagemap, page, page_bytes);
	return before < 0 ? before : after < 0 ? after : before || !after ? -ENOTSUP : 0;
}

static int setup(struct case_run *run)
{
	_cleanup_fd_ int clear_refs = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
	_cleanup_fd_ int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	char *page = mmap(NULL, run->page_bytes, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int ret = -ENOTSUP;

	if (page == MAP_FAILED)
		return -errno;
	if (clear_refs >= 0 && pagemap >= 0)
		ret = begin(clear_refs, pagemap, page, run->page_bytes);
	munmap(page, run->page_bytes);
	if (ret == -ENOTSUP)
		error_set(
			run->why, ret,
			"needs soft-dirty tracking (CONFIG_MEM_SOFT_DIRTY, not on every architecture)");
	return ret;
}

#define REGION .size_bytes = 64 << 20, .pages = PAGES_TRACKED

static const struct case_variant variants[] = {
	{.name = "4k", REGION, .folio_bytes = FOLIO_BASE},
	{.name = "64k", REGION, .folio_bytes = 64 << 10},
};

static const struct bench_case mprotect_tracked = {
	.name = "mprotect_tracked",
	.summary = "region with soft-dirty tracking on to R and back to RW",
	.source = "asked for in review: soft-dirty tracking, which RW must not undo",
	.tags = (const char *const[]){"states", NULL},
	.on_request = true,
	.setup = setup,
	RANGE_TOGGLE_FIELDS,
};

BENCH_CASE(mprotect_tracked);

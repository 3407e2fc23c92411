// SPDX-License-Identifier: GPL-2.0-or-later
#include "mem.h"

#include "backing.h"
#include "pages.h"

#include <errno.h>
#include <inttypes.h>
#include <numa.h>
#include <numaif.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define BATCH_PAGES 16384

int mem_bind(int node, struct error *err)
{
	struct bitmask *nodes;
	int ret;

	if (numa_available() < 0)
		return 0;
	if (numa_num_configured_nodes() == 1) {
		ret = set_mempolicy(MPOL_DEFAULT, NULL, 0) ? -errno : 0;
	} else {
		nodes = numa_allocate_nodemask();
		if (!nodes)
			return -ENOMEM;
		numa_bitmask_setbit(nodes, (unsigned int)node);
		ret = set_mempolicy(MPOL_BIND, nodes->maskp, nodes->size + 1) ? -errno : 0;
		numa_bitmask_free(nodes);
	}
	if (ret)
		return error_set(err, ret, "node %d: memory cannot be bound to it: %s", node,
				 strerror(-ret));
	return 0;
}

/* Reserves and frees, so that what follows finds @room_bytes. */
static int check_room(uint64_t room_bytes, struct error *err)
{
	char *const address = (char *)REGION_ADDRESS;
	char *p = mmap(address, room_bytes, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0);
	int code = p == MAP_FAILED ? -errno : -EEXIST;

	if (p != MAP_FAILED)
		munmap(p, room_bytes);
	/* Kernels before 4.17 take MAP_FIXED_NOREPLACE for a hint. */
	if (p != address)
		return error_set(err, code, "cannot map %" PRIu64 " bytes at %p: %s", room_bytes,
				 (void *)address, strerror(-code));
	return 0;
}

int mem_map(enum page_state pages, uint64_t size_bytes, uint64_t folio_bytes, uint64_t room_bytes,
	    char **region, struct error *err)
{
	const enum memory memory = pages_facts(pages)->memory;
	char *const address = (char *)REGION_ADDRESS;
	int flags = memory == MEMORY_ANON ? MAP_PRIVATE : MAP_SHARED;
	_cleanup_fd_ int fd = -1;
	int ret = check_room(room_bytes, err);
	char *p;

	if (!ret && memory == MEMORY_MEMFD)
		ret = fd = backing_memfd(size_bytes, folio_bytes, err);
	else if (!ret && memory == MEMORY_FILE)
		ret = fd = backing_file(size_bytes, folio_bytes, err);
	if (ret < 0)
		return ret;
	flags |= fd < 0 ? MAP_ANONYMOUS : 0;
	p = mmap(address, size_bytes, PROT_READ | PROT_WRITE, flags | MAP_FIXED_NOREPLACE, fd, 0);
	if (p != address)
		return error_set(err, p == MAP_FAILED ? -errno : -EEXIST,
				 "cannot map %" PRIu64 " bytes at %p", size_bytes, (void *)address);
	*region = p;
	return 0;
}

/*
 * How far from one page to the next one that is touched; what lies between follows after the last.
 *
 * On arm64 a kernel with contpte looks at the folio of a page whose address and frame both end a
 * block that one contiguous entry could map. Pages one after the other have that in all blocks, or
 * in none, by what memory was free: instructions of mprotect() on order-0 folios of 6.12 differed
 * by 2 % from process to process. By blocks, one frame in as many as a block has pages ends one, as
 * in memory that has long been in use, if there are as many blocks; in a region of fewer it is one
 * or none. A wall clock would notice that frames are apart, so for that one nothing is changed.
 */
static uint64_t touch_stride(const struct case_run *run)
{
#if defined(__aarch64__)
	/* arch/arm64/include/asm/pgtable-hwdef.h: CONT_PTE_SIZE */
	if (run->marks.begin)
		return run->page_bytes == 4096 ? 64 << 10 : 2 << 20;
#endif
	return run->page_bytes;
}

static void touch(const struct case_run *run, char *region, enum touch how)
{
	const uint64_t stride = touch_stride(run);

	for (uint64_t first = 0; how != TOUCH_NONE && first < stride; first += run->page_bytes)
		for (uint64_t i = first; i < run->size_bytes; i += stride)
			if (how == TOUCH_WRITE)
				region[i] = 1;
			else
				(void)((volatile char *)region)[i];
}

void mem_fault_in(const struct case_run *run, char *region, enum page_state pages, bool large)
{
	madvise(region, run->size_bytes, large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
	touch(run, region, pages_facts(pages)->touch);
	if (large)
		madvise(region, run->size_bytes, MADV_NOHUGEPAGE);
}

int mem_residency(char *region, uint64_t size_bytes, uint64_t page_bytes, int node,
		  struct residency *residency)
{
	const uint64_t nr = size_bytes / page_bytes;
	_cleanup_free_ void **pages = malloc(BATCH_PAGES * sizeof(*pages));
	_cleanup_free_ int *status = malloc(BATCH_PAGES * sizeof(*status));
	struct residency found = {.pages = nr};

	if (!pages || !status)
		return -ENOMEM;
	for (uint64_t i = 0; i < nr; i += BATCH_PAGES) {
		uint64_t batch = nr - i < BATCH_PAGES ? nr - i : BATCH_PAGES;

		for (uint64_t k = 0; k < batch; k++)
			pages[k] = region + (i + k) * page_bytes;
		if (move_pages(0, batch, pages, NULL, status, 0)) {
			/* EPERM: containers forbid the call. */
			if (errno != ENOSYS && errno != EPERM)
				return -errno;
			*residency = (struct residency){0};
			return 0;
		}
		for (uint64_t k = 0; k < batch; k++)
			found.on_node += status[k] == node;
	}
	*residency = found;
	return 0;
}

int case_pte_map(void *addr, uint64_t size_bytes, uint64_t page_bytes, uint64_t pmd_bytes)
{
	if (!pmd_bytes)
		return 0; /* a kernel without THP maps nothing by PMDs */
	for (uint64_t i = 0; i < size_bytes; i += pmd_bytes) {
		char *page = (char *)addr + i;

		if (madvise(page, page_bytes, MADV_DONTFORK) ||
		    madvise(page, page_bytes, MADV_DOFORK))
			return -errno;
	}
	return 0;
}

int case_split(void *addr, uint64_t size_bytes, uint64_t page_bytes, unsigned int nr)
{
	const uint64_t part = size_bytes / nr;

	if (size_bytes % nr || part % page_bytes)
		return -EINVAL;
	for (unsigned int i = 1; i < nr; i += 2)
		if (madvise((char *)addr + i * part, part, MADV_DONTFORK))
			return -errno;
	return 0;
}

void case_fault_in(const struct case_run *run, void *addr)
{
	mem_fault_in(run, addr, PAGES_EXCLUSIVE, run->variant->folio_bytes != FOLIO_BASE);
}

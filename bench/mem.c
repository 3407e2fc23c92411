// SPDX-License-Identifier: GPL-2.0-or-later
#include "mem.h"

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

int mem_map(uint64_t size_bytes, uint64_t room_bytes, char **region, struct error *err)
{
	char *const address = (char *)REGION_ADDRESS;
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
	char *p = mmap(address, room_bytes, PROT_NONE, flags | MAP_NORESERVE, -1, 0);

	/* Kernels before 4.17 take MAP_FIXED_NOREPLACE for a hint. */
	if (p != address) {
		int code = p == MAP_FAILED ? -errno : -EEXIST;

		if (p != MAP_FAILED)
			munmap(p, room_bytes);
		return error_set(err, code, "cannot map %" PRIu64 " bytes at %p: %s", room_bytes,
				 (void *)address, strerror(-code));
	}
	munmap(p, room_bytes);
	p = mmap(address, size_bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
	if (p != address)
		return error_set(err, p == MAP_FAILED ? -errno : -EEXIST,
				 "cannot map %" PRIu64 " bytes at %p", size_bytes, (void *)address);
	*region = p;
	return 0;
}

void mem_fault_in(char *region, uint64_t size_bytes, uint64_t page_bytes, bool large)
{
	madvise(region, size_bytes, large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
	for (uint64_t i = 0; i < size_bytes; i += page_bytes)
		region[i] = 1;
	if (large)
		madvise(region, size_bytes, MADV_NOHUGEPAGE);
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

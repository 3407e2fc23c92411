/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The region that a case works on: mapping, placement on a NUMA node, faulting in, residency.
 */
#ifndef BENCH_MEM_H
#define BENCH_MEM_H

#include "case.h"

/* How the region was placed, for the result. */
struct residency {
	uint64_t pages;   /* looked at; 0: move_pages() is not to be had, or forbidden */
	uint64_t on_node; /* of them on the node asked for */
};

/*
 * From here on, all memory of this process and its page tables come from @node. With one node that
 * is the kernel's default policy, also if another was inherited: MPOL_BIND costs 50 ns a fault,
 * which no program that is published for comparison pays. With several it is MPOL_BIND, which also
 * keeps NUMA balancing away from the region. 0, also on a kernel without NUMA support; otherwise a
 * negative errno with @err, for a node that cannot be used.
 */
int mem_bind(int node, struct error *err);

/*
 * Maps @size_bytes at REGION_ADDRESS, read-write, nothing faulted in, of the memory that @pages
 * asks for; a file or memfd is filled @folio_bytes at a time. Checks that @room_bytes from there on
 * are free: -EEXIST with @err if they are not. Otherwise 0, or a negative errno with @err.
 */
int mem_map(enum page_state pages, uint64_t size_bytes, uint64_t folio_bytes, uint64_t room_bytes,
	    char **region, struct error *err);

/*
 * How far from one page to the next one that is touched; what lies between follows after the last.
 * On arm64, where a kernel looks at the folio of a page whose address and frame both end a block
 * that one contiguous entry (contpte) could map, pages one after the other would have all these
 * blocks alike, or none, by what memory was free: instructions of mprotect() on order-0 folios of
 * 6.12 differed by 2 % from process to process. By blocks, one frame in as many as a block has ends
 * one, as in memory that has long been in use. Elsewhere a base page.
 */
uint64_t mem_touch_stride(uint64_t page_bytes);

/*
 * Touches each base page as @pages asks. @large: asks for large folios first (MADV_HUGEPAGE), and
 * forbids their making afterwards (MADV_NOHUGEPAGE), so that khugepaged leaves the region alone;
 * otherwise forbids it before. Where madvise() knows neither, sysfs alone decides.
 */
void mem_fault_in(enum page_state pages, char *region, uint64_t size_bytes, uint64_t page_bytes,
		  bool large);

/* Asks move_pages(2) where each page is. 0 or a negative errno. */
int mem_residency(char *region, uint64_t size_bytes, uint64_t page_bytes, int node,
		  struct residency *residency);

#endif

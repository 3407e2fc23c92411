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
 * Touches each base page of a region of @run's size as @pages asks; in an order that leaves no luck
 * to the instruction clock, else from the first to the last. @large: asks for large folios first
 * (MADV_HUGEPAGE), and forbids their making afterwards (MADV_NOHUGEPAGE), so that khugepaged leaves
 * the region alone; otherwise forbids it before. Where madvise() knows neither, sysfs alone
 * decides.
 */
void mem_fault_in(const struct case_run *run, char *region, enum page_state pages, bool large);

/* Asks move_pages(2) where each page is. 0 or a negative errno. */
int mem_residency(char *region, uint64_t size_bytes, uint64_t page_bytes, int node,
		  struct residency *residency);

#endif

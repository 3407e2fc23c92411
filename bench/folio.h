/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What folios a range of memory is made of, read page by page from pagemap and kpageflags.
 */
#ifndef BENCH_FOLIO_H
#define BENCH_FOLIO_H

#include "case.h"

/* Folios up to 2^MAX_FOLIO_ORDER base pages; 1 GiB of 4K pages is order 18. */
#define MAX_FOLIO_ORDER 20

struct folio_report {
	uint64_t folios[MAX_FOLIO_ORDER + 1]; /* number of whole folios of each order */
	uint64_t pages;                       /* in the range */
	uint64_t absent;                      /* not mapped */
	uint64_t not_anon;                    /* mapped: no anonymous memory, or the zero page */
	uint64_t shared;                      /* mapped by other processes too, as after fork */
	uint64_t irregular;  /* pages of large folios that do not lie whole and in order here */
	uint64_t misaligned; /* large folios at a virtual address that is not a multiple of their
				size */
	/* Pages that are mapped and */
	uint64_t zero;        /* are the shared zero page */
	uint64_t swap_backed; /* are anonymous or shmem's, not a file's */
	uint64_t soft_dirty;  /* were written since soft-dirty tracking began, or it never did */
	/* Pages that are not mapped and */
	uint64_t swapped; /* whose PTE is a swap entry, or a marker, which looks like one */
	uint64_t guard;   /* whose PTE is a guard marker; 0 before Linux 6.15 */
	/* Mapped or not */
	uint64_t uffd_wp; /* write-protected by userfaultfd; where not mapped, by a marker */
};

/*
 * Scans [@addr, @addr + @size_bytes) of the process that @pagemap_fd (/proc/PID/pagemap) belongs
 * to, with the flags of @kpageflags_fd (/proc/kpageflags). Both are read in bulk: 1 GiB of 4K pages
 * in well under a second; up to 56 bytes of memory per page are needed meanwhile.
 *
 * A folio counts in folios[] only if each of its pages is mapped at its place, the first is a head
 * page, the others are tails with consecutive PFNs, and the page after the last is no tail.
 *
 * Returns 0; -EPERM where the kernel hides PFNs (they need CAP_SYS_ADMIN); -ENODATA where
 * kpageflags has nothing of these pages; -ENOMEM; or the errno of a read. Changes nothing.
 */
int folio_scan(int pagemap_fd, int kpageflags_fd, const void *addr, uint64_t size_bytes,
	       uint64_t page_bytes, struct folio_report *report);

/* What FOLIO_BASE, FOLIO_PMD (case.h) or a size mean with these page sizes. */
uint64_t folio_bytes_of(uint64_t kind, uint64_t page_bytes, uint64_t pmd_bytes);

/* The order of a folio of @bytes, or -1 if that is no power of two times the base page. */
int folio_order(uint64_t bytes, uint64_t page_bytes);

/* True if all pages belong to whole, aligned folios of @order. */
bool folio_all_of_order(const struct folio_report *report, int order);

/* True if all pages are in @state; guard markers pass for it on kernels that cannot tell them from
 * other swap entries. */
bool folio_all_in_state(const struct folio_report *report, enum page_state state);

/* Says in @text what the folios are, where they should all be of @order. */
void folio_describe(const struct folio_report *report, int order, char *text, size_t size);

/* The `folios` object of the result file without its verdict; a new reference, NULL if out of
 * memory. */
json_t *folio_report_json(const struct folio_report *report);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Made-up /proc/PID/pagemap and /proc/kpageflags: sparse files that a test fills in page by page.
 */
#ifndef TESTS_UNIT_PAGEFILES_H
#define TESTS_UNIT_PAGEFILES_H

#include "bench/folio.h"
#include "tmpdir.h"

/* Documentation/admin-guide/mm/pagemap.rst */
#define PM_PRESENT    (1ULL << 63)
#define PM_SWAPPED    (1ULL << 62)
#define PM_GUARD      (1ULL << 58)
#define PM_UFFD_WP    (1ULL << 57)
#define PM_EXCLUSIVE  (1ULL << 56)
#define PM_SOFT_DIRTY (1ULL << 55)
#define KPF_UPTODATE  (1ULL << 3)
#define KPF_LRU       (1ULL << 5)
#define KPF_MMAP      (1ULL << 11)
#define KPF_ANON      (1ULL << 12)
#define KPF_SWAP      (1ULL << 14)
#define KPF_HEAD      (1ULL << 15)
#define KPF_TAIL      (1ULL << 16)
#define KPF_THP       (1ULL << 22)
#define KPF_ZERO_PAGE (1ULL << 24)

#define KPF_USUAL (KPF_UPTODATE | KPF_LRU | KPF_MMAP | KPF_ANON | KPF_SWAP)

#define REGION 0x40000000UL

struct pagefiles {
	struct rootfs dir;
	int pagemap, flags;
	uint64_t page_bytes;
};

static inline int pagefiles_setup(void **state)
{
	struct pagefiles *f = malloc(sizeof(*f));
	char path[PATH_MAX];

	if (!f)
		return -1;
	f->dir = rootfs_make();
	f->page_bytes = 4096;
	f->pagemap =
		open(tmpdir_path(&f->dir, "pagemap", path), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	f->flags =
		open(tmpdir_path(&f->dir, "kpageflags", path), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	*state = f;
	return f->pagemap < 0 || f->flags < 0;
}

static inline int pagefiles_teardown(void **state)
{
	struct pagefiles *f = *state;

	close(f->pagemap);
	close(f->flags);
	rootfs_drop(&f->dir);
	free(f);
	return 0;
}

#define pagefiles_test(f) cmocka_unit_test_setup_teardown(f, pagefiles_setup, pagefiles_teardown)

static inline void put_entry(int fd, uint64_t index, uint64_t entry)
{
	if (pwrite(fd, &entry, sizeof(entry), (off_t)(index * sizeof(entry))) != sizeof(entry))
		abort();
}

static inline void put_pagemap(struct pagefiles *f, uint64_t page, uint64_t entry)
{
	put_entry(f->pagemap, REGION / f->page_bytes + page, entry);
}

/* Maps @pfn as the region's page @page. */
static inline void put_page(struct pagefiles *f, uint64_t page, uint64_t pfn)
{
	put_pagemap(f, page, PM_PRESENT | PM_EXCLUSIVE | PM_SOFT_DIRTY | pfn);
}

/* Physical memory at @pfn holds a folio of this @order with these @flags on each page. */
static inline void make_folio(struct pagefiles *f, uint64_t pfn, int order, uint64_t flags)
{
	put_entry(f->flags, pfn, order ? flags | KPF_THP | KPF_HEAD : flags);
	for (uint64_t i = 1; i < 1ULL << order; i++)
		put_entry(f->flags, pfn + i, flags | KPF_THP | KPF_TAIL);
}

/* Such a folio, mapped whole at the region's page @page. */
static inline void put_folio(struct pagefiles *f, uint64_t page, uint64_t pfn, int order)
{
	make_folio(f, pfn, order, KPF_USUAL);
	for (uint64_t i = 0; i < 1ULL << order; i++)
		put_page(f, page + i, pfn + i);
}

static inline int scan(const struct pagefiles *f, uint64_t first, uint64_t pages,
		       struct folio_report *report)
{
	return folio_scan(f->pagemap, f->flags, (const char *)REGION + first * f->page_bytes,
			  pages * f->page_bytes, f->page_bytes, report);
}

#endif

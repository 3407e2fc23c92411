// SPDX-License-Identifier: GPL-2.0-or-later
#include "folio.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Documentation/admin-guide/mm/pagemap.rst */
#define PAGEMAP_PRESENT    (1ULL << 63)
#define PAGEMAP_SWAPPED    (1ULL << 62)
#define PAGEMAP_GUARD      (1ULL << 58)
#define PAGEMAP_UFFD_WP    (1ULL << 57)
#define PAGEMAP_EXCLUSIVE  (1ULL << 56)
#define PAGEMAP_SOFT_DIRTY (1ULL << 55)
#define PAGEMAP_PFN_MASK   ((1ULL << 55) - 1)
#define KPF_ANON           (1ULL << 12)
#define KPF_SWAPBACKED     (1ULL << 14)
#define KPF_HEAD           (1ULL << 15)
#define KPF_TAIL           (1ULL << 16)
#define KPF_ZERO_PAGE      (1ULL << 24)

/* One pread() of flags spans gaps up to this: reading a few unneeded flags beats another call. */
#define MAX_GAP   16
#define MAX_BATCH 8192

struct page {
	uint64_t pfn;   /* 0: not present. PFN 0 is never user memory */
	uint64_t entry; /* of pagemap */
	uint64_t flags; /* of kpageflags */
};

/* pread() of as many 8-byte entries as there are; what lies beyond the end of the file is zero. */
static int read_entries(int fd, uint64_t first, uint64_t *entries, size_t nr)
{
	size_t size = nr * sizeof(*entries), done = 0;

	while (done < size) {
		ssize_t n = pread(fd, (char *)entries + done, size - done,
				  (off_t)(first * sizeof(*entries) + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			break;
		done += (size_t)n;
	}
	memset((char *)entries + done, 0, size - done);
	return 0;
}

static int read_pfns(int fd, uint64_t first, struct page *pages, uint64_t nr, uint64_t *buf)
{
	bool hidden = false, seen = false;

	for (uint64_t i = 0; i < nr; i += MAX_BATCH) {
		size_t batch = nr - i < MAX_BATCH ? nr - i : MAX_BATCH;
		int ret = read_entries(fd, first + i, buf, batch);

		if (ret)
			return ret;
		for (size_t k = 0; k < batch; k++) {
			pages[i + k].entry = buf[k];
			if (!(buf[k] & PAGEMAP_PRESENT))
				continue;
			pages[i + k].pfn = buf[k] & PAGEMAP_PFN_MASK;
			hidden |= !pages[i + k].pfn;
			seen |= !!pages[i + k].pfn;
		}
	}
	return hidden && !seen ? -EPERM : 0;
}

static int by_pfn(const void *a, const void *b)
{
	const struct page *x = *(struct page *const *)a, *y = *(struct page *const *)b;

	return (x->pfn > y->pfn) - (x->pfn < y->pfn);
}

/* Fills in the flags of @nr pages through an index sorted by PFN, so that reads coalesce. */
static int read_flags(int fd, struct page *pages, uint64_t nr, uint64_t *buf)
{
	_cleanup_free_ struct page **sorted = malloc((nr + 1) * sizeof(*sorted));
	uint64_t present = 0;

	if (!sorted)
		return -ENOMEM;
	for (uint64_t i = 0; i < nr; i++)
		if (pages[i].pfn)
			sorted[present++] = &pages[i];
	qsort(sorted, present, sizeof(*sorted), by_pfn);
	for (uint64_t i = 0, end; i < present; i = end) {
		uint64_t first = sorted[i]->pfn;
		int ret;

		for (end = i + 1; end < present; end++)
			if (sorted[end]->pfn - sorted[end - 1]->pfn > MAX_GAP ||
			    sorted[end]->pfn - first >= MAX_BATCH)
				break;
		ret = read_entries(fd, first, buf, sorted[end - 1]->pfn - first + 1);
		if (ret)
			return ret;
		for (uint64_t k = i; k < end; k++)
			sorted[k]->flags = buf[sorted[k]->pfn - first];
	}
	return 0;
}

/* The number of pages, from the head page on, that are one folio's in order. */
static uint64_t folio_run(const struct page *pages, uint64_t nr)
{
	uint64_t n = 1;

	while (n < nr && pages[n].flags & KPF_TAIL && pages[n].pfn == pages[0].pfn + n)
		n++;
	return n;
}

static void count_large(struct folio_report *report, uint64_t addr, uint64_t nr,
			uint64_t page_bytes, bool goes_on)
{
	int order = folio_order(nr * page_bytes, page_bytes);

	if (order < 0 || order > MAX_FOLIO_ORDER || goes_on) {
		report->irregular += nr;
		return;
	}
	report->folios[order]++;
	report->misaligned += addr % (nr * page_bytes) != 0;
}

/* The flags of the page after each large folio tell whether the folio goes on outside the range. */
static int read_after(int fd, const struct page *pages, uint64_t nr, struct page *after,
		      uint64_t *nr_after, uint64_t *buf)
{
	uint64_t found = 0;

	for (uint64_t i = 0, n; i < nr; i += n) {
		n = 1;
		if (!(pages[i].flags & KPF_HEAD))
			continue;
		n = folio_run(&pages[i], nr - i);
		after[found++].pfn = pages[i].pfn + n;
	}
	*nr_after = found;
	return read_flags(fd, after, found, buf);
}

static void count_absent(struct folio_report *report, const struct page *page)
{
	report->absent++;
	report->swapped += !!(page->entry & PAGEMAP_SWAPPED);
	report->guard += !!(page->entry & PAGEMAP_GUARD);
	report->uffd_wp += !!(page->entry & PAGEMAP_UFFD_WP);
}

/* @head: of its folio, where older kernels (6.1, say) keep what they keep once per folio. */
static void count_present(struct folio_report *report, const struct page *page,
			  const struct page *head)
{
	report->not_anon += !(page->flags & KPF_ANON);
	report->shared += !(page->entry & PAGEMAP_EXCLUSIVE);
	report->zero += !!(page->flags & KPF_ZERO_PAGE);
	report->swap_backed += !!(head->flags & KPF_SWAPBACKED);
	report->soft_dirty += !!(page->entry & PAGEMAP_SOFT_DIRTY);
	report->uffd_wp += !!(page->entry & PAGEMAP_UFFD_WP);
}

static void count(struct folio_report *report, const struct page *pages, uint64_t nr,
		  const struct page *after, uint64_t addr, uint64_t page_bytes)
{
	for (uint64_t i = 0, n, folio = 0; i < nr; i += n) {
		n = 1;
		if (!pages[i].pfn) {
			count_absent(report, &pages[i]);
			continue;
		}
		if (pages[i].flags & KPF_HEAD) {
			n = folio_run(&pages[i], nr - i);
			count_large(report, addr + i * page_bytes, n, page_bytes,
				    after[folio++].flags & KPF_TAIL);
		} else if (pages[i].flags & KPF_TAIL) {
			report->irregular++;
		} else {
			report->folios[0]++;
		}
		for (uint64_t k = i; k < i + n; k++)
			count_present(report, &pages[k], &pages[i]);
	}
}

int folio_scan(int pagemap_fd, int kpageflags_fd, const void *addr, uint64_t size_bytes,
	       uint64_t page_bytes, struct folio_report *report)
{
	const uint64_t nr = size_bytes / page_bytes, start = (uint64_t)(uintptr_t)addr;
	_cleanup_free_ struct page *pages = calloc(nr + 1, sizeof(*pages));
	_cleanup_free_ struct page *after = calloc(nr + 1, sizeof(*after));
	_cleanup_free_ uint64_t *buf = malloc((MAX_BATCH + MAX_GAP) * sizeof(*buf));
	struct folio_report found = {.pages = nr};
	uint64_t nr_after;
	int ret;

	if (!pages || !after || !buf)
		return -ENOMEM;
	ret = read_pfns(pagemap_fd, start / page_bytes, pages, nr, buf);
	/* Some containers put an empty file in its place. */
	if (!ret && !pread(kpageflags_fd, buf, sizeof(*buf), 0))
		return -ENODATA;
	if (!ret)
		ret = read_flags(kpageflags_fd, pages, nr, buf);
	if (!ret)
		ret = read_after(kpageflags_fd, pages, nr, after, &nr_after, buf);
	if (ret)
		return ret;
	count(&found, pages, nr, after, start, page_bytes);
	*report = found;
	return 0;
}

uint64_t folio_bytes_of(uint64_t kind, uint64_t page_bytes, uint64_t pmd_bytes)
{
	return kind == FOLIO_BASE ? page_bytes : kind == FOLIO_PMD ? pmd_bytes : kind;
}

int folio_order(uint64_t bytes, uint64_t page_bytes)
{
	uint64_t pages = bytes / page_bytes;

	if (!pages || bytes % page_bytes || pages & (pages - 1))
		return -1;
	return __builtin_ctzll(pages);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/case.h"
#include "bench/folio.h"
#include "pagefiles.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* The counts of a scan; @folios of @order, and no folio of any other order. */
static void expect(const struct folio_report *r, int order, uint64_t folios, uint64_t irregular)
{
	for (int o = 0; o <= MAX_FOLIO_ORDER; o++)
		assert_int_equal(r->folios[o], o == order ? folios : 0);
	assert_int_equal(r->irregular, irregular);
}

static struct folio_report scanned(const struct pagefiles *f, uint64_t first, uint64_t pages)
{
	struct folio_report r;

	memset(&r, 0xff, sizeof(r));
	assert_int_equal(scan(f, first, pages, &r), 0);
	assert_int_equal(r.pages, pages);
	return r;
}

/* Everything right: these folios and no fault. */
static void expect_all(const struct pagefiles *f, uint64_t pages, int order)
{
	struct folio_report r = scanned(f, 0, pages);

	expect(&r, order, pages >> order, 0);
	assert_int_equal(r.absent, 0);
	assert_int_equal(r.not_anon, 0);
	assert_int_equal(r.misaligned, 0);
	assert_true(folio_all_in_state(&r, PAGES_EXCLUSIVE));
	for (int o = -1; o <= MAX_FOLIO_ORDER + 1; o++)
		assert_int_equal(folio_all_of_order(&r, o), o == order);
}

static void test_order_0(void **state)
{
	struct pagefiles *f = *state;

	for (uint64_t i = 0; i < 512; i++)
		put_folio(f, i, 1000 + i, 0);
	expect_all(f, 512, 0);
}

static void test_descending(void **state)
{
	struct pagefiles *f = *state;

	for (uint64_t i = 0; i < 512; i++)
		put_folio(f, i, 9000 - i, 0);
	expect_all(f, 512, 0);
}

/* More pages than one read takes, all over physical memory, each PFN once: 7919 * i mod 2^19. */
static void test_scattered(void **state)
{
	struct pagefiles *f = *state;
	const uint64_t nr = 20000;

	for (uint64_t i = 0; i < nr; i++)
		put_folio(f, i, 1 + ((i * 7919 + 12345) & 0x7ffff), 0);
	expect_all(f, nr, 0);
	/* One wrong page among them is found. */
	make_folio(f, 1 + ((nr - 1) * 7919 + 12345) % 0x80000, 0, KPF_USUAL & ~KPF_ANON);
	assert_int_equal(scanned(f, 0, nr).not_anon, 1);
}

static void test_order_4(void **state)
{
	struct pagefiles *f = *state;

	/* Ascending without gaps, descending, far off: where folios lie means nothing. */
	for (uint64_t i = 0; i < 8; i++)
		put_folio(f, 16 * i, 4096 + 16 * i, 4);
	for (uint64_t i = 8; i < 16; i++)
		put_folio(f, 16 * i, 20000 - 32 * i, 4);
	put_folio(f, 16 * 16, 700000, 4);
	expect_all(f, 17 * 16, 4);
}

static void test_order_9(void **state)
{
	struct pagefiles *f = *state;

	for (uint64_t i = 0; i < 40; i++)
		put_folio(f, 512 * i, 512 * (100 - i), 9);
	expect_all(f, 40 * 512, 9);
}

static void test_mixed(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r;

	put_folio(f, 0, 2048, 4);
	for (uint64_t i = 16; i < 20; i++)
		put_folio(f, i, 2048 + i, 0);
	put_folio(f, 20, 2068, 2);
	r = scanned(f, 0, 24);
	assert_int_equal(r.folios[0], 4);
	assert_int_equal(r.folios[2], 1);
	assert_int_equal(r.folios[4], 1);
	assert_int_equal(r.irregular, 0);
	for (int o = 0; o <= MAX_FOLIO_ORDER; o++)
		assert_false(folio_all_of_order(&r, o));
}

static void test_runs_on(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r;

	put_folio(f, 0, 4096, 4);
	put_folio(f, 16, 8192, 4);
	r = scanned(f, 0, 24);
	expect(&r, 4, 1, 8);
	assert_false(folio_all_of_order(&r, 4));
	assert_false(folio_all_of_order(&r, 3));
	/* All of the range in order, and yet none of it a folio of that size. */
	r = scanned(f, 0, 8);
	expect(&r, -1, 0, 8);
	assert_false(folio_all_of_order(&r, 3));
}

static void test_begins_on_tail(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r;

	put_folio(f, 0, 4096, 4);
	put_folio(f, 16, 8192, 4);
	r = scanned(f, 4, 28);
	expect(&r, 4, 1, 12);
	assert_int_equal(r.not_anon, 0);
}

static void test_hole(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r;

	put_folio(f, 0, 4096, 4);
	put_folio(f, 16, 8192, 4);
	put_pagemap(f, 7, 0);
	r = scanned(f, 0, 32);
	expect(&r, 4, 1, 15);
	assert_int_equal(r.absent, 1);
	/* What lies in swap is absent, though its entry is not empty. */
	put_pagemap(f, 7, PM_SWAPPED | 4103);
	assert_int_equal(scanned(f, 0, 32).absent, 1);
	/* Nor does the file have to reach so far. */
	assert_int_equal(scanned(f, 16, 32).absent, 16);
}

static void test_hole_of_small(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r;

	for (uint64_t i = 0; i < 8; i++)
		put_folio(f, i, 1000 + i, 0);
	put_pagemap(f, 3, 0);
	r = scanned(f, 0, 8);
	expect(&r, 0, 7, 0);
	assert_int_equal(r.absent, 1);
	assert_false(folio_all_in_state(&r, PAGES_EXCLUSIVE));
}

static void test_out_of_order(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r;

	put_folio(f, 0, 4096, 4);
	put_page(f, 8, 4096 + 9);
	put_page(f, 9, 4096 + 8);
	r = scanned(f, 0, 16);
	/* The first eight look like an order-3 folio, but for the page after them. */
	expect(&r, -1, 0, 16);
}

/* A page of a folio replaced by another's, or by a small one, as after copy on write. */
static void test_replaced(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r;

	put_folio(f, 0, 4096, 4);
	put_folio(f, 16, 8192, 4);
	put_page(f, 15, 8192 + 15);
	r = scanned(f, 0, 32);
	expect(&r, 4, 1, 16);
	make_folio(f, 5000, 0, KPF_USUAL);
	put_page(f, 15, 5000);
	r = scanned(f, 0, 32);
	assert_int_equal(r.folios[0], 1);
	assert_int_equal(r.folios[4], 1);
	assert_int_equal(r.irregular, 15);
}

static void test_swapped_halves(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r;

	put_folio(f, 0, 4096, 4);
	put_folio(f, 16, 4112, 4);
	for (uint64_t i = 0; i < 8; i++) {
		put_page(f, 8 + i, 4112 + 8 + i);
		put_page(f, 24 + i, 4096 + 8 + i);
	}
	r = scanned(f, 0, 32);
	expect(&r, -1, 0, 32);
	assert_int_equal(r.absent, 0);
	assert_int_equal(r.not_anon, 0);
}

static void test_misaligned(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r;

	put_folio(f, 4, 4096, 4);
	put_folio(f, 20, 8192, 4);
	r = scanned(f, 4, 32);
	expect(&r, 4, 2, 0);
	assert_int_equal(r.misaligned, 2);
	assert_false(folio_all_of_order(&r, 4));
}

static void test_not_anon(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r;

	for (uint64_t i = 0; i < 16; i++)
		put_folio(f, i, 1000 + 2 * i, 0);
	make_folio(f, 1006, 0, KPF_UPTODATE | KPF_LRU | KPF_MMAP); /* a file's */
	make_folio(f, 1, 0, KPF_ZERO_PAGE);                        /* read, never written */
	put_page(f, 5, 1);
	put_page(f, 6, 1);
	r = scanned(f, 0, 16);
	expect(&r, 0, 16, 0);
	assert_int_equal(r.not_anon, 3);
	assert_false(folio_all_in_state(&r, PAGES_EXCLUSIVE));
	put_folio(f, 16, 4096, 4);
	make_folio(f, 4096, 4, KPF_ZERO_PAGE); /* the huge zero folio */
	r = scanned(f, 16, 16);
	assert_int_equal(r.not_anon, 16);
	assert_false(folio_all_in_state(&r, PAGES_EXCLUSIVE));
}

static void test_hidden(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r = {.pages = 42};

	for (uint64_t i = 0; i < 16; i++)
		put_pagemap(f, i, PM_PRESENT | PM_EXCLUSIVE | PM_SOFT_DIRTY);
	assert_int_equal(scan(f, 0, 16, &r), -EPERM);
	assert_int_equal(r.pages, 42);
	/* A range with nothing in it is no such sign. */
	make_folio(f, 1000, 0, KPF_USUAL);
	assert_int_equal(scanned(f, 16, 16).absent, 16);
}

static void test_unreadable(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r = {.pages = 42};

	put_folio(f, 0, 1000, 0);
	assert_int_equal(folio_scan(-1, f->flags, (void *)REGION, 4096, 4096, &r), -EBADF);
	assert_int_equal(folio_scan(f->pagemap, -1, (void *)REGION, 4096, 4096, &r), -EBADF);
	assert_int_equal(r.pages, 42);
}

/* Memory whose flags cannot be had is not taken for what was asked for. */
static void test_short_flags(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r;

	for (uint64_t i = 0; i < 16; i++)
		put_folio(f, i, 1000 + i, 0);
	put_page(f, 15, 500000);
	r = scanned(f, 0, 16);
	assert_int_equal(r.not_anon, 1);
	assert_false(folio_all_in_state(&r, PAGES_EXCLUSIVE));
	/* Cut within a read. */
	assert_int_equal(ftruncate(f->flags, 1008 * 8), 0);
	assert_int_equal(scanned(f, 0, 16).not_anon, 8);
}

static void test_no_flags(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r = {.pages = 42};

	put_folio(f, 0, 1000, 0);
	assert_int_equal(ftruncate(f->flags, 0), 0);
	assert_int_equal(scan(f, 0, 1, &r), -ENODATA);
	assert_int_equal(r.pages, 42);
}

/* Mapped by another process too, as after fork(): mprotect takes another path. */
static void test_shared(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r;

	put_folio(f, 0, 1024, 4);
	put_pagemap(f, 3, PM_PRESENT | 1027);
	r = scanned(f, 0, 16);
	assert_int_equal(r.shared, 1);
	assert_false(folio_all_in_state(&r, PAGES_EXCLUSIVE));
}

static void test_64k_pages(void **state)
{
	struct pagefiles *f = *state;

	f->page_bytes = 65536;
	for (uint64_t i = 0; i < 64; i++)
		put_folio(f, 32 * i, 32 * (i + 1), 5);
	expect_all(f, 64 * 32, 5); /* 2 MiB each */
	for (uint64_t i = 0; i < 64; i++)
		put_folio(f, i, 9000 - 3 * i, 0);
	expect_all(f, 64, 0);
	put_folio(f, 0, 8192, 13); /* 512 MiB: what a PMD maps there */
	expect_all(f, 8192, 13);
}

static void test_sizes(void **state)
{
	(void)state;
	assert_int_equal(folio_bytes_of(FOLIO_BASE, 4096, 2 << 20), 4096);
	assert_int_equal(folio_bytes_of(FOLIO_PMD, 4096, 2 << 20), 2 << 20);
	assert_int_equal(folio_bytes_of(FOLIO_PMD, 65536, 512 << 20), 512 << 20);
	assert_int_equal(folio_bytes_of(FOLIO_PMD, 4096, 0), 0);
	assert_int_equal(folio_bytes_of(65536, 4096, 2 << 20), 65536);
	assert_int_equal(folio_order(4096, 4096), 0);
	assert_int_equal(folio_order(65536, 4096), 4);
	assert_int_equal(folio_order(2 << 20, 4096), 9);
	assert_int_equal(folio_order(2 << 20, 65536), 5);
	assert_int_equal(folio_order(512 << 20, 65536), 13);
	assert_int_equal(folio_order(4096, 65536), -1);
	assert_int_equal(folio_order(12288, 4096), -1);
	assert_int_equal(folio_order(65536 + 1, 4096), -1);
	assert_int_equal(folio_order(0, 4096), -1);
}

static void test_json(void **state)
{
	struct folio_report r = {
		.folios = {[0] = 3, [18] = 2},
		.pages = 9,
		.absent = 1,
		.not_anon = 2,
		.shared = 7,
		.irregular = 4,
		.misaligned = 5,
	};
	_cleanup_json_ json_t *json = folio_report_json(&r), *wanted = NULL;

	(void)state;
	wanted = json_pack("{s:{s:i,s:i},s:i,s:i,s:i,s:i,s:i,s:i}", "histogram", "0", 3, "18", 2,
			   "pages", 9, "absent", 1, "not_anon", 2, "shared", 7, "irregular", 4,
			   "misaligned", 5);
	assert_true(json_equal(json, wanted));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		pagefiles_test(test_order_0),        pagefiles_test(test_descending),
		pagefiles_test(test_scattered),      pagefiles_test(test_order_4),
		pagefiles_test(test_order_9),        pagefiles_test(test_mixed),
		pagefiles_test(test_runs_on),        pagefiles_test(test_begins_on_tail),
		pagefiles_test(test_hole),           pagefiles_test(test_hole_of_small),
		pagefiles_test(test_out_of_order),   pagefiles_test(test_replaced),
		pagefiles_test(test_swapped_halves), pagefiles_test(test_misaligned),
		pagefiles_test(test_not_anon),       pagefiles_test(test_hidden),
		pagefiles_test(test_unreadable),     pagefiles_test(test_short_flags),
		pagefiles_test(test_no_flags),       pagefiles_test(test_shared),
		pagefiles_test(test_64k_pages),      cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_json),
	};

	return cmocka_run_group_tests_name("folio", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Each state of pages is told from each other, and one page that is otherwise spoils it. */
#include "bench/pages.h"
#include "pagefiles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define NR       16
#define EXCL     (PM_PRESENT | PM_EXCLUSIVE)
#define SHMEM    (KPF_USUAL & ~KPF_ANON)
#define FILES    (KPF_UPTODATE | KPF_LRU | KPF_MMAP)
#define ZERO     KPF_ZERO_PAGE
#define LAZYFREE (KPF_USUAL & ~KPF_SWAP)
#define BIT(s)   (1U << (s))
#define SHMEM_S  (BIT(PAGES_SHARED) | BIT(PAGES_SHARED_CLEAN) | BIT(PAGES_MEMFD))

/* What the kernel shows of a page, and the states that all such pages are in. */
static const struct kind {
	const char *name;
	uint64_t entry, flags;
	unsigned int states;
} kinds[] = {
	{"written", EXCL | PM_SOFT_DIRTY, KPF_USUAL, BIT(PAGES_EXCLUSIVE)},
	{"tracked", EXCL, KPF_USUAL, BIT(PAGES_EXCLUSIVE) | BIT(PAGES_TRACKED)},
	{"lazily freed", EXCL | PM_SOFT_DIRTY, LAZYFREE,
	 BIT(PAGES_EXCLUSIVE) | BIT(PAGES_LAZYFREE)},
	{"present, uffd-wp", EXCL | PM_SOFT_DIRTY | PM_UFFD_WP, KPF_USUAL, BIT(PAGES_UFFD_PRESENT)},
	{"forked", PM_PRESENT | PM_SOFT_DIRTY, KPF_USUAL, BIT(PAGES_FORKED)},
	{"zero", PM_PRESENT, ZERO, BIT(PAGES_ZERO)},
	{"shmem", EXCL | PM_SOFT_DIRTY, SHMEM, SHMEM_S},
	{"shmem of two", PM_PRESENT | PM_SOFT_DIRTY, SHMEM, 0},
	{"file", EXCL, FILES, BIT(PAGES_FILE)},
	{"nothing", 0, 0, BIT(PAGES_UNTOUCHED)},
	/* Linux 6.13 and 6.14 show guard markers as mere swap entries. */
	{"swapped", PM_SWAPPED | 0x1234, 0, BIT(PAGES_SWAPPED) | BIT(PAGES_GUARD)},
	{"guard", PM_SWAPPED | PM_GUARD, 0, BIT(PAGES_GUARD)},
	{"uffd-wp", PM_SWAPPED | PM_UFFD_WP, 0, BIT(PAGES_UFFD_WP)},
	{"swapped, uffd-wp", PM_SWAPPED | PM_UFFD_WP | 0x1234, 0, BIT(PAGES_UFFD_WP)},
};

static void put_kind(struct pagefiles *f, uint64_t page, const struct kind *kind)
{
	const uint64_t pfn = kind->flags == ZERO ? 1 : 1000 + page;

	if (kind->flags)
		make_folio(f, pfn, 0, kind->flags);
	put_pagemap(f, page, kind->entry | (kind->entry & PM_PRESENT ? pfn : 0));
}

static unsigned int states_of(const struct pagefiles *f)
{
	unsigned int states = 0;
	struct folio_report r;

	assert_int_equal(scan(f, 0, NR, &r), 0);
	for (enum page_state s = 0; s < NR_PAGE_STATES; s++)
		states |= folio_all_in_state(&r, s) ? BIT(s) : 0;
	assert_false(folio_all_in_state(&r, NR_PAGE_STATES));
	return states;
}

static void test_all_alike(void **state)
{
	struct pagefiles *f = *state;

	for (size_t k = 0; k < ARRAY_SIZE(kinds); k++) {
		for (uint64_t i = 0; i < NR; i++)
			put_kind(f, i, &kinds[k]);
		if (states_of(f) != kinds[k].states)
			fail_msg("%s: %#x", kinds[k].name, states_of(f));
	}
}

static void test_one_otherwise(void **state)
{
	struct pagefiles *f = *state;

	for (size_t k = 0; k < ARRAY_SIZE(kinds); k++)
		for (size_t other = 0; other < ARRAY_SIZE(kinds); other++) {
			for (uint64_t i = 0; i < NR; i++)
				put_kind(f, i, &kinds[i == 7 ? other : k]);
			/* A state that both kinds are in, the mixture may be in. */
			if (states_of(f) & ~(kinds[k].states & kinds[other].states))
				fail_msg("%s, one %s: %#x", kinds[k].name, kinds[other].name,
					 states_of(f));
		}
}

/* Older kernels show PG_swapbacked on a folio's head page only. */
static void test_large_shmem(void **state)
{
	struct pagefiles *f = *state;
	struct folio_report r;

	make_folio(f, 4096, 4, SHMEM & ~KPF_SWAP);
	put_entry(f->flags, 4096, SHMEM | KPF_THP | KPF_HEAD);
	for (uint64_t i = 0; i < NR; i++)
		put_pagemap(f, i, EXCL | (4096 + i));
	assert_int_equal(scan(f, 0, NR, &r), 0);
	assert_true(folio_all_in_state(&r, PAGES_SHARED));
	assert_false(folio_all_in_state(&r, PAGES_FILE));
}

static void test_facts(void **state)
{
	(void)state;
	for (enum page_state s = 0; s < NR_PAGE_STATES; s++) {
		assert_non_null(pages_facts(s)->name);
		assert_non_null(pages_facts(s)->note);
		for (enum page_state t = 0; t < s; t++)
			assert_string_not_equal(pages_facts(s)->name, pages_facts(t)->name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		pagefiles_test(test_all_alike),
		pagefiles_test(test_one_otherwise),
		pagefiles_test(test_large_shmem),
		cmocka_unit_test(test_facts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* What a made-up machine says to a row. */
#include "bench/host.h"
#include "rootfs.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

#define K 1024UL
#define M (1024UL * K)
#define G (1024UL * M)

/* With the settings of a fixture, much memory and two cores, run by root. */
static struct host make_host(const char *fixture, uint64_t page_bytes, uint64_t pmd_bytes)
{
	_cleanup_fd_ int fd = rootfs_open(fixture);
	struct host h = {
		.rootfd = -1,
		.page_bytes = page_bytes,
		.pmd_bytes = pmd_bytes,
		.placement = {.nr_spinners = 1},
		.memory_bytes = 16 * G,
		.memory_limit = "MemAvailable",
	};

	assert_int_equal(thp_snapshot(fd, &h.thp, NULL), 0);
	return h;
}

static struct host linux_6_18(void)
{
	return make_host("linux-6.18-x86_64", 4 * K, 2 * M);
}

static const struct bench_case plain = {.name = "plain"};
static const struct bench_case any_size = {.name = "any_size", .scalable = true};
static const struct bench_case maps_itself = {.name = "maps", .maps_itself = true};

/* The errno for a row of @c with folios of @folio and a region of @size; checks the reason. */
static int unmet(const struct host *h, const struct bench_case *c, uint64_t folio, uint64_t size,
		 unsigned int spinners, const char *reason)
{
	const struct case_variant v = {
		.size_bytes = size, .folio_bytes = folio, .spinners = spinners};
	const struct selected row = {c, &v};
	struct error why = {""};
	int ret = host_unmet(h, &row, size, &why);

	if (!strstr(why.text, reason) || (!*reason && *why.text))
		fail_msg("the reason is '%s', not '%s'", why.text, reason);
	return ret;
}

static void test_met(void **state)
{
	struct host h = linux_6_18();

	(void)state;
	assert_int_equal(unmet(&h, &plain, FOLIO_BASE, 1 * G, 0, ""), 0);
	assert_int_equal(unmet(&h, &plain, FOLIO_PMD, 1 * G, 0, ""), 0);
	assert_int_equal(unmet(&h, &plain, 64 * K, 1 * G, 1, ""), 0);
	assert_int_equal(unmet(&h, &maps_itself, 64 * K, 64 * K, 0, ""), 0);
	assert_int_equal(unmet(&h, &plain, FOLIO_BASE, 0, 0, ""), 0);
}

static void test_no_thp(void **state)
{
	struct host h = make_host("linux-no-thp", 4 * K, 0);

	(void)state;
	assert_int_equal(unmet(&h, &plain, FOLIO_BASE, 1 * G, 0, ""), 0);
	assert_int_equal(unmet(&h, &plain, FOLIO_PMD, 1 * G, 0, "CONFIG_TRANSPARENT_HUGEPAGE"),
			 -ENOTSUP);
	assert_int_equal(unmet(&h, &plain, 64 * K, 1 * G, 0, "CONFIG_TRANSPARENT_HUGEPAGE"),
			 -ENOTSUP);
	/* A case without a region needs no folios. */
	assert_int_equal(unmet(&h, &plain, FOLIO_PMD, 0, 0, ""), 0);
}

static void test_no_mthp(void **state)
{
	struct host h = make_host("linux-6.1-x86_64", 4 * K, 2 * M);

	(void)state;
	assert_int_equal(unmet(&h, &plain, FOLIO_PMD, 1 * G, 0, ""), 0);
	assert_int_equal(unmet(&h, &plain, 2 * M, 1 * G, 0, ""), 0);
	assert_int_equal(unmet(&h, &plain, 64 * K, 1 * G, 0, "Linux 6.8"), -ENOTSUP);
}

static void test_64k_pages(void **state)
{
	struct host h = make_host("linux-6.12-arm64-64k", 64 * K, 512 * M);

	(void)state;
	assert_int_equal(unmet(&h, &plain, FOLIO_BASE, 1 * G, 0, ""), 0);
	assert_int_equal(unmet(&h, &plain, FOLIO_PMD, 1 * G, 0, ""), 0);
	assert_int_equal(unmet(&h, &plain, 2 * M, 1 * G, 0, ""), 0);
	assert_int_equal(unmet(&h, &plain, 64 * K, 1 * G, 0, "64K is no large folio"), -ENOTSUP);
	assert_int_equal(unmet(&h, &plain, 32 * K, 1 * G, 0, "64 KiB"), -ENOTSUP);
	/* A PMD range is half a gigabyte there. */
	assert_int_equal(unmet(&h, &plain, FOLIO_PMD, 64 * M, 0, "64M is no whole number of 512M"),
			 -ENOTSUP);
}

static void test_size(void **state)
{
	struct host h = linux_6_18();

	(void)state;
	assert_int_equal(unmet(&h, &plain, 64 * K, 96 * K, 0, "96K is no whole number of 64K"),
			 -ENOTSUP);
	assert_int_equal(unmet(&h, &plain, FOLIO_PMD, 1 * M, 0, "2M"), -ENOTSUP);
	assert_int_equal(unmet(&h, &plain, FOLIO_BASE, 4 * K + 1, 0, "4K"), -ENOTSUP);
}

/* An option of another size is no help where the kernel has no such folios. */
static void test_size_of_no_use(void **state)
{
	struct host h = linux_6_18();

	(void)state;
	assert_int_equal(unmet(&h, &plain, 128 * M, 64 * M, 0, "no /" THP_DIR), -ENOTSUP);
}

static void expect_vmas(unsigned int vmas, const char *reason)
{
	const struct case_variant v = {
		.size_bytes = 32 * M, .folio_bytes = FOLIO_PMD, .vmas = vmas};
	const struct selected row = {&plain, &v};
	struct host h = linux_6_18();
	struct error why = {""};

	assert_int_equal(host_unmet(&h, &row, v.size_bytes, &why), *reason ? -ENOTSUP : 0);
	assert_non_null(strstr(why.text, reason));
}

/* A VMA ends where a folio does. */
static void test_vmas(void **state)
{
	(void)state;
	expect_vmas(16, "");
	expect_vmas(32, "32M cannot be split into 32 VMAs, each a whole number of 2M folios");
	expect_vmas(3, "into 3 VMAs");
}

static void test_memory(void **state)
{
	struct host h = linux_6_18();

	(void)state;
	h.memory_bytes = 1 * G;
	h.memory_limit = "the cgroup's memory limit";
	assert_int_equal(
		unmet(&h, &plain, FOLIO_BASE, 1 * G, 0, "cgroup's memory limit leaves 1024 MiB"),
		-ENOMEM);
	assert_int_equal(unmet(&h, &plain, FOLIO_BASE, 512 * M, 0, ""), 0);
	assert_int_equal(unmet(&h, &plain, FOLIO_BASE, 0, 0, ""), 0);
	/* Beside the region there must be room for page tables and for what proves it. */
	h.memory_bytes = 512 * M;
	assert_int_equal(unmet(&h, &plain, FOLIO_BASE, 512 * M, 0, "leaves 512 MiB (free memory, "),
			 -ENOMEM);
	h.memory_bytes = 512 * M + 6 * M;
	assert_int_equal(unmet(&h, &any_size, FOLIO_BASE, 512 * M, 0, "a smaller --size, free "),
			 -ENOMEM);
}

static void test_cores(void **state)
{
	struct host h = linux_6_18();

	(void)state;
	assert_int_equal(
		unmet(&h, &plain, FOLIO_BASE, 4 * K, 2, "needs 3 cores; this process may use 2"),
		-ENOTSUP);
	h.placement.nr_spinners = 0;
	assert_int_equal(unmet(&h, &plain, FOLIO_BASE, 4 * K, 1, "needs 2 cores"), -ENOTSUP);
	assert_int_equal(unmet(&h, &plain, FOLIO_BASE, 4 * K, 0, ""), 0);
}

/* Without root a row runs where the settings happen to suit it. */
static void test_settings_refused(void **state)
{
	struct host h = linux_6_18();

	(void)state;
	h.settings_refused = "needs root";
	/* MADV_NOHUGEPAGE sees to base pages. */
	assert_int_equal(unmet(&h, &plain, FOLIO_BASE, 1 * G, 0, ""), 0);
	assert_int_equal(unmet(&h, &maps_itself, FOLIO_BASE, 1 * G, 0, ""), 0);
	/* The PMD size inherits `madvise`: enough where the harness maps and advises. */
	assert_int_equal(unmet(&h, &plain, FOLIO_PMD, 1 * G, 0, ""), 0);
	assert_int_equal(unmet(&h, &maps_itself, FOLIO_PMD, 1 * G, 0, "needs root: /" THP_DIR),
			 -ENOTSUP);
	assert_int_equal(unmet(&h, &plain, 64 * K, 1 * G, 0, "needs root: /" THP_DIR), -ENOTSUP);
	thp_set(&h.thp, "enabled", "always");
	assert_int_equal(unmet(&h, &maps_itself, FOLIO_BASE, 1 * G, 0, "4K folios"), -ENOTSUP);
	assert_int_equal(unmet(&h, &plain, FOLIO_BASE, 1 * G, 0, ""), 0);
}

static int needs_a_miracle(const struct case_variant *v, struct error *why)
{
	return v->arg ? error_set(why, -ENOTSUP, "no miracle") : 0;
}

static void test_own_need(void **state)
{
	const struct bench_case c = {.name = "own", .unmet = needs_a_miracle};
	const struct case_variant v = {.arg = 1, .spinners = 100};
	const struct selected row = {&c, &v};
	struct host h = linux_6_18();
	struct error why;

	(void)state;
	assert_int_equal(host_unmet(&h, &row, 0, &why), -ENOTSUP);
	assert_string_equal(why.text, "no miracle"); /* the first reason */
	assert_int_equal(unmet(&h, &c, FOLIO_BASE, 4 * K, 0, ""), 0);
}

/* Swapped pages need a swap file, of which looking may already tell that there can be none. */
static void test_swap(void **state)
{
	const struct case_variant v = {.size_bytes = 64 * M, .pages = PAGES_SWAPPED};
	const struct selected row = {&plain, &v};
	_cleanup_fd_ int fd = rootfs_open("linux-6.18-x86_64");
	struct host h = linux_6_18();
	struct error why;

	(void)state;
	h.rootfd = fd;
	assert_int_equal(host_unmet(&h, &row, 64 * M, &why), -ENOTSUP);
	assert_string_equal(why.text, "needs a swap file: /var/tmp: No such file or directory");
}

static void test_row_size(void **state)
{
	const struct bench_case scalable = {.scalable = true};
	const struct case_variant v = {.size_bytes = 1 * G};
	const struct selected fixed_row = {&plain, &v}, scalable_row = {&scalable, &v};

	(void)state;
	assert_int_equal(row_size(&fixed_row, 64 * M), 1 * G);
	assert_int_equal(row_size(&scalable_row, 64 * M), 64 * M);
	assert_int_equal(row_size(&scalable_row, 0), 1 * G);
}

static void test_plan(void **state)
{
	const struct case_variant pmd = {.folio_bytes = FOLIO_PMD},
				  base = {.folio_bytes = FOLIO_BASE};
	const struct selected pmd_row = {&plain, &pmd}, base_row = {&plain, &base};
	struct host h = linux_6_18();
	struct thp_state plan;

	(void)state;
	assert_int_equal(host_thp_plan(&h, &pmd_row, &plan, NULL), 0);
	assert_string_equal(thp_word(&plan, "hugepages-2048kB/enabled"), "always");
	assert_int_equal(host_thp_plan(&h, &base_row, &plan, NULL), 0);
	assert_string_equal(thp_word(&plan, "hugepages-2048kB/enabled"), "never");
}

static void expect_needs(struct case_variant v, const char *wanted)
{
	const struct selected row = {&plain, &v};
	char buf[96];

	assert_string_equal(row_needs(&row, buf, sizeof(buf)), wanted);
}

static void test_needs(void **state)
{
	(void)state;
	expect_needs((struct case_variant){.size_bytes = 1 * G}, "1G of order-0 folios");
	expect_needs((struct case_variant){.size_bytes = 1 * G, .folio_bytes = FOLIO_PMD},
		     "1G of PMD folios");
	expect_needs(
		(struct case_variant){.size_bytes = 64 * M, .folio_bytes = 64 * K, .spinners = 3},
		"64M of 64K folios, 4 cores");
	expect_needs((struct case_variant){.size_bytes = 64 * M, .pages = PAGES_FORKED, .vmas = 4},
		     "64M of order-0 folios, forked, in 4 VMAs");
	/* No folio is behind them. */
	expect_needs((struct case_variant){.size_bytes = 64 * M, .pages = PAGES_GUARD},
		     "64M, guard markers");
	expect_needs((struct case_variant){0}, "nothing");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_met),
		cmocka_unit_test(test_no_thp),
		cmocka_unit_test(test_no_mthp),
		cmocka_unit_test(test_64k_pages),
		cmocka_unit_test(test_size),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_cores),
		cmocka_unit_test(test_settings_refused),
		cmocka_unit_test(test_own_need),
		cmocka_unit_test(test_row_size),
		cmocka_unit_test(test_plan),
		cmocka_unit_test(test_needs),
		cmocka_unit_test(test_swap),
		cmocka_unit_test(test_vmas),
		cmocka_unit_test(test_size_of_no_use),
	};

	return cmocka_run_group_tests_name("host", tests, NULL, NULL);
}

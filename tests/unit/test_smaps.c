// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/smaps.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define VMA(start, end, huge)                           \
	start "-" end " rw-p 00000000 00:00 0    [x]\n" \
	      "Size:               2048 kB\n"           \
	      "KernelPageSize:        4 kB\n"           \
	      "MMUPageSize:           4 kB\n"           \
	      "Anonymous:          2048 kB\n"           \
	      "AnonHugePages:  " huge " kB\n"           \
	      "ShmemPmdMapped:        0 kB\n"           \
	      "FilePmdMapped:         0 kB\n"           \
	      "THPeligible:    1\n"                     \
	      "VmFlags: rd wr mr mw me ac sd \n"

/* The region is 4 MiB at 1 GiB. */
static const uint64_t addr = 0x40000000, size = 0x400000;

static int scan(const char *text, struct smaps_report *report)
{
	_cleanup_file_ FILE *file = fmemopen((void *)text, strlen(text), "r");

	return smaps_scan(file, addr, size, report);
}

static void test_one(void **state)
{
	static const char text[] = VMA("00400000", "00402000", "2048")
		VMA("40000000", "40400000", "4096") VMA("7fff3a5d8000", "7fff3a5f9000", "2048");
	struct smaps_report r;

	(void)state;
	assert_int_equal(scan(text, &r), 0);
	assert_int_equal(r.vmas, 1);
	assert_int_equal(r.mapped_bytes, size);
	assert_int_equal(r.outside_bytes, 0);
	assert_int_equal(r.pmd_mapped_bytes, size);
}

/* What touches the region at its edges is no part of it. */
static void test_neighbours(void **state)
{
	static const char text[] = VMA("3fe00000", "40000000", "2048")
		VMA("40000000", "40400000", "   0") VMA("40400000", "40600000", "2048");
	struct smaps_report r;

	(void)state;
	assert_int_equal(scan(text, &r), 0);
	assert_int_equal(r.vmas, 1);
	assert_int_equal(r.outside_bytes, 0);
	assert_int_equal(r.pmd_mapped_bytes, 0);
}

static void test_split(void **state)
{
	static const char text[] = VMA("40000000", "40001000", "   0")
		VMA("40001000", "40200000", "   0") VMA("40300000", "40400000", "2048");
	struct smaps_report r;

	(void)state;
	assert_int_equal(scan(text, &r), 0);
	assert_int_equal(r.vmas, 3);
	assert_int_equal(r.mapped_bytes, size - 0x100000);
	assert_int_equal(r.pmd_mapped_bytes, 2 << 20);
}

/* Memory of each kind counts, shared or not. */
static void test_pmd_mapped(void **state)
{
	static const char text[] =
		"40000000-40400000 rw-s 00000000 00:01 7    /dev/zero (deleted)\n"
		"ShmemPmdMapped:     2048 kB\n"
		"FilePmdMapped:      1024 kB\n"
		"Shared_Hugetlb:        4 kB\n";
	struct smaps_report r;

	(void)state;
	assert_int_equal(scan(text, &r), 0);
	assert_true(r.read_write);
	assert_int_equal(r.pmd_mapped_bytes, 3 << 20);
}

/* Whoever else maps them; not what only looks alike, nor a neighbour's. */
static void test_dirty(void **state)
{
	static const char text[] =
		"3fe00000-40000000 rw-s 00000000 00:01 7    /dev/zero (deleted)\n"
		"Private_Dirty:      2048 kB\n"
		"40000000-40400000 rw-s 00200000 00:01 7    /dev/zero (deleted)\n"
		"Shared_Clean:        256 kB\n"
		"Shared_Dirty:       1024 kB\n"
		"Private_Clean:       512 kB\n"
		"Private_Dirty:      2048 kB\n"
		"Pss_Dirty:           128 kB\n";
	struct smaps_report r;

	(void)state;
	assert_int_equal(scan(text, &r), 0);
	assert_int_equal(r.dirty_bytes, 3 << 20);
}

static void test_merged(void **state)
{
	static const char text[] = VMA("3ffff000", "40600000", "4096");
	struct smaps_report r;

	(void)state;
	assert_int_equal(scan(text, &r), 0);
	assert_int_equal(r.vmas, 1);
	assert_int_equal(r.mapped_bytes, size);
	assert_int_equal(r.outside_bytes, 0x1000 + 0x200000);
}

static void test_unmapped(void **state)
{
	static const char text[] = VMA("00400000", "00402000", "2048");
	struct smaps_report r = {.vmas = 42};

	(void)state;
	assert_int_equal(scan(text, &r), 0);
	assert_int_equal(r.vmas, 0);
	assert_int_equal(r.mapped_bytes, 0);
	assert_int_equal(r.pmd_mapped_bytes, 0);
}

static void test_no_smaps(void **state)
{
	struct smaps_report r = {.vmas = 42};

	(void)state;
	assert_int_equal(scan("MemTotal: 1 kB\nAnonHugePages: 4096 kB\n", &r), -EBADMSG);
	assert_int_equal(r.vmas, 42);
}

/* This process's own. */
static void test_real(void **state)
{
	_cleanup_file_ FILE *smaps = fopen("/proc/self/smaps", "re");
	struct smaps_report r;

	if (!smaps)
		skip(); /* a kernel without CONFIG_PROC_PAGE_MONITOR */
	(void)state;
	assert_int_equal(smaps_scan(smaps, (uintptr_t)&addr, 1, &r), 0);
	assert_int_equal(r.vmas, 1);
	assert_int_equal(r.mapped_bytes, 1);
	assert_true(r.outside_bytes >= 4095);
}

static void test_permissions(void **state)
{
	struct smaps_report r;

	(void)state;
	assert_int_equal(scan("40000000-40001000 rw-p 00000000 00:00 0\n", &r), 0);
	assert_true(r.read_write);
	assert_int_equal(scan("40000000-40001000 r--p 00000000 00:00 0\n", &r), 0);
	assert_false(r.read_write);
	/* Of neighbours they do not matter. */
	assert_int_equal(scan("30000000-30001000 r--p 00000000 00:00 0\n"
			      "40000000-40001000 rw-p 00000000 00:00 0\n",
			      &r),
			 0);
	assert_true(r.read_write);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one),        cmocka_unit_test(test_neighbours),
		cmocka_unit_test(test_pmd_mapped), cmocka_unit_test(test_dirty),
		cmocka_unit_test(test_split),      cmocka_unit_test(test_merged),
		cmocka_unit_test(test_unmapped),   cmocka_unit_test(test_no_smaps),
		cmocka_unit_test(test_real),       cmocka_unit_test(test_permissions),
	};

	return cmocka_run_group_tests_name("smaps", tests, NULL, NULL);
}

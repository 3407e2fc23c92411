// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ladder of folio sizes: one region of 64 MiB, made of each size that sysfs offers, to R and
 * back to RW. All are mapped by PTEs, those of PMD size too (whose mapping by PMD is mprotect_thp),
 * so that from row to row only the folios change: what batching saves, and from which order on.
 *
 * A row is named by its folios' size, "base" is order 0. Which sizes there are depends on the base
 * page: 16K to 2M with pages of 4K, 64K to 32M with 16K, 256K to 512M with 64K. Those above 64M
 * need a larger region (--size).
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"

#define RUNG(row_name, bytes)                                                  \
	{                                                                      \
		.name = row_name, .size_bytes = 64 << 20, .folio_bytes = bytes \
	}

static const struct case_variant variants[] = {
	RUNG("base", FOLIO_BASE), RUNG("16K", 16 << 10),   RUNG("32K", 32 << 10),
	RUNG("64K", 64 << 10),    RUNG("128K", 128 << 10), RUNG("256K", 256 << 10),
	RUNG("512K", 512 << 10),  RUNG("1M", 1 << 20),     RUNG("2M", 2 << 20),
	RUNG("4M", 4 << 20),      RUNG("8M", 8 << 20),     RUNG("16M", 16 << 20),
	RUNG("32M", 32 << 20),    RUNG("64M", 64 << 20),   RUNG("128M", 128 << 20),
	RUNG("256M", 256 << 20),  RUNG("512M", 512 << 20),
};

static const struct bench_case mprotect_order = {
	.name = "mprotect_order",
	.summary = "region of PTE-mapped folios of each size to R and back to RW",
	.source =
		"Optimize mprotect() for large folios, 2025, was posted for 64K and 2M; here is what "
		"lies between",
	.tags = (const char *const[]){"folios", NULL},
	.on_request = true,
	.pte_mapped = true,
	RANGE_TOGGLE_FIELDS,
};

BENCH_CASE(mprotect_order);

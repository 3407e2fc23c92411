// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How TLB shootdown scales: a region of 1 MiB of order-0 folios to R and back to RW while 0 to 31
 * threads of the same mm spin on as many other cores. A call that takes permissions away ends in a
 * flush that all of them must have done before it returns (by IPI on x86-64, by broadcast TLBI on
 * arm64). One that only adds permissions need not flush at all where the CPU takes a fault and
 * looks again; so "r" grows with the threads, and "rw" is its own control.
 *
 * mprotect_jit_page/.../spinN is the same question for a single page, where the shootdown is nearly
 * all of the call; here 256 pages share one.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"

#define REGION .size_bytes = 1 << 20, .folio_bytes = FOLIO_BASE

static const struct case_variant variants[] = {
	{.name = "spin0", REGION},
	{.name = "spin1", REGION, .spinners = 1},
	{.name = "spin2", REGION, .spinners = 2},
	{.name = "spin3", REGION, .spinners = 3},
	{.name = "spin7", REGION, .spinners = 7},
	{.name = "spin15", REGION, .spinners = 15},
	{.name = "spin31", REGION, .spinners = 31},
};

static const struct bench_case mprotect_threads = {
	.name = "mprotect_threads",
	.summary = "1 MiB to R and back to RW while threads spin on other cores",
	.source =
		"asked for in review of mm/mprotect: micro-optimization work, March 2026: the TLB "
		"flush of threaded programs",
	.tags = (const char *const[]){"threads", NULL},
	.on_request = true,
	RANGE_TOGGLE_FIXED_SIZE_FIELDS,
};

BENCH_CASE(mprotect_threads);

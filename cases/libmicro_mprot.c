// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * libMicro's mprot family as its suite runs it: mapped and written in the parent, measured in a
 * forked child. libmicro_mprot.h has the original's exact sequence and batch sizes; rows are its
 * names without "mprot_" (bench.sh has no z or wz of 4M). tw4m_pmd is not one of them: it is what
 * mprot_tw4m measures where THP is on and /dev/zero is mapped aligned, two PMD entries, the way it
 * was reported by Zhang Qilong in July 2025 (22 us to 17 us on arm64).
 *
 * One iteration is two calls.
 */
#include "libmicro_mprot.h"

static int setup(struct case_run *run)
{
	int ret = libmicro_map(run, run->variant->pages == PAGES_FORKED);

	ret = ret ? ret : case_continue_in_child();
	if (ret)
		return ret;
	return case_prove(run, BEFORE, (void *)REGION_ADDRESS, run->size_bytes);
}

#define UNTOUCHED .folio_bytes = FOLIO_BASE, .pages = PAGES_UNTOUCHED
#define WRITTEN   .folio_bytes = FOLIO_BASE, .pages = PAGES_FORKED

static const struct case_variant variants[] = {
	{.name = "z8k", BATCH(333, 8 * K), UNTOUCHED},
	{.name = "z128k", BATCH(200, 128 * K), UNTOUCHED},
	{.name = "wz8k", BATCH(200, 8 * K), WRITTEN},
	{.name = "wz128k", BATCH(100, 128 * K), WRITTEN},
	{.name = "twz8k", T_BATCH(100, 8 * K), WRITTEN},
	{.name = "tw128k", T_BATCH(50, 128 * K), WRITTEN},
	{.name = "tw4m", T_BATCH(1, 4 * M), WRITTEN},
	{.name = "tw4m_pmd", T_BATCH(1, 4 * M), .folio_bytes = FOLIO_PMD, .pages = PAGES_FORKED},
};

static const struct bench_case libmicro_mprot = {
	.name = "libmicro_mprot",
	.summary = "neighbours to NONE and RW by turns, as libMicro's mprot_* (forked)",
	.source = "libMicro 0.4.0, mprotect.c and bench.sh: mprot_z8k to mprot_tw4m",
	.tags = (const char *const[]){"libmicro", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.maps_itself = true,
	.calls_per_iteration = 2,
	.unmet = libmicro_unmet,
	.setup = setup,
	.run = libmicro_calls,
	.check = libmicro_check,
	.teardown = libmicro_teardown,
};

BENCH_CASE(libmicro_mprot);

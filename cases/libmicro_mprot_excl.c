// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * libMicro's mprot family without its fork (the original's option -1): the same calls on pages that
 * this process alone maps, which going back to RW may make writable again. What this and
 * libmicro_mprot differ by is what exclusive pages cost or save. Untouched rows (z) have no pages
 * to differ in, and are there only. libmicro_mprot.h has the sequence.
 *
 * One iteration is two calls.
 */
#include "libmicro_mprot.h"

static int setup(struct case_run *run)
{
	int ret = libmicro_map(run, true);

	return ret ? ret : case_prove(run, BEFORE, (void *)REGION_ADDRESS, run->size_bytes);
}

#define WRITTEN .folio_bytes = FOLIO_BASE, .pages = PAGES_EXCLUSIVE

static const struct case_variant variants[] = {
	{.name = "wz8k", BATCH(200, 8 * K), WRITTEN},
	{.name = "wz128k", BATCH(100, 128 * K), WRITTEN},
	{.name = "twz8k", T_BATCH(100, 8 * K), WRITTEN},
	{.name = "tw128k", T_BATCH(50, 128 * K), WRITTEN},
	{.name = "tw4m", T_BATCH(1, 4 * M), WRITTEN},
	{.name = "tw4m_pmd", T_BATCH(1, 4 * M), .folio_bytes = FOLIO_PMD},
};

static const struct bench_case libmicro_mprot_excl = {
	.name = "libmicro_mprot_excl",
	.summary = "neighbours to NONE and RW by turns, as libMicro's mprot_* -1 (not forked)",
	.source = "libMicro 0.4.0, mprotect.c; its option -1 runs in one process",
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

BENCH_CASE(libmicro_mprot_excl);

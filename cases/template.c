// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A start for a case of your own: copy it, rename it, add its name to cases/meson.build. It is
 * compiled by the tests, so that it cannot rot, and is in no suite.
 *
 * Say here what is measured, where the workload comes from, and what one iteration is, so that a
 * reader can tell what the figure is about without reading the code.
 */
#include "bench/case.h"

#include <errno.h>
#include <sys/mman.h>

/*
 * The measured loop, in plain sight: no option is looked at and no pointer is called inside it.
 * What a system call returns is gathered and checked once. The region is mapped read-write, faulted
 * in, and proved to be made of the folios that the variant asks for; put it back as you found it.
 */
static int run(struct case_run *run, uint64_t n)
{
	int failed = 0;

	for (uint64_t i = 0; i < n; i++) {
		failed |= mprotect(run->region, run->size_bytes, PROT_READ);
		failed |= mprotect(run->region, run->size_bytes, PROT_READ | PROT_WRITE);
	}
	return failed ? -errno : 0;
}

/* A row each: what varies. Without a name there is one row, called as the case. */
static const struct case_variant variants[] = {
	{.name = "4k", .size_bytes = 1 << 20, .folio_bytes = FOLIO_BASE},
	{.name = "64k", .size_bytes = 1 << 20, .folio_bytes = 64 << 10},
};

static const struct bench_case template = {
	.name = "template",
	.summary = "1 MiB to R and back to RW",
	.source = "an example",
	.tags = (const char *const[]){"mine", NULL}, /* --cases takes them like names */
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,                /* drop this: the default suite is to have it */
	.calls_per_iteration = 2,          /* gives ns per call */
	.pages_per_call = PAGES_OF_REGION, /* gives ns per page */
	.run = run,
};

BENCH_CASE(template);

// SPDX-License-Identifier: GPL-2.0-or-later
/* A case that finds out only in its set-up that the machine lacks what it needs. */
#include "bench/case.h"

#include <errno.h>

static int setup(struct case_run *run)
{
	return error_set(run->why, -ENOTSUP, "needs a machine that is not there");
}

static int run(struct case_run *run, uint64_t n)
{
	(void)run;
	(void)n;
	return -EIO;
}

static const struct case_variant variants[] = {{}};

static const struct bench_case unmet_case = {
	.name = "unmet",
	.summary = "never runs",
	.source = "a test",
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.setup = setup,
	.run = run,
};

BENCH_CASE(unmet_case);

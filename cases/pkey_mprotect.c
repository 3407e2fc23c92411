// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Memory protection keys (pkeys(7)): "4k" and "64k" put the whole region under a key and to R, then
 * to RW under that key; "key" leaves it RW and only puts it under the key and back under the
 * default key. A key's access rights are in a register of the thread, but which key a page has is
 * in its PTE, so each call walks as mprotect() does. The key allows all access, and goes with the
 * process.
 *
 * One iteration is two calls, there and back.
 */
#include "bench/case.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define RW          (PROT_READ | PROT_WRITE)
#define DEFAULT_KEY 0

enum {
	PROTECTION,
	KEY
};

static int run(struct case_run *run, uint64_t n)
{
	const int key = (int)(intptr_t)run->data;
	const int prot = run->variant->arg == KEY ? RW : PROT_READ;
	const int key_back = run->variant->arg == KEY ? DEFAULT_KEY : key;
	uint64_t there_ns = 0, back_ns = 0;
	int failed = 0;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t start = now_ns(), middle;

		failed |= pkey_mprotect(run->region, run->size_bytes, prot, key);
		middle = now_ns();
		failed |= pkey_mprotect(run->region, run->size_bytes, RW, key_back);
		back_ns += now_ns() - middle;
		there_ns += middle - start;
	}
	run->direction_ns[0] += there_ns;
	run->direction_ns[1] += back_ns;
	return failed ? -errno : 0;
}

/* All keys are free here, so each error says that there are none: EINVAL or ENOSPC if the CPU has
 * none, ENOSYS if the kernel does not know them. */
static int setup(struct case_run *run)
{
	int key = pkey_alloc(0, 0);

	if (key < 0)
		return error_set(run->why, -ENOTSUP,
				 "needs memory protection keys, of the CPU (PKU on x86, POE on "
				 "arm64) and the kernel (pkey_alloc: %s)",
				 strerror(errno));
	run->data = (void *)(intptr_t)key;
	return 0;
}

#define REGION .size_bytes = 64 << 20

static const struct case_variant variants[] = {
	{.name = "4k", REGION, .folio_bytes = FOLIO_BASE, .arg = PROTECTION},
	{.name = "64k", REGION, .folio_bytes = 64 << 10, .arg = PROTECTION},
	{.name = "key", REGION, .folio_bytes = FOLIO_BASE, .arg = KEY},
};

static const struct bench_case pkey_mprotect_case = {
	.name = "pkey_mprotect",
	.summary = "region to R and back to RW under a protection key, or to a key and back",
	.source = "asked for in review: other users of change_protection()",
	.tags = (const char *const[]){"pkey", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.scalable = true,
	.calls_per_iteration = 2,
	.pages_per_call = PAGES_OF_REGION,
	.directions = {"there", "back"},
	.setup = setup,
	.run = run,
};

BENCH_CASE(pkey_mprotect_case);

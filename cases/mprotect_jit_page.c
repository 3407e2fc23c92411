// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a JIT does: in a 1 MiB arena of order-0 folios one page at a time goes from RW to RX and
 * back. Both calls work on one page of a larger VMA, so the VMA is split and merged each time.
 * "bare" is the two calls; "exec" also writes a new function into the page before and calls it in
 * between, so that the page is dirty, its TLB entries are live and the instruction cache is made to
 * follow. With spinN, N threads of the same mm run on other cores, so that each flush must reach
 * them too.
 *
 * One iteration is two calls on one page.
 */
#include "bench/case.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum {
	BARE,
	EXEC
};

#define RW (PROT_READ | PROT_WRITE)
#define RX (PROT_READ | PROT_EXEC)

/* Writes a function that returns the low 16 bits of @value. */
#if defined(__x86_64__)
#define CAN_EXECUTE 1
static inline void emit(char *page, uint32_t value)
{
	const unsigned char ret = 0xc3, mov_eax_imm32 = 0xb8;

	value &= 0xffff;
	page[0] = (char)mov_eax_imm32;
	memcpy(page + 1, &value, sizeof(value));
	page[5] = (char)ret;
}
#elif defined(__aarch64__)
#define CAN_EXECUTE 1
static inline void emit(char *page, uint32_t value)
{
	const uint32_t movz_w0 = 0x52800000, ret = 0xd65f03c0;
	const uint32_t code[] = {movz_w0 | (value & 0xffff) << 5, ret};

	memcpy(page, code, sizeof(code));
	__builtin___clear_cache(page, page + sizeof(code));
}
#else
#define CAN_EXECUTE 0
static inline void emit(char *page, uint32_t value)
{
	(void)page;
	(void)value;
}
#endif

static int flip(struct case_run *run, uint64_t n)
{
	const uint64_t size = run->page_bytes, mask = run->size_bytes / size - 1;
	int failed = 0;

	for (uint64_t i = 0; i < n; i++) {
		char *page = run->region + (i & mask) * size;

		failed |= mprotect(page, size, RX);
		failed |= mprotect(page, size, RW);
	}
	return failed ? -errno : 0;
}

static int flip_and_execute(struct case_run *run, uint64_t n)
{
	const uint64_t size = run->page_bytes, mask = run->size_bytes / size - 1;
	int failed = 0, wrong = 0;

	for (uint64_t i = 0; i < n; i++) {
		char *page = run->region + (i & mask) * size;

		emit(page, (uint32_t)i);
		failed |= mprotect(page, size, RX);
		wrong |= ((int (*)(void))page)() != (int)(i & 0xffff);
		failed |= mprotect(page, size, RW);
	}
	return failed ? -errno : wrong ? -EILSEQ : 0;
}

static int run(struct case_run *run, uint64_t n)
{
	return run->variant->arg == EXEC ? flip_and_execute(run, n) : flip(run, n);
}

/* Where policy denies execution, the first call would be a crash. */
static int setup(struct case_run *run)
{
	if (mprotect(run->region, run->page_bytes, RX) ||
	    mprotect(run->region, run->page_bytes, RW))
		return -errno;
	return 0;
}

static int unmet(const struct case_variant *variant, struct error *why)
{
	if (variant->arg == EXEC && !CAN_EXECUTE)
		return error_set(why, -ENOTSUP, "generates code for x86-64 and arm64 only");
	return 0;
}

#define ARENA .size_bytes = 1 << 20, .folio_bytes = FOLIO_BASE

static const struct case_variant variants[] = {
	{.name = "bare", ARENA, .arg = BARE},
	{.name = "bare/spin1", ARENA, .arg = BARE, .spinners = 1},
	{.name = "bare/spin3", ARENA, .arg = BARE, .spinners = 3},
	{.name = "bare/spin7", ARENA, .arg = BARE, .spinners = 7},
	{.name = "exec", ARENA, .arg = EXEC},
	{.name = "exec/spin1", ARENA, .arg = EXEC, .spinners = 1},
	{.name = "exec/spin3", ARENA, .arg = EXEC, .spinners = 3},
	{.name = "exec/spin7", ARENA, .arg = EXEC, .spinners = 7},
};

static const struct bench_case mprotect_jit_page = {
	.name = "mprotect_jit_page",
	.summary = "one page of an arena to RX and back to RW, as a JIT does",
	.source = "asked for in review of mm/mprotect: micro-optimization work, March 2026",
	.tags = (const char *const[]){"seeds", "jit", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.calls_per_iteration = 2,
	.pages_per_call = 1,
	.unmet = unmet,
	.setup = setup,
	.run = run,
};

BENCH_CASE(mprotect_jit_page);

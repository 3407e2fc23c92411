// SPDX-License-Identifier: GPL-2.0-or-later
/* libMicro's calls, one by one: which neighbour, to which protection, and what is read before. */
#include "bench/case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

static int note(const void *addr, size_t length, int prot);

/* In place of the call that the cases make. */
#define mprotect note
#include "cases/libmicro_mprot.h"

#define PAGE   4096
#define LENGTH (2 * PAGE)

static char seg[4 * LENGTH];
static char calls[32]; /* "0n1w": neighbour 0 to NONE, 1 to read-write */
static bool refuse;

static int note(const void *addr, size_t length, int prot)
{
	size_t used = strlen(calls);
	ptrdiff_t offset = (const char *)addr - seg;

	if (refuse) {
		errno = ENOMEM;
		return -1;
	}
	assert_int_equal(length, LENGTH);
	assert_int_equal(offset % LENGTH, 0);
	assert_true(prot == PROT_NONE || prot == (PROT_READ | PROT_WRITE));
	assert_true(used + 3 <= sizeof(calls));
	calls[used] = (char)('0' + offset / LENGTH);
	calls[used + 1] = prot == PROT_NONE ? 'n' : 'w';
	calls[used + 2] = '\0';
	return 0;
}

/* Calls of @n iterations, made by two run()s, the first of which does one. */
static int iterations(uint64_t n, int arg, struct libmicro *l)
{
	const struct case_variant variant = {.arg = arg};
	struct case_run run = {.variant = &variant, .page_bytes = PAGE, .data = l};
	int ret;

	*l = (struct libmicro){.seg = seg, .length = LENGTH, .nr = libmicro_neighbours(&variant)};
	memset(seg, 1, sizeof(seg));
	calls[0] = '\0';
	ret = libmicro_calls(&run, 1);
	return ret ? ret : libmicro_calls(&run, n - 1);
}

static void test_batches(void **state)
{
	struct libmicro l;

	(void)state;
	assert_int_equal(iterations(6, 4, &l), 0);
	assert_string_equal(calls, "0n1w2n3w"
				   "0w1n2w3n"
				   "0n1w2n3w");
	assert_int_equal(iterations(4, 3, &l), 0);
	assert_string_equal(calls, "0n1w2n"
				   "0w1n2w"
				   "0n1w");
	assert_int_equal(iterations(3, 1, &l), 0);
	assert_string_equal(calls, "0n"
				   "0w"
				   "0n"
				   "0w"
				   "0n"
				   "0w");
	assert_int_equal(l.sum, 0);
}

/* All pages of what goes to NONE, and no others. */
static void test_read_first(void **state)
{
	struct libmicro l;

	(void)state;
	assert_int_equal(iterations(5, 2 | READ_FIRST, &l), 0);
	assert_string_equal(calls, "0n1w"
				   "0w1n"
				   "0n1w"
				   "0w1n"
				   "0n1w");
	assert_int_equal(l.sum, 5 * LENGTH / PAGE);
}

static void test_failure(void **state)
{
	struct libmicro l;

	(void)state;
	refuse = true;
	assert_int_equal(iterations(2, 2, &l), -ENOMEM);
	refuse = false;
}

/* As with base pages of 64 KiB. */
static void test_unmet(void **state)
{
	const unsigned long page = (unsigned long)sysconf(_SC_PAGESIZE);
	const struct case_variant half = {.size_bytes = 3 * page / 2, .arg = 3 | READ_FIRST},
				  whole = {.size_bytes = 3 * page, .arg = 3 | READ_FIRST};
	struct error why;

	(void)state;
	assert_int_equal(libmicro_unmet(&half, &why), -ENOTSUP);
	assert_int_equal(libmicro_unmet(&whole, &why), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_batches),
		cmocka_unit_test(test_read_first),
		cmocka_unit_test(test_failure),
		cmocka_unit_test(test_unmet),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

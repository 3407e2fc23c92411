/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The mprot family of libMicro (Sun Microsystems, CDDL; read for its facts at
 * github.com/redhat-performance/libMicro and github.com/rzezeski/libMicro, mprotect.c, libmicro.c
 * and bench.sh, and the bench.sh of 0.4.0 in Apple's port). Nothing of its text is here.
 *
 * What the original does, for a name like mprot_twz8k:
 *  1. initrun, in the parent: map B neighbours of L bytes each in one go, from /dev/zero with
 *     MAP_PRIVATE, R and W. With -w write 1 to the first byte of each page of all of them; with
 *     neither -w nor -r touch nothing.
 *  2. Fork a worker, which does the rest; the parent waits. So written pages are not exclusive.
 *  3. A batch is B calls, timed as a whole. Call i of batch b is on neighbour i, whole: if b + i is
 *     even, PROT_NONE, and before it with -t a read of one byte of each of the neighbour's pages;
 *     if odd, R and W. b counts up from 0. Nothing is put back in between.
 *  4. The result is the median over the batches of (time less that of reading the clock) / B.
 * So from the second batch on neighbours alternate, and each call turns one over. The call before
 * made the previous neighbour the same as this one still is, so both are one VMA; this one is cut
 * off it and joined to the next. Reads are of readable pages and take no fault.
 *
 * B follows from -I, the ns that a call is thought to take: a batch of 0.4 is to take 100 times
 * what it finds to be the resolution of its clock. Here that is 1 us, which gettimeofday() has, its
 * clock on Linux. With the bench.sh of 0.4.0:
 *
 *   name    mprot_z8k z128k wz8k wz128k twz8k tw128k tw4m
 *   L              8K  128K   8K   128K    8K   128K   4M
 *   -I            300   500  500   1000  1000   2000    -
 *   B             333   200  200    100   100     50    1 (-B 1)
 *
 * Other versions, clocks and rules come to other B (Red Hat's 0.4.1-rh.4: 3333 for z8k, 10 for
 * tw4m), so give the original these by -B to compare. With B = 1 batches are NONE and RW by turns
 * and there are no neighbours; its median over the two kinds is then of one or the other, so hold
 * its mean (-M) against ours.
 *
 * Ours: one iteration is two calls, one to NONE and one to RW, whatever B is (if odd, the two kinds
 * alternate all through; if even, a batch has only whole pairs of them). It goes on where the
 * last one ended, and is not stopped and started at the batch, so the barrier and clock reads that
 * the original has in between are not here. The original says nothing about folios and gets what
 * the system gives; here they are of order 0 unless the row says otherwise.
 *
 * Agreement, in instructions on Linux 6.1 and 6.12: the original, given this B and mapping at
 * REGION_ADDRESS in a process of as many VMAs as ours (some 97 besides), has medians (means with B
 * = 1) within 2.2 % of these rows. As it is, on 6.12, z8k takes 6 % more and twz8k 7 % less: where
 * its neighbours lie among the VMAs and how many others there are decides on the shape of the tree
 * that VMAs are kept in. The rows without neighbours don't depend on it.
 */
#ifndef CASES_LIBMICRO_MPROT_H
#define CASES_LIBMICRO_MPROT_H

#include "bench/case.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* case_variant.arg: the neighbours in a batch, and whether pages are read before PROT_NONE. */
#define READ_FIRST           (1 << 16)
#define BATCH(nr, l_bytes)   .size_bytes = (nr) * (l_bytes), .arg = (nr)
#define T_BATCH(nr, l_bytes) .size_bytes = (nr) * (l_bytes), .arg = (nr) | READ_FIRST

#define K 1024UL
#define M (1024 * K)

struct libmicro {
	char *seg;
	size_t length;    /* of a neighbour */
	unsigned int nr;  /* of neighbours */
	unsigned int i;   /* whose turn it is */
	unsigned int b;   /* the batch */
	unsigned int sum; /* of what was read, so that it is */
};

static inline void libmicro_read(struct libmicro *l, const char *seg, size_t page_bytes)
{
	for (size_t j = 0; j < l->length; j += page_bytes)
		l->sum += (unsigned int)((const volatile char *)seg)[j];
}

static inline int libmicro_calls(struct case_run *run, uint64_t n)
{
	const bool read_first = run->variant->arg & READ_FIRST;
	struct libmicro *l = run->data;
	int failed = 0;

	for (uint64_t calls = 2 * n; calls; calls--) {
		char *seg = l->seg + l->i * l->length;
		const bool off = (l->b + l->i) % 2 == 0;

		if (off && read_first)
			libmicro_read(l, seg, run->page_bytes);
		failed |= mprotect(seg, l->length, off ? PROT_NONE : PROT_READ | PROT_WRITE);
		if (++l->i == l->nr) {
			l->i = 0;
			l->b++;
		}
	}
	return failed ? -errno : 0;
}

static inline unsigned int libmicro_neighbours(const struct case_variant *variant)
{
	return (unsigned int)variant->arg & (READ_FIRST - 1);
}

static inline int libmicro_unmet(const struct case_variant *variant, struct error *why)
{
	const unsigned long length = variant->size_bytes / libmicro_neighbours(variant);
	const unsigned long page_bytes = (unsigned long)sysconf(_SC_PAGESIZE);

	if (length % page_bytes)
		return error_set(why, -ENOTSUP,
				 "protects %lu KiB at a time; base pages here are of %lu KiB",
				 length >> 10, page_bytes >> 10);
	return 0;
}

/* Step 1, initrun. */
static inline int libmicro_map(struct case_run *run, bool write)
{
	_cleanup_fd_ int fd = open("/dev/zero", O_RDWR | O_CLOEXEC);
	char *const hint = (char *)REGION_ADDRESS;
	struct libmicro *l;
	char *seg;

	if (fd < 0)
		return -errno;
	seg = mmap(hint, run->size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED_NOREPLACE,
		   fd, 0);
	if (seg != hint)
		return seg == MAP_FAILED ? -errno : -EADDRINUSE;
	for (uint64_t j = 0; write && j < run->size_bytes; j += run->page_bytes)
		seg[j] = 1;
	l = calloc(1, sizeof(*l));
	if (!l)
		return -ENOMEM;
	l->seg = seg;
	l->nr = libmicro_neighbours(run->variant);
	l->length = run->size_bytes / l->nr;
	run->data = l;
	return 0;
}

/* A batch leaves every second neighbour at PROT_NONE; read-write again, they are one VMA. */
static inline int libmicro_check(struct case_run *run)
{
	const struct libmicro *l = run->data;

	if (mprotect(l->seg, run->size_bytes, PROT_READ | PROT_WRITE))
		return -errno;
	return case_prove(run, AFTER, l->seg, run->size_bytes);
}

static inline void libmicro_teardown(struct case_run *run)
{
	free(run->data);
}

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
#include "posted.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define HINT ((char *)(1UL << 30))

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void die(const char *what)
{
	perror(what);
	exit(3);
}

static double empty_loop(uint64_t n)
{
	double start = seconds();

	for (uint64_t i = 0; i < n; i++)
		__asm__ volatile("" ::: "memory");
	return (seconds() - start) * 1e9;
}

static double one_page(uint64_t n)
{
	char *p = mmap(HINT, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	double start, took;

	/* Elsewhere it would have neighbours to merge with, and cost twice as much. */
	if (p != HINT)
		die("mmap");
	*p = 1;
	start = seconds();
	for (uint64_t i = 0; i < n; i++)
		if (mprotect(p, 4096, PROT_READ) || mprotect(p, 4096, PROT_READ | PROT_WRITE))
			die("mprotect");
	took = seconds() - start;
	munmap(p, 4096);
	return took * 1e9;
}

/* "Optimize mremap() for large folios", May 2025: n rounds of 1 MiB. */
static double mremap_rounds(uint64_t n)
{
	const size_t size = 1UL << 20;
	double start = seconds();

	for (uint64_t i = 0; i < n; i++) {
		char *p = mmap(HINT, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			       0);

		if (p != HINT)
			die("mmap");
		memset(p, 0xAA, size);
		p = mremap(p, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, HINT + size);
		if (p == MAP_FAILED)
			die("mremap");
		munmap(p, size);
	}
	return (seconds() - start) * 1e9;
}

/* "Optimize mprotect() for large folios", April to July 2025: the program, n times. */
static double mprotect_program(uint64_t n)
{
	const size_t size = 1UL << 30, pmd = 2UL << 20, page = 4096;
	double start = seconds();

	for (uint64_t i = 0; i < n; i++) {
		char *p = mmap(HINT, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			       0);

		if (p != HINT)
			die("mmap");
		memset(p, 0, size);
		if (madvise(p, size, MADV_NOHUGEPAGE))
			die("madvise");
		explicit_bzero(p, size);
		for (size_t at = 0; at < size; at += pmd)
			if (madvise(p + at, page, MADV_DONTFORK) ||
			    madvise(p + at, page, MADV_DOFORK))
				die("madvise");
		for (int cycle = 0; cycle < 40; cycle++) {
			if (mprotect(p, size, PROT_READ) ||
			    mprotect(p, size, PROT_READ | PROT_WRITE))
				die("mprotect");
			explicit_bzero(p, size);
		}
		munmap(p, size);
	}
	return (seconds() - start) * 1e9;
}

const struct posted posted_programs[] = {
	{"nop", empty_loop},
	{"mprotect_toggle/rw/4K", one_page},
	{"mremap_1m_loop/4k", mremap_rounds},
	{"mremap_1m_loop/64k", mremap_rounds},
	{"mprotect_verbatim/4k", mprotect_program},
	{"mprotect_verbatim/mthp_64k", mprotect_program},
	{"mprotect_verbatim/thp_split", mprotect_program},
	{NULL, NULL},
};

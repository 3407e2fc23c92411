// SPDX-License-Identifier: GPL-2.0-or-later
/* Also part of a guest's init, which has none of our libraries. */
#include "marks.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

/* An instruction that returns. */
#if defined(__x86_64__)
static const unsigned char returns[MARKS_STRIDE] = {0xc3, 0xcc, 0xcc, 0xcc}; /* ret; int3 */
#elif defined(__aarch64__)
static const unsigned char returns[MARKS_STRIDE] = {0xc0, 0x03, 0x5f, 0xd6};
#else
static const unsigned char returns[MARKS_STRIDE];
#endif

char *marks_area(uintptr_t begin, size_t size)
{
	char *area = (char *)begin, *p; /* NOLINT: an address that is agreed upon */

	if (!returns[0]) {
		errno = ENOTSUP;
		return NULL;
	}
	p = mmap(area, size, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (p == MAP_FAILED)
		return NULL;
	/* Kernels before 4.17 take MAP_FIXED_NOREPLACE for a hint. */
	if (p != area) {
		munmap(p, size);
		errno = EEXIST;
		return NULL;
	}
	for (size_t i = 0; i < size; i += MARKS_STRIDE)
		memcpy(area + i, returns, MARKS_STRIDE);
	if (mprotect(area, size, PROT_READ | PROT_EXEC))
		return NULL;
	__builtin___clear_cache(area, area + size);
	return area;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "marks.h"

#include "util.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

static const unsigned char returns[MARKS_STRIDE] = {MARKS_RETURN};

int marks_map(unsigned int number, struct marks *marks, struct error *err)
{
	const size_t size = MARKS_END + MARKS_BYTES - MARKS_BEGIN;
	char *area = (char *)(uintptr_t)MARKS_BEGIN; /* NOLINT: an address that is agreed upon */

	if (!returns[0])
		return error_set(err, -ENOTSUP, "marks: not for this architecture");
	if (number >= MARKS_MAX)
		return error_set(err, -ERANGE,
				 "marks: %u workers are too many (fewer cases or processes)",
				 number + 1);
	if (mmap(area, size, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != area)
		return error_set(err, -errno, "marks: mapping %zu bytes at %p: %s", size,
				 (void *)area, strerror(errno));
	for (size_t i = 0; i < size; i += MARKS_STRIDE)
		memcpy(area + i, returns, MARKS_STRIDE);
	if (mprotect(area, size, PROT_READ | PROT_EXEC))
		return error_set(err, -errno, "marks: mprotect: %s", strerror(errno));
	__builtin___clear_cache(area, area + size);
	*marks = (struct marks){
		.begin = (void (*)(void))(area + number * MARKS_STRIDE),
		.end = (void (*)(void))(area + MARKS_END - MARKS_BEGIN + number * MARKS_STRIDE),
	};
	return 0;
}

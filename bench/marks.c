// SPDX-License-Identifier: GPL-2.0-or-later
#include "marks.h"

#include "util.h"

#include <errno.h>
#include <string.h>

int marks_map(unsigned int number, struct marks *marks, struct error *err)
{
	const size_t size = MARKS_END + MARKS_BYTES - MARKS_BEGIN;
	char *area;

	if (number >= MARKS_MAX)
		return error_set(err, -ERANGE,
				 "marks: %u workers are too many (fewer cases or processes)",
				 number + 1);
	area = marks_area(MARKS_BEGIN, size);
	if (!area)
		return error_set(err, -errno, "marks: %zu bytes at %#x: %s", size, MARKS_BEGIN,
				 errno == ENOTSUP ? "not for this architecture" : strerror(errno));
	*marks = (struct marks){
		.begin = (void (*)(void))(area + number * MARKS_STRIDE),
		.end = (void (*)(void))(area + MARKS_END - MARKS_BEGIN + number * MARKS_STRIDE),
	};
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "init_symbols.h"

#include "bench/marks.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define DIGITS 16 /* of an address */

/* How many of the first digits of two addresses are the same; the last one is written always. */
static size_t shared(const char *a, const char *b)
{
	size_t n = 0;

	while (n < DIGITS - 1 && a[n] == b[n])
		n++;
	return n;
}

static char *map_marks(void)
{
	static const unsigned char returns[MARKS_STRIDE] = {MARKS_RETURN};
	char *area = (char *)(uintptr_t)MARKS_TEXT; /* NOLINT: an address that is agreed upon */

	if (mmap(area, MARKS_TEXT_BYTES, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != area)
		return NULL;
	for (size_t i = 0; i < MARKS_TEXT_BYTES; i += MARKS_STRIDE)
		memcpy(area + i, returns, MARKS_STRIDE);
	if (mprotect(area, MARKS_TEXT_BYTES, PROT_READ | PROT_EXEC))
		return NULL;
	__builtin___clear_cache(area, area + MARKS_TEXT_BYTES);
	return area;
}

static void tell(const char *area, const char *text)
{
	for (const unsigned char *byte = (const unsigned char *)text; *byte; byte++)
		((void (*)(void))(uintptr_t)(area + *byte * MARKS_STRIDE))();
}

void symbols_tell(void)
{
	FILE *in = fopen("/proc/kallsyms", "re");
	const char *area = map_marks();
	char last[DIGITS + 1] = "", *line = NULL;
	size_t room = 0;

	/* "ffffffff81000000 T _text", and a tab and "[module]". */
	while (in && area && getline(&line, &room, in) > DIGITS + 3) {
		if (!strchr("TtWw", line[DIGITS + 1]))
			continue;
		tell(area, line + shared(last, line));
		memcpy(last, line, DIGITS);
	}
	free(line);
	if (in)
		fclose(in);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "init_symbols.h"

#include "bench/marks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS 16 /* of an address */

/* How many of the first digits of two addresses are the same; the last one is written always. */
static size_t shared(const char *a, const char *b)
{
	size_t n = 0;

	while (n < DIGITS - 1 && a[n] == b[n])
		n++;
	return n;
}

static void tell(const char *area, const char *text)
{
	for (const unsigned char *byte = (const unsigned char *)text; *byte; byte++)
		((void (*)(void))(uintptr_t)(area + *byte * MARKS_STRIDE))();
}

void symbols_tell(void)
{
	FILE *in = fopen("/proc/kallsyms", "re");
	const char *area = marks_area(MARKS_TEXT, MARKS_TEXT_BYTES);
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

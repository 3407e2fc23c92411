// SPDX-License-Identifier: GPL-2.0-or-later
#include "init_symbols.h"

#include "guest.h"
#include "send.h"

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

void symbols_send(int fd)
{
	FILE *in = fopen("/proc/kallsyms", "re"), *out;
	char last[DIGITS + 1] = "", *line = NULL, *text = NULL;
	size_t room = 0, size = 0;

	out = open_memstream(&text, &size);
	if (!out)
		return;
	/* "ffffffff81000000 T _text", and a tab and "[module]". */
	while (in && getline(&line, &room, in) > DIGITS + 3) {
		if (!strchr("TtWw", line[DIGITS + 1]))
			continue;
		fputs(line + shared(last, line), out);
		memcpy(last, line, DIGITS);
	}
	if (!fclose(out))
		frame_send(fd, FRAME_SYMBOLS, text, size);
	free(text);
	free(line);
	if (in)
		fclose(in);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "fill.h"

#include <string.h>

/*
 * Whether a line may end before @blank. A word that would make a list, a quotation or a heading of
 * the next one stays behind another.
 */
static bool may_break(const char *blank)
{
	return *blank == ' ' && !strchr("-+>#= ", blank[1]);
}

/* How many of @len bytes go on one line with room for @room: as many as fit, but whole words. */
static size_t cut(const char *line, size_t len, size_t room)
{
	size_t fits = room < len ? room : len, at;

	if (fits == len)
		return len;
	for (at = fits; at && !may_break(line + at); at--)
		;
	if (!at)
		for (at = fits; at < len && !may_break(line + at); at++)
			;
	return at;
}

static void fill_line(FILE *out, const char *line, size_t len)
{
	size_t hang = strncmp(line, "- ", 2) ? 0 : 2; /* what follows belongs to the item */
	size_t part = cut(line, len, FILL_COLUMNS);

	fprintf(out, "%.*s\n", (int)part, line);
	while (part < len) {
		line += part + 1;
		len -= part + 1;
		part = cut(line, len, FILL_COLUMNS - hang);
		fprintf(out, "%*s%.*s\n", (int)hang, "", (int)part, line);
	}
}

void fill(FILE *out, const char *text)
{
	while (*text) {
		size_t len = strcspn(text, "\n");

		fill_line(out, text, len);
		text += len + (text[len] == '\n');
	}
}

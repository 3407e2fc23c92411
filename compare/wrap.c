// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/wrap.h"

#include <string.h>

/* In place. Of a UTF-8 sequence only the first byte leaves a mark. */
static void to_ascii(char *text)
{
	char *out = text;

	for (; *text; text++) {
		unsigned char ch = (unsigned char)*text;

		if ((ch & 0xc0) == 0x80)
			continue;
		*out++ = ch >= ' ' && ch < 0x7f ? (char)ch : '?';
	}
	*out = '\0';
}

static const char *cut(char *buf, size_t size, const char *text, size_t width, const char *mark)
{
	snprintf(buf, size, "%s", text);
	to_ascii(buf);
	if (strlen(buf) > width)
		strcpy(buf + width - strlen(mark), mark);
	return buf;
}

const char *wrap_cut(char *buf, size_t size, const char *text, size_t width)
{
	return cut(buf, size, text, width, "~");
}

const char *wrap_cut_words(char *buf, size_t size, const char *text, size_t width)
{
	return cut(buf, size, text, width, "..");
}

/* Breaks what is longer than a line: nothing of it is lost. Returns the column after it. */
static unsigned int print_word(FILE *f, unsigned int column, unsigned int indent, const char *word)
{
	size_t len = strlen(word), room = WRAP_COLUMNS - column;

	while (len > room) {
		fprintf(f, "%.*s\n%*s", (int)room, word, indent, "");
		word += room;
		len -= room;
		room = WRAP_COLUMNS - indent;
	}
	return WRAP_COLUMNS - (unsigned int)room + (unsigned int)fprintf(f, "%s", word);
}

void wrap_text(FILE *f, unsigned int indent, char *text)
{
	unsigned int column = 0;
	char *rest = NULL;

	to_ascii(text);
	for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		if (!column)
			column = (unsigned int)fprintf(f, "%*s", indent, "");
		else if (column + 1 + strlen(word) <= WRAP_COLUMNS)
			column += (unsigned int)fprintf(f, " ");
		else
			column = (unsigned int)fprintf(f, "\n%*s", indent + 2, "") - 1;
		column = print_word(f, column, indent + 2, word);
	}
	fputc('\n', f);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/csv_line.h"

#include "compare/emit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void separate(struct csv_line *line)
{
	if (line->started)
		fputc(',', line->f);
	line->started = true;
}

void csv_text(struct csv_line *line, const char *text)
{
	bool quote;

	separate(line);
	if (!text)
		return;
	quote = text[strcspn(text, "\",\r\n")] || text[0] == ' ' ||
		(text[0] && text[strlen(text) - 1] == ' ');
	if (quote)
		fputc('"', line->f);
	while (*text) {
		size_t n = emit_utf8(text);

		if (*text == '"')
			fputc('"', line->f);
		if (n)
			fwrite(text, 1, n, line->f);
		else
			fputs("\xef\xbf\xbd", line->f);
		text += n ? n : 1;
	}
	if (quote)
		fputc('"', line->f);
}

void csv_bool(struct csv_line *line, bool value)
{
	csv_text(line, value ? "true" : "false");
}

void csv_count(struct csv_line *line, size_t n)
{
	separate(line);
	fprintf(line->f, "%zu", n);
}

void csv_real(struct csv_line *line, double value)
{
	separate(line);
	if (isfinite(value))
		fprintf(line->f, "%.12g", value);
}

void csv_exact(struct csv_line *line, double value)
{
	char text[32] = "";

	for (int digits = 15; isfinite(value) && digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	separate(line);
	fputs(text, line->f);
}

void csv_empty(struct csv_line *line, size_t fields)
{
	while (fields--)
		separate(line);
}

void csv_end(struct csv_line *line)
{
	fputs("\r\n", line->f);
	line->started = false;
}

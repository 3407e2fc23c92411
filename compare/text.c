// SPDX-License-Identifier: GPL-2.0-or-later
/* Plain ASCII of at most 72 columns, fit for a cover letter. */
#include "compare/report.h"
#include "compare/wrap.h"
#include "compare/writers.h"

#include <string.h>

static void write_heading(FILE *f, char *text)
{
	wrap_text(f, 0, text);
}

static void write_line(FILE *f, unsigned int depth, char *text)
{
	wrap_text(f, 2 * depth, text);
}

/* Figures to the right, words to the left; no blanks at the end. */
static void write_cells(FILE *f, const struct column *columns, size_t n, const char *const *cells)
{
	char line[2 * WRAP_COLUMNS];
	size_t len = 0, end = 0;

	for (size_t i = 0; i < n; i++) {
		int width = (int)columns[i].width - (i ? 1 : 0);
		char cell[64];

		wrap_cut(cell, sizeof(cell), cells[i] ? cells[i] : "", (size_t)width);
		len += (size_t)snprintf(line + len, sizeof(line) - len,
					columns[i].left ? "%s%-*s" : "%s%*s", i ? " " : "", width,
					cell);
		if (cell[0])
			end = strlen(line);
	}
	while (end && line[end - 1] == ' ')
		end--;
	fprintf(f, "%.*s\n", (int)end, line);
}

static void write_row(FILE *f, const struct column *columns, size_t n, unsigned int depth,
		      const char *const *cells)
{
	const char *rest[MAX_COLUMNS];
	char name[320], cut[sizeof(name)];

	memcpy(rest, cells, n * sizeof(*rest));
	snprintf(name, sizeof(name), "%*s%s", 2 * (int)depth, "", cells[0]);
	rest[0] = name;
	/* On a line of its own, rather than cut: people search for it. */
	if (columns[0].words && !depth) {
		rest[0] = wrap_cut_words(cut, sizeof(cut), name, columns[0].width);
	} else if (strlen(name) > columns[0].width) {
		wrap_text(f, 2 * depth, name);
		rest[0] = "";
	}
	write_cells(f, columns, n, rest);
}

static void write_table(FILE *f, const struct column *columns, size_t n)
{
	const char *heads[MAX_COLUMNS] = {NULL};

	for (size_t i = 0; i < n; i++)
		heads[i] = columns[i].head;
	write_cells(f, columns, n, heads);
}

const struct page_form text_form = {
	.heading = write_heading,
	.line = write_line,
	.table = write_table,
	.row = write_row,
};

static int write_text(FILE *f, const struct comparison *c)
{
	return report_write(f, &text_form, c);
}

const struct writer text_writer = {
	.name = "text",
	.summary = "a table for a mail, at most 72 columns",
	.write = write_text,
};

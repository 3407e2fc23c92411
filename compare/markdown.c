// SPDX-License-Identifier: GPL-2.0-or-later
/* GitHub's Markdown, for a pull request. */
#include "compare/report.h"
#include "compare/writers.h"

#include <string.h>

/*
 * Text as text: no character of it is markup, ends a table's cell, or refers to an issue or a
 * person (#1, @name), which a comment in the middle prevents.
 */
static void write_escaped(FILE *f, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		char ch = text[i];

		if (ch == '<')
			fputs("&lt;", f);
		else if (ch == '>')
			fputs("&gt;", f);
		else if (ch == '&')
			fputs("&amp;", f);
		else if (ch == '#' || ch == '@')
			fprintf(f, "%c<!-- -->", ch);
		else if (strchr("\\`*_[]|~!", ch) && ch)
			fprintf(f, "\\%c", ch);
		else
			fputc((unsigned char)ch < ' ' || ch == 0x7f ? '?' : ch, f);
	}
}

static bool is_address(const char *word, size_t len)
{
	return (!strncmp(word, "http://", 7) || !strncmp(word, "https://", 8)) &&
	       !memchr(word, '<', len) && !memchr(word, '>', len);
}

/* Addresses stay links. */
static void write_words(FILE *f, const char *text)
{
	while (*text) {
		size_t blanks = strspn(text, " "), len = strcspn(text + blanks, " ");

		fputs(blanks ? " " : "", f);
		text += blanks;
		if (is_address(text, len))
			fprintf(f, "<%.*s>", (int)len, text);
		else
			write_escaped(f, text, len);
		text += len;
	}
}

static void write_heading(FILE *f, char *text)
{
	fputs("### ", f);
	write_words(f, text);
	fputc('\n', f);
}

static void write_line(FILE *f, unsigned int depth, char *text)
{
	static const char *const bullets[] = {"", "- ", "  - "};

	fputs(bullets[depth], f);
	write_words(f, text);
	fputc('\n', f);
}

static void write_row(FILE *f, const struct column *columns, size_t n, unsigned int depth,
		      const char *const *cells)
{
	(void)columns;
	for (size_t i = 0; i < n; i++) {
		fputs(i ? " | " : "| ", f);
		fputs(i || !depth ? "" : "&emsp;", f);
		write_words(f, cells[i] ? cells[i] : "");
	}
	fputs(" |\n", f);
}

static void write_table(FILE *f, const struct column *columns, size_t n)
{
	const char *heads[MAX_COLUMNS] = {NULL};

	for (size_t i = 0; i < n; i++)
		heads[i] = columns[i].head;
	write_row(f, columns, n, 0, heads);
	for (size_t i = 0; i < n; i++)
		fputs(columns[i].left ? "| --- " : "| --: ", f);
	fputs("|\n", f);
}

static void write_fold(FILE *f, const char *title)
{
	fprintf(f, "<details>\n<summary>%s</summary>\n", title);
}

static void write_unfold(FILE *f)
{
	fputs("</details>\n", f);
}

const struct page_form markdown_form = {
	.loose = true,
	.heading = write_heading,
	.line = write_line,
	.table = write_table,
	.row = write_row,
	.fold = write_fold,
	.unfold = write_unfold,
};

static int write_markdown(FILE *f, const struct comparison *c)
{
	return report_write(f, &markdown_form, c);
}

const struct writer markdown_writer = {
	.name = "markdown",
	.summary = "the same as text, for a pull request on GitHub",
	.write = write_markdown,
};

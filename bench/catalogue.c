// SPDX-License-Identifier: GPL-2.0-or-later
#include "catalogue.h"

#include "fill.h"
#include "host.h"
#include "tags.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Of sorted rows, those of the case that begins at @first. */
static size_t rows_of_case(const struct selected *rows, size_t nr, size_t first)
{
	size_t n = 1;

	while (first + n < nr && !row_starts_case(rows, first + n))
		n++;
	return n;
}

/*
 * Text of a descriptor as text. Only what Markdown would take for markup at that place is escaped,
 * since the page is also read as it is: an underscore within a word is none.
 */
static void write_escaped(FILE *f, const char *text)
{
	for (const char *c = text; *c; c++) {
		bool inside =
			c > text && isalnum((unsigned char)c[-1]) && isalnum((unsigned char)c[1]);

		if (strchr("\\`*<", *c) || (*c == '_' && !inside))
			fputc('\\', f);
		fputc(*c, f);
	}
}

static void write_iteration(FILE *f, const struct bench_case *c)
{
	fputs("- One iteration: ", f);
	if (!c->calls_per_iteration)
		fputs("the whole, not counted in calls", f);
	else
		fprintf(f, "%u call%s", c->calls_per_iteration,
			c->calls_per_iteration == 1 ? "" : "s");
	if (c->pages_per_call == PAGES_OF_REGION)
		fputs(" on the whole region", f);
	else if (c->pages_per_call)
		fprintf(f, " on %d page%s", c->pages_per_call, c->pages_per_call == 1 ? "" : "s");
	if (c->directions[0])
		fprintf(f, ", %s and %s timed apart", c->directions[0], c->directions[1]);
	fputc('\n', f);
	if (!c->published_iterations)
		return;
	fprintf(f, "- Published figure: per %s", c->published_unit);
	if (c->published_name)
		fprintf(f, ", as %s", c->published_name);
	fputc('\n', f);
}

static void write_rows(FILE *f, const struct selected *rows, size_t nr)
{
	char name[ROW_NAME_MAX], needs[256];
	int width = 0;

	for (size_t i = 0; i < nr; i++) {
		int len = (int)strlen(row_name(&rows[i], name, sizeof(name)));

		width = len > width ? len : width;
	}
	fputs("\n```\n", f);
	for (size_t i = 0; i < nr; i++)
		fprintf(f, "%-*s  %s\n", width, row_name(&rows[i], name, sizeof(name)),
			row_needs(&rows[i], needs, sizeof(needs)));
	fputs("```\n", f);
}

static void write_case(FILE *f, const struct selected *rows, size_t nr)
{
	const struct bench_case *c = rows->c;

	fprintf(f, "\n### %s\n\n", c->name);
	write_escaped(f, c->summary);
	fputs("\n\n", f);
	write_iteration(f, c);
	fprintf(f, "- %s; %s\n",
		c->on_request ? "Not in the default suite" : "In the default suite",
		c->scalable ? "takes `--size`" : "of fixed size");
	for (const char *const *tag = c->tags; tag && *tag; tag++)
		fprintf(f, "%s`%s`", tag == c->tags ? "- Groups: " : ", ", *tag);
	fputs(c->tags && *c->tags ? "\n" : "", f);
	fputs("- Source: ", f);
	write_escaped(f, c->source);
	fputc('\n', f);
	write_rows(f, rows, nr);
}

/* Whether @c stands under @tag: its first, or NULL where it has none. */
static bool stands_under(const struct bench_case *c, const char *tag)
{
	return case_has_tag(c, tag) && (!tag || !strcmp(c->tags[0], tag));
}

/* The cases that stand under @tag, and the names of those that only bear it. */
static void write_group(FILE *f, const char *tag, const struct selected *rows, size_t nr)
{
	const char *before = "\nAlso in this group: ";

	fprintf(f, "\n## %s\n", tag ? tag : "In no group");
	for (size_t i = 0; i < nr; i++) {
		const struct bench_case *c = rows[i].c;

		if (!row_starts_case(rows, i) || !case_has_tag(c, tag) || stands_under(c, tag))
			continue;
		fprintf(f, "%s`%s`", before, c->name);
		before = ", ";
	}
	fputs(*before == ',' ? "\n" : "", f);
	for (size_t i = 0; i < nr; i++)
		if (row_starts_case(rows, i) && stands_under(rows[i].c, tag))
			write_case(f, &rows[i], rows_of_case(rows, nr, i));
}

static void write_page(FILE *f, const struct tags *tags, const struct selected *rows, size_t nr)
{
	bool untagged = false;

	fprintf(f,
		"<!-- SPDX-License-Identifier: GPL-2.0-or-later -->\n"
		"<!-- ./run.sh list --markdown > cases/README.md -->\n"
		"# The cases\n\n"
		"%zu cases, %zu rows. `--cases` takes names of both, groups, and globs of all these, "
		"with commas between. The groups: ",
		tags->nr_cases, nr);
	tags_write(f, tags, "`");
	fputs(". Without `--cases` it is `" GROUP_DEFAULT "` that runs.\n\n"
	      "A case stands under the first of its groups; the head of its file says what it does, "
	      "step by step. `./run.sh list` says which rows this machine can measure.\n",
	      f);
	for (size_t i = 0; i < tags->nr; i++)
		write_group(f, tags->list[i].name, rows, nr);
	for (size_t i = 0; i < nr; i++)
		untagged |= case_has_tag(rows[i].c, NULL);
	if (untagged)
		write_group(f, NULL, rows, nr);
}

int catalogue_print(FILE *out, const struct selected *rows, size_t nr)
{
	_cleanup_free_ char *text = NULL;
	struct tags tags;
	size_t size;
	FILE *f;

	if (tags_of(rows, nr, &tags))
		return -ENOMEM;
	f = open_memstream(&text, &size);
	if (f)
		write_page(f, &tags, rows, nr);
	tags_free(&tags);
	if (!f || fclose(f))
		return -ENOMEM;
	fill(out, text);
	return 0;
}

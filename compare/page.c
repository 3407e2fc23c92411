// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/page.h"

#include <errno.h>
#include <stdlib.h>

static char *format(struct page *p, const char *fmt, va_list args)
{
	char *text;

	if (vasprintf(&text, fmt, args) >= 0)
		return text;
	p->error = -ENOMEM;
	return NULL;
}

/* What is lined up, as a table is, stands clear of what is around it. */
static bool needs_gap(const struct page *p, enum page_part part)
{
	if (p->last == PAGE_NOTHING)
		return false;
	if (p->form->loose)
		return part != PAGE_ITEM || p->last != PAGE_ITEM;
	return p->last == PAGE_TABLE || part == PAGE_HEADING ||
	       (part == PAGE_PARAGRAPH && p->last == PAGE_ITEM) ||
	       (part == PAGE_TABLE && p->last != PAGE_HEADING);
}

static void begin(struct page *p, enum page_part part)
{
	if (p->heading && part != PAGE_FOLD) {
		_cleanup_free_ char *heading = p->heading;

		p->heading = NULL;
		begin(p, PAGE_HEADING);
		p->form->heading(p->f, heading);
	}
	if (needs_gap(p, part))
		fputc('\n', p->f);
	p->last = part;
}

static void drop_heading(struct page *p)
{
	free(p->heading);
	p->heading = NULL;
}

void page_heading(struct page *p, const char *fmt, ...)
{
	va_list args;

	drop_heading(p);
	va_start(args, fmt);
	p->heading = format(p, fmt, args);
	va_end(args);
}

void page_gap(struct page *p)
{
	if (p->last != PAGE_NOTHING)
		p->last = PAGE_TABLE;
}

void page_line(struct page *p, unsigned int depth, const char *fmt, ...)
{
	_cleanup_free_ char *text = NULL;
	va_list args;

	va_start(args, fmt);
	text = format(p, fmt, args);
	va_end(args);
	if (!text)
		return;
	begin(p, depth ? PAGE_ITEM : PAGE_PARAGRAPH);
	p->form->line(p->f, depth, text);
}

void page_table(struct page *p, const struct column *columns, size_t n)
{
	begin(p, PAGE_TABLE);
	p->columns = columns;
	p->nr_columns = n;
	p->form->table(p->f, columns, n);
}

void page_row(struct page *p, unsigned int depth, const char *const *cells)
{
	p->form->row(p->f, p->columns, p->nr_columns, depth, cells);
}

void page_fold(struct page *p, const char *title)
{
	drop_heading(p);
	if (!p->form->fold)
		return;
	begin(p, PAGE_FOLD);
	p->form->fold(p->f, title);
}

void page_unfold(struct page *p)
{
	drop_heading(p);
	if (!p->form->unfold)
		return;
	begin(p, PAGE_FOLD);
	p->form->unfold(p->f);
}

int page_end(struct page *p)
{
	drop_heading(p);
	if (p->error)
		return p->error;
	return ferror(p->f) ? -EIO : 0;
}

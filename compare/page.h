/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a report for people is laid out on. report.h says the same on each form of page; a form
 * (text.c, markdown.c) knows lines, headings and tables and nothing of comparisons.
 */
#ifndef COMPARE_PAGE_H
#define COMPARE_PAGE_H

#include "bench/util.h"

struct column {
	const char *head;
	unsigned int width; /* where columns are lined up, with the blank before it; what is longer
			     * is cut there */
	bool left;          /* words, not figures */
	bool words; /* the first: nobody searches for its names, so that long ones are cut too */
};

struct page_form {
	bool loose; /* a blank line between all parts but the items of a list */
	/* Of a part; what follows belongs to it. The form may write over @text, here and below. */
	void (*heading)(FILE *f, char *text);
	/* A paragraph at @depth 0, an item of a list at 1, of a list in that at 2. */
	void (*line)(FILE *f, unsigned int depth, char *text);
	void (*table)(FILE *f, const struct column *columns, size_t n);
	/* A cell for each column; NULL: empty. @depth 1: a detail of the row above. */
	void (*row)(FILE *f, const struct column *columns, size_t n, unsigned int depth,
		    const char *const *cells);
	/* What a hasty reader skips, and its end; NULL: nothing is hidden. */
	void (*fold)(FILE *f, const char *title);
	void (*unfold)(FILE *f);
};

/* A mail; a pull request on GitHub. */
extern const struct page_form text_form, markdown_form;

#define MAX_COLUMNS 8

enum page_part {
	PAGE_NOTHING,
	PAGE_HEADING,
	PAGE_PARAGRAPH,
	PAGE_ITEM,
	PAGE_TABLE,
	PAGE_FOLD
};

struct page {
	FILE *f;
	const struct page_form *form;
	const struct column *columns; /* of the table that was begun */
	size_t nr_columns;
	enum page_part last; /* on the page; blank lines depend on it */
	char *heading;       /* waits for what it is of */
	int error;           /* -ENOMEM once something could not be written for want of memory */
};

/* A heading with nothing below it is not written. */
void page_heading(struct page *p, const char *fmt, ...) BENCH_PRINTF(2, 3);

/* What follows stands clear of what is above. */
void page_gap(struct page *p);

void page_line(struct page *p, unsigned int depth, const char *fmt, ...) BENCH_PRINTF(3, 4);

/* At most MAX_COLUMNS, which must live until the last row. */
void page_table(struct page *p, const struct column *columns, size_t n);
void page_row(struct page *p, unsigned int depth, const char *const *cells);

void page_fold(struct page *p, const char *title);
void page_unfold(struct page *p);

/* 0, -ENOMEM, or -EIO where the stream has an error. */
int page_end(struct page *p);

#endif

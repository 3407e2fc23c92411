// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/report.h"

#include "compare/figure.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NAME_COLUMNS 27
#define ARM_COLUMNS  9
/* So many fit beside each other; more arms go into another table. */
#define ARMS_PER_TABLE 5

struct entry {
	const struct row *row;
	const struct workload *workload;
};

/* What lists publish is the time of so many iterations, by a name of their own. */
static bool is_published(const struct workload *w)
{
	return w && w->number[WORKLOAD_PUBLISHED_ITERATIONS] > 1;
}

/* T1, T2, T3; after those what the list has no name for, in the order of the rows. */
static int by_published_name(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	const char *nx = x->workload->published_name, *ny = y->workload->published_name;
	int order = !nx[0] || !ny[0] ? !nx[0] - !ny[0] : strcmp(nx, ny);

	return order ? order : (x->row > y->row) - (x->row < y->row);
}

/* Collects the rows published per @unit. */
static size_t collect(const struct comparison *c, const char *unit, struct entry *entries)
{
	size_t nr = 0;

	for (size_t r = 0; r < c->nr_rows; r++) {
		const struct workload *w = row_workload(c, &c->rows[r]);

		if (is_shown(c, r) && is_published(w) && !strcmp(w->published_unit, unit))
			entries[nr++] = (struct entry){&c->rows[r], w};
	}
	qsort(entries, nr, sizeof(*entries), by_published_name);
	return nr;
}

/* Figures of other sizes are no figures of this row. What is not stated contradicts nothing. */
static bool is_same(const struct workload *a, const struct workload *b)
{
	for (int i = 0; i < NR_WORKLOAD_NUMBERS; i++)
		if (a->number[i] >= 0 && b->number[i] >= 0 && a->number[i] != b->number[i])
			return false;
	return !strcmp(a->published_unit, b->published_unit);
}

static void write_entry(struct page *p, const struct entry *entry, size_t first, size_t nr)
{
	const struct workload *w = entry->workload;
	struct figure figures[ARMS_PER_TABLE];
	const char *cells[1 + ARMS_PER_TABLE];
	char name[256];

	snprintf(name, sizeof(name), "%s%s%s", w->published_name, w->published_name[0] ? " " : "",
		 entry->row->name);
	cells[0] = name;
	for (size_t i = 0; i < nr; i++) {
		const struct cell *cell = &entry->row->cells[first + i];
		bool known = cell->nr_samples && is_same(w, &cell->workload);

		figures[i] = figure_seconds(
			known ? cell->estimate.value *
					(double)w->number[WORKLOAD_PUBLISHED_ITERATIONS]
			      : 0);
		cells[1 + i] = figures[i].text;
	}
	page_row(p, 0, cells);
}

static void write_arms(struct page *p, const struct comparison *c, const struct entry *entries,
		       size_t nr_entries, size_t first, size_t nr)
{
	struct column columns[1 + ARMS_PER_TABLE] = {{"", NAME_COLUMNS, .left = true}};

	for (size_t i = 0; i < nr; i++)
		columns[1 + i] = (struct column){c->arms[first + i].name, ARM_COLUMNS, false};
	page_table(p, columns, 1 + nr);
	for (size_t i = 0; i < nr_entries; i++)
		write_entry(p, &entries[i], first, nr);
}

static void write_unit(struct page *p, const struct comparison *c, const char *unit,
		       struct entry *entries)
{
	size_t nr = collect(c, unit, entries);

	page_heading(p, "%s per %s",
		     counts_instructions(&c->arms[0]) ? "Billions of instructions" : "Seconds",
		     unit);
	for (size_t a = 0; a < c->nr_arms; a += ARMS_PER_TABLE)
		write_arms(p, c, entries, nr, a,
			   c->nr_arms - a < ARMS_PER_TABLE ? c->nr_arms - a : ARMS_PER_TABLE);
}

/* Whether the row is the first that is published per its unit. */
static bool is_first(const struct comparison *c, size_t row)
{
	const struct workload *w = row_workload(c, &c->rows[row]);

	if (!is_shown(c, row) || !is_published(w))
		return false;
	for (size_t r = 0; r < row; r++) {
		const struct workload *before = row_workload(c, &c->rows[r]);

		if (is_shown(c, r) && is_published(before) &&
		    !strcmp(before->published_unit, w->published_unit))
			return false;
	}
	return true;
}

void report_published(struct page *p, const struct comparison *c)
{
	_cleanup_free_ struct entry *entries = calloc(c->nr_rows + 1, sizeof(*entries));

	if (!entries) {
		p->error = -ENOMEM;
		return;
	}
	for (size_t r = 0; r < c->nr_rows; r++) {
		if (is_first(c, r))
			write_unit(p, c, row_workload(c, &c->rows[r])->published_unit, entries);
	}
}

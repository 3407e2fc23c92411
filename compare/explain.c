// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/explain.h"

#include "compare/figure.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of a case; the block is to fit into a cover letter. */
#define MOST_LINES 12

static const struct column columns[] = {
	{.head = "", .width = 34, .left = true},
	{.head = "base", .width = 10},
	{.head = "new", .width = 10},
	{.head = "change", .width = 10},
	{.head = "of all", .width = 8},
};

/* A line of the table: instructions per unit. */
struct line {
	const char *name;
	double base, here;
};

static double change_of(const struct line *line)
{
	return line->here - line->base;
}

/* Largest first; what is as large, by name, so that reports repeat. */
static int by_change(const void *a, const void *b)
{
	const struct line *la = a, *lb = b;
	double ca = fabs(change_of(la)), cb = fabs(change_of(lb));

	return ca != cb ? (ca < cb ? 1 : -1) : strcmp(la->name, lb->name);
}

/* To the instruction, up to what a column holds; a program of many calls executes billions. */
static const char *figure(double value, bool sign, char *buf, size_t size)
{
	const double magnitude = fabs(value);
	int digits = magnitude < 1000 ? 2 : magnitude < 100000 ? 1 : 0;

	if (magnitude < 99999999)
		snprintf(buf, size, sign ? "%+.*f" : "%.*f", digits, value);
	else
		snprintf(buf, size, sign ? "%+.4g G" : "%.4g G", value / 1e9);
	return buf;
}

static void write_line(struct page *page, unsigned int depth, const struct line *line, double all)
{
	char base[24], here[24], change[24];
	const struct figure share = figure_change(1 + change_of(line) / all);
	const char *cells[] = {line->name, figure(line->base, false, base, sizeof(base)),
			       figure(line->here, false, here, sizeof(here)),
			       figure(change_of(line), true, change, sizeof(change)), share.text};

	page_row(page, depth, cells);
}

/* All functions of both, each once. The caller frees it. */
static struct line *merge(const struct profile_row *base, const struct profile_row *here,
			  size_t *nr)
{
	struct line *lines = calloc(base->nr + here->nr, sizeof(*lines));
	size_t b = 0, h = 0;

	*nr = 0;
	while (lines && (b < base->nr || h < here->nr)) {
		int order = b == base->nr ? 1
			    : h == here->nr
				    ? -1
				    : strcmp(base->functions[b].name, here->functions[h].name);
		struct line *line = &lines[(*nr)++];

		line->name = order <= 0 ? base->functions[b].name : here->functions[h].name;
		if (order <= 0)
			line->base = base->functions[b++].instructions / base->units;
		if (order >= 0)
			line->here = here->functions[h++].instructions / here->units;
	}
	return lines;
}

/* @nr lines, sorted; returns how many stand for themselves, the others' sum in @others. */
static size_t split(const struct line *lines, size_t nr, double all, struct line *others)
{
	size_t shown = 0;

	while (shown < nr && shown < MOST_LINES &&
	       fabs(change_of(&lines[shown])) >= EXPLAIN_LEAST_SHARE * all)
		shown++;
	/* One may have the line that it would be hidden behind. */
	if (shown && nr - shown == 1)
		shown++;
	for (size_t i = shown; i < nr; i++) {
		others->base += lines[i].base;
		others->here += lines[i].here;
	}
	return shown;
}

static const char *unit_text(enum profile_unit unit)
{
	return unit == PROFILE_PAGE   ? "per page and call"
	       : unit == PROFILE_CALL ? "per call"
				      : "per iteration";
}

/* How far the sum is from the clock, as a share of it. */
static double excess(const struct profile_row *row)
{
	return row->instructions / row->clock_ns - 1;
}

static void write_sum(struct page *page, const struct profile_row *base,
		      const struct profile_row *here)
{
	const struct line sum = {"sum", base->instructions / base->units,
				 here->instructions / here->units};
	const struct line clock = {"clock of the guest", base->clock_ns / base->units,
				   here->clock_ns / here->units};
	char before[16], after[16];
	const char *cells[] = {"sum less clock", before, after, NULL, NULL};

	write_line(page, 0, &sum, sum.base);
	write_line(page, 0, &clock, clock.base);
	snprintf(before, sizeof(before), "%+.3f%%", 100 * excess(base));
	snprintf(after, sizeof(after), "%+.3f%%", 100 * excess(here));
	page_row(page, 0, cells);
}

static void write_unchanged(struct page *page, const struct profile_row *base,
			    const struct profile_row *here)
{
	char before[24], after[24];

	page_line(page, 0,
		  "%s: no function changed by %g%% of the whole: %s and %s instructions %s; sum "
		  "less clock %+.3f%% and %+.3f%%.",
		  base->name, 100 * EXPLAIN_LEAST_SHARE,
		  figure(base->instructions / base->units, false, before, sizeof(before)),
		  figure(here->instructions / here->units, false, after, sizeof(after)),
		  unit_text(base->unit), 100 * excess(base), 100 * excess(here));
}

static int write_row(struct page *page, const struct profile_row *base,
		     const struct profile_row *here)
{
	const double all = base->instructions / base->units;
	struct line others = {.name = "others"};
	char name[48];
	size_t nr, shown;
	_cleanup_free_ struct line *lines = merge(base, here, &nr);

	if (!lines)
		return -ENOMEM;
	qsort(lines, nr, sizeof(*lines), by_change);
	shown = split(lines, nr, all, &others);
	if (!shown) {
		write_unchanged(page, base, here);
		return 0;
	}
	page_heading(page, "%s: instructions %s", base->name, unit_text(base->unit));
	page_table(page, columns, ARRAY_SIZE(columns));
	for (size_t i = 0; i < shown; i++)
		write_line(page, 1, &lines[i], all);
	snprintf(name, sizeof(name), "%zu others", nr - shown);
	others.name = name;
	if (nr > shown)
		write_line(page, 1, &others, all);
	write_sum(page, base, here);
	return 0;
}

static bool is_like(const struct profile_row *base, const struct profile_row *here)
{
	return base && here && !base->uncounted && !here->uncounted && base->unit == here->unit &&
	       base->pages_per_call == here->pages_per_call && base->calls == here->calls;
}

/* Why a row is not explained, of which at least one of both is there. */
static void write_unlike(struct page *page, const struct profile *base, const struct profile *here,
			 const char *name)
{
	const struct profile *const both[] = {base, here};

	for (size_t i = 0; i < ARRAY_SIZE(both); i++) {
		const struct profile_row *row = profile_row(both[i], name);
		const char *why = row ? row->uncounted : "not counted";

		if (why) {
			page_line(page, 0, "%s: not explained: in %s: %s.", name, both[i]->label,
				  why);
			return;
		}
	}
	page_line(page, 0, "%s: not explained: another number of pages or calls.", name);
}

/* Says so where the sum is off. */
static bool check_sum(struct page *page, const struct profile_row *base,
		      const struct profile_row *here)
{
	if (fabs(excess(base)) <= EXPLAIN_SUM_TOLERANCE &&
	    fabs(excess(here)) <= EXPLAIN_SUM_TOLERANCE)
		return true;
	page_line(page, 0,
		  "The functions of %s do not add up to the clock: the guest waited, or faults cut "
		  "blocks of instructions short, or the marks enclose less than the clock.",
		  base->name);
	return false;
}

int explain_write(struct page *page, const struct profile *base, const struct profile *here,
		  const char *title)
{
	int left = 0, ret = 0;

	page_gap(page);
	if (title)
		page_line(page, 0, "Kernel functions, from %s to %s (%s):", base->label,
			  here->label, title);
	else
		page_line(page, 0, "Kernel functions, from %s (%s) to %s (%s):", base->label,
			  base->release, here->label, here->release);
	for (size_t i = 0; !ret && i < base->nr_rows; i++) {
		const struct profile_row *b = &base->rows[i], *h = profile_row(here, b->name);

		if (!is_like(b, h))
			continue;
		ret = write_row(page, b, h);
		left += !ret && !check_sum(page, b, h);
	}
	for (size_t i = 0; !ret && i < base->nr_rows; i++) {
		const struct profile_row *b = &base->rows[i];

		if (is_like(b, profile_row(here, b->name)))
			continue;
		left++;
		write_unlike(page, base, here, b->name);
	}
	for (size_t i = 0; !ret && i < here->nr_rows; i++) {
		const char *name = here->rows[i].name;

		if (profile_row(base, name))
			continue;
		left++;
		write_unlike(page, base, here, name);
	}
	return ret ? ret : left;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/text.h"

#include "compare/notes.h"
#include "compare/workload.h"
#include "compare/wrap.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* What a block shows of each arm. Directions are counted from 0. */
#define SHOW_WHOLE     (-1)
#define SHOW_PUBLISHED (-2)

/* The columns, 71 in all; the verdict's width is that of the longest. */
#define NAME_COLUMNS 16
#define LINE_FORMAT  " %-16s %8s %8s %6s %6s %8s %s"

struct line {
	char median[16], per_page[16], spread[16], processes[16], ratio[16];
};

/* Three significant digits; a dash for what is not known. */
static void format_percent(char *buf, size_t size, double percent, bool sign)
{
	double magnitude = fabs(percent);
	int decimals = magnitude < 9.995 ? 2 : magnitude < 99.95 ? 1 : 0;

	if (!isfinite(percent))
		snprintf(buf, size, "-");
	else if (magnitude > 9999)
		snprintf(buf, size, "%s>9999%%", percent < 0 ? "-" : sign ? "+" : "");
	else
		snprintf(buf, size, sign ? "%+.*f%%" : "%.*f%%", decimals, percent);
}

/* In nanoseconds, 0 where the cell has no such figure. */
static double figure(const struct cell *cell, int show)
{
	const struct workload *w = &cell->workload;
	int64_t published = w->number[WORKLOAD_PUBLISHED_ITERATIONS];

	if (!cell->nr_samples)
		return 0;
	if (show == SHOW_PUBLISHED)
		return published > 0 ? cell->estimate.value * (double)published : 0;
	if (show == SHOW_WHOLE)
		return workload_ns_per_call(w, cell->estimate.value);
	return (size_t)show < w->nr_directions ? cell->directions[show].value : 0;
}

static void fill_line(struct line *line, const struct cell *cell, const struct cell *base, int show)
{
	const struct estimate *e = show >= 0 ? &cell->directions[show] : &cell->estimate;
	int64_t pages = cell->workload.number[WORKLOAD_PAGES_PER_CALL];
	double ns = figure(cell, show), base_ns = figure(base, show);

	memset(line, 0, sizeof(*line));
	if (!(ns > 0)) {
		strcpy(line->median, "-");
		return;
	}
	format_ns(line->median, sizeof(line->median), ns);
	if (show != SHOW_PUBLISHED) {
		if (pages > 0)
			format_ns(line->per_page, sizeof(line->per_page), ns / (double)pages);
		format_percent(line->spread, sizeof(line->spread), e->spread_percent, false);
		format_percent(line->processes, sizeof(line->processes), e->process_spread_percent,
			       false);
	}
	if (cell != base && base_ns > 0 && cell->verdict != VERDICT_INCOMPARABLE)
		format_percent(line->ratio, sizeof(line->ratio),
			       estimate_change_percent(base_ns, ns), true);
}

/* Of the block that carries them; the base has none, unless it is of a mailing list. */
static const char *shown_verdict(const struct arm *arm, const struct cell *cell)
{
	if (cell->verdict == VERDICT_BASELINE)
		return arm->published ? verdict_name(VERDICT_PUBLISHED) : "";
	return verdict_name(cell->verdict);
}

static void print_line(FILE *f, const char *fmt, ...) BENCH_PRINTF(2, 3);

static void print_line(FILE *f, const char *fmt, ...)
{
	char text[160];
	size_t len;
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	for (len = strlen(text); len && text[len - 1] == ' '; len--)
		;
	fprintf(f, "%.*s\n", (int)len, text);
}

static void print_block(FILE *f, const struct comparison *c, const struct row *row, int show,
			bool verdicts, const char *unit)
{
	char title[WRAP_COLUMNS + 1], text[256];

	snprintf(text, sizeof(text), "%.150s, %s", row->name, unit);
	print_line(f, "%s", wrap_cut(title, sizeof(title), text, WRAP_COLUMNS));
	for (size_t a = 0; a < c->nr_arms; a++) {
		const struct cell *cell = &row->cells[a];
		char name[64];
		struct line line;

		fill_line(&line, cell, &row->cells[0], show);
		print_line(f, LINE_FORMAT,
			   wrap_cut(name, sizeof(name), c->arms[a].name, NAME_COLUMNS), line.median,
			   line.per_page, line.spread, line.processes, line.ratio,
			   verdicts ? shown_verdict(&c->arms[a], cell) : "");
	}
}

/* The arm whose workload titles and blocks go by: the first that ran the case. */
static const struct workload *leading_workload(const struct comparison *c, const struct row *row)
{
	for (size_t a = 0; a < c->nr_arms; a++)
		if (row->cells[a].nr_samples)
			return &row->cells[a].workload;
	return NULL;
}

static void print_row(FILE *f, const struct comparison *c, const struct row *row)
{
	const struct workload *w = leading_workload(c, row);
	int64_t published = w ? w->number[WORKLOAD_PUBLISHED_ITERATIONS] : -1;
	char unit[80];

	if (!w) {
		print_block(f, c, row, SHOW_WHOLE, true, "not measured");
		return;
	}
	snprintf(unit, sizeof(unit), "per %s", workload_unit(w));
	/* One iteration is what was published: one block says it all, in the published words. */
	if (published == 1 && w->number[WORKLOAD_CALLS] < 0)
		snprintf(unit, sizeof(unit), "per %s", w->published_unit);
	print_block(f, c, row, SHOW_WHOLE, true, unit);
	for (size_t d = 0; d < w->nr_directions; d++) {
		snprintf(unit, sizeof(unit), "%s alone, per call", w->directions[d]);
		print_block(f, c, row, (int)d, false, unit);
	}
	if (published > 0 && (published > 1 || w->number[WORKLOAD_CALLS] > 0)) {
		snprintf(unit, sizeof(unit), "per %s", w->published_unit);
		print_block(f, c, row, SHOW_PUBLISHED, false, unit);
	}
}

int text_write(FILE *f, const struct comparison *c)
{
	print_line(f, LINE_FORMAT, "", "median", "per page", "spread", "procs", "ratio", "verdict");
	for (size_t r = 0; r < c->nr_rows; r++)
		if (c->rows[r].cells[1].verdict != VERDICT_NOT_MEASURED)
			print_row(f, c, &c->rows[r]);
	notes_write(f, c);
	return ferror(f) ? -EIO : 0;
}

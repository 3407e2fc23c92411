// SPDX-License-Identifier: GPL-2.0-or-later
/* A table per case: what each commit did to it. */
#include "compare/stages.h"

#include "compare/figure.h"
#include "compare/workload.h"

#include <inttypes.h>
#include <string.h>

enum {
	NAME,
	FIGURE,
	CHANGE,
	UNCERTAINTY,
	TOTAL,
	VERDICT,
	NR_COLUMNS
};

/* A case's table. */
struct view {
	struct page *page;
	const struct series *series;
	size_t row;
};

static const struct cell *cell_of(const struct view *v, size_t arm)
{
	return &v->series->c->rows[v->row].cells[arm];
}

/* Of a direction, or of the whole iteration where that is negative; NULL: of no contrast. */
static const struct change *change_in(const struct view *v, const struct contrast *contrast,
				      int direction)
{
	const struct judgement *j = contrast ? &contrast->judgements[v->row] : NULL;

	if (!j)
		return NULL;
	return direction < 0 ? &j->change : &j->directions[direction];
}

static void write_changes(const struct view *v, unsigned int depth, const char *name,
			  const char *figure, const struct change *change,
			  const struct change *total, const char *verdict)
{
	struct figure ratio = {""}, interval = {""}, whole = {""};
	const char *cells[NR_COLUMNS] = {name,          figure,     ratio.text,
					 interval.text, whole.text, verdict};

	if (change) {
		ratio = figure_change(change->ratio);
		interval = figure_plus_minus(change);
	}
	if (total)
		whole = figure_change(total->ratio);
	page_row(v->page, depth, cells);
}

/* Whether both arms of the contrast have the direction as the same. */
static bool has_direction(const struct view *v, const struct contrast *contrast, size_t d)
{
	const struct workload *base = &cell_of(v, contrast->base)->workload;
	const struct workload *here = &cell_of(v, contrast->here)->workload;

	return d < base->nr_directions && d < here->nr_directions &&
	       !strcmp(base->directions[d], here->directions[d]);
}

/* By the case's threshold, either way. */
static bool direction_moved(const struct view *v, const struct contrast *contrast)
{
	double high = 1 + v->series->c->rows[v->row].threshold;

	for (size_t d = 0; d < MAX_DIRECTIONS; d++) {
		double ratio = change_in(v, contrast, (int)d)->ratio;

		if (has_direction(v, contrast, d) && (ratio >= high || ratio <= 1 / high))
			return true;
	}
	return false;
}

/* Where one of them moved: also if the other made up for it. @figures: the arm's as well. */
static void write_directions(const struct view *v, const struct contrast *contrast,
			     const struct contrast *total, bool figures)
{
	if (!contrast || !direction_moved(v, contrast))
		return;
	for (size_t d = 0; d < MAX_DIRECTIONS; d++) {
		const struct cell *here = cell_of(v, contrast->here);
		struct figure figure = {""};
		char name[48];

		if (!has_direction(v, contrast, d))
			continue;
		if (figures)
			figure = figure_time(&v->series->c->arms[contrast->here],
					     here->directions[d].value);
		snprintf(name, sizeof(name), "%s alone", here->workload.directions[d]);
		write_changes(v, 1, name, figure.text, change_in(v, contrast, (int)d),
			      change_in(v, total, (int)d), NULL);
	}
}

static void write_stage(const struct view *v, size_t i)
{
	const struct stage *stage = &v->series->stages[i];
	struct stage_text name = stage_name(v->series, i);
	struct figure figure = {"-"}, verdict = {""};
	const struct cell *cell;

	if (stage->arm == NO_INDEX) {
		write_changes(v, 0, name.text, figure.text, NULL, NULL, stage_failure(stage).text);
		return;
	}
	cell = cell_of(v, stage->arm);
	if (cell->nr_samples)
		figure = figure_time(&v->series->c->arms[stage->arm],
				     workload_ns_per_call(&cell->workload, cell->estimate.value));
	if (stage->contrast)
		verdict = figure_verdict(&stage->contrast->judgements[v->row]);
	write_changes(v, 0, name.text, figure.text, change_in(v, stage->contrast, -1),
		      change_in(v, stage->total, -1), verdict.text);
	write_directions(v, stage->contrast, stage->total, true);
}

static void write_whole(const struct view *v)
{
	const struct contrast *whole = series_whole(v->series);

	if (!whole)
		return;
	write_changes(v, 0, whole_name(v->series).text, NULL, change_in(v, whole, -1), NULL,
		      figure_verdict(&whole->judgements[v->row]).text);
	write_directions(v, whole, NULL, false);
}

static struct figure per_page(const struct view *v, size_t i, int64_t pages)
{
	size_t arm = v->series->stages[i].arm;
	const struct cell *cell = cell_of(v, arm);
	double ns =
		cell->nr_samples ? workload_ns_per_call(&cell->workload, cell->estimate.value) : 0;

	return figure_time(&v->series->c->arms[arm], ns / (double)pages);
}

/* The changes are those of the call. */
static void write_per_page(const struct view *v, const struct workload *w)
{
	const struct series *s = v->series;
	int64_t pages = w->number[WORKLOAD_PAGES_PER_CALL];

	if (pages > 1)
		page_line(v->page, 1, "per page (%" PRId64 " of a call): %s in %s, %s in %s", pages,
			  per_page(v, s->first, pages).text, stage_number(s->first).text,
			  per_page(v, s->last, pages).text, stage_number(s->last).text);
}

static void write_case(struct page *p, const struct series *s, size_t row)
{
	static const struct column columns[NR_COLUMNS] = {
		[NAME] = {"", 29, .left = true, .words = true},
		[FIGURE] = {"figure", 8},
		[CHANGE] = {"change", 7},
		[UNCERTAINTY] = {"+-", 6},
		[TOTAL] = {"total", 7},
		[VERDICT] = {"verdict", 15, .left = true},
	};
	const struct view v = {p, s, row};
	const struct workload *w = row_workload(s->c, &s->c->rows[row]);

	page_heading(p, "%s, %s per %s", s->c->rows[row].name,
		     counts_instructions(&s->c->arms[0]) ? "instructions" : "time", figure_unit(w));
	page_table(p, columns, NR_COLUMNS);
	for (size_t i = 0; i < s->nr_stages; i++)
		write_stage(&v, i);
	write_whole(&v);
	write_per_page(&v, w);
}

void series_tables(struct page *p, const struct series *s)
{
	for (size_t r = 0; r < s->c->nr_rows; r++)
		if (series_has_case(s, r))
			write_case(p, s, r);
}

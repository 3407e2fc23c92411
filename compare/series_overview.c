// SPDX-License-Identifier: GPL-2.0-or-later
/* What each commit did, over all cases: a row per commit. */
#include "compare/stages.h"

#include "compare/figure.h"

enum {
	NAME,
	WORST,
	WORST_UNCERTAINTY,
	BEST,
	BEST_UNCERTAINTY,
	VERDICT,
	NR_COLUMNS
};

/* @worst, @best: rows, or NO_INDEX. */
static void write_extremes(struct page *p, unsigned int depth, const char *name,
			   const struct contrast *contrast, size_t worst, size_t best,
			   const char *verdict)
{
	const size_t rows[] = {worst, best};
	struct figure figures[2] = {{""}, {""}}, intervals[2] = {{""}, {""}};
	const char *cells[NR_COLUMNS] = {
		name,    figures[0].text, intervals[0].text, figures[1].text, intervals[1].text,
		verdict,
	};

	for (int i = 0; i < 2; i++) {
		if (rows[i] == NO_INDEX)
			continue;
		figures[i] = figure_change(contrast->judgements[rows[i]].change.ratio);
		intervals[i] = figure_plus_minus(&contrast->judgements[rows[i]].change);
	}
	page_row(p, depth, cells);
}

static bool has_verdict(const struct contrast *contrast, size_t row, enum verdict verdict)
{
	return row != NO_INDEX && contrast->judgements[row].verdict == verdict;
}

/* Of a case without a finding nobody asks which it was. */
static bool is_finding(const struct contrast *contrast, size_t row)
{
	return row != NO_INDEX && !has_verdict(contrast, row, VERDICT_EQUIVALENT) &&
	       !has_verdict(contrast, row, VERDICT_NO_REGRESSION);
}

/* Which cases these were, and one that has the verdict if they have not. */
static void write_cases(struct page *p, const struct series *s, const struct contrast *contrast,
			const struct extremes *e, enum verdict verdict)
{
	const struct row *rows = s->c->rows;

	if (is_finding(contrast, e->worst))
		write_extremes(p, 1, rows[e->worst].name, contrast, e->worst, NO_INDEX,
			       figure_verdict(&contrast->judgements[e->worst]).text);
	if (is_finding(contrast, e->best) && e->best != e->worst)
		write_extremes(p, 1, rows[e->best].name, contrast, NO_INDEX, e->best,
			       figure_verdict(&contrast->judgements[e->best]).text);
	if (is_finding(contrast, e->decisive) && !has_verdict(contrast, e->worst, verdict) &&
	    !has_verdict(contrast, e->best, verdict))
		write_extremes(p, 1, rows[e->decisive].name, contrast, NO_INDEX, NO_INDEX,
			       figure_verdict(&contrast->judgements[e->decisive]).text);
}

static void write_contrast(struct page *p, const struct series *s, const char *name,
			   const struct contrast *contrast)
{
	struct extremes e = series_extremes(s, contrast);
	enum verdict verdict = series_verdict(s, contrast);

	write_extremes(p, 0, name, contrast, e.worst, e.best,
		       verdict < NR_VERDICTS ? verdict_name(verdict) : "");
	write_cases(p, s, contrast, &e, verdict);
}

void series_overview(struct page *p, const struct series *s)
{
	static const struct column columns[NR_COLUMNS] = {
		[NAME] = {"", 29, .left = true, .words = true},
		[WORST] = {"worst", 7},
		[WORST_UNCERTAINTY] = {"+-", 6},
		[BEST] = {"best", 7},
		[BEST_UNCERTAINTY] = {"+-", 6},
		[VERDICT] = {"verdict", 15, .left = true},
	};

	page_heading(p, "Worst and best change of %zu cases", s->nr_cases);
	page_table(p, columns, NR_COLUMNS);
	for (size_t i = 0; i < s->nr_stages; i++) {
		const struct stage *stage = &s->stages[i];
		struct stage_text name = stage_name(s, i);

		if (stage->contrast)
			write_contrast(p, s, name.text, stage->contrast);
		else
			page_row(p, 0,
				 (const char *[NR_COLUMNS]){
					 [NAME] = name.text,
					 [VERDICT] = stage->arm == NO_INDEX
							     ? stage_failure(stage).text
							     : NULL,
				 });
	}
	if (series_whole(s))
		write_contrast(p, s, whole_name(s).text, series_whole(s));
}

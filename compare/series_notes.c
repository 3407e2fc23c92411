// SPDX-License-Identifier: GPL-2.0-or-later
/* What stands before and behind the tables of a series: findings, warnings, marks, controls. */
#include "compare/stages.h"

#include "compare/differences.h"
#include "compare/figure.h"
#include "compare/groups.h"
#include "compare/legend.h"
#include "compare/warnings.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Numbers of stages; the tables have them all. */
#define MAX_NUMBERS 12
#define MAX_NAMES   4

/* Groups by contrast; what holds for all contrasts is said without their names. */
static void write_groups(struct page *p, const struct series *s, json_t *groups)
{
	const char *text;
	json_t *names;

	json_object_foreach (groups, text, names) {
		_cleanup_free_ char *list = names_text(names, MAX_NAMES);

		if (!list)
			p->error = -ENOMEM;
		else if (json_array_size(names) == s->c->nr_contrasts)
			page_line(p, 1, "%s", text);
		else
			page_line(p, 1, "%s (%s)", text, list);
	}
}

/* "03 REGRESSION; 02, 04 IMPROVEMENT; 01 build failed", the gravest first. */
static void write_verdicts(struct page *p, FILE *f, const struct series *s)
{
	_cleanup_json_ json_t *groups = json_object();
	const char *text, *before = ": ";
	json_t *numbers;

	for (int v = 0; v < NR_VERDICTS; v++)
		for (size_t i = 0; i < s->nr_stages; i++) {
			const struct stage *stage = &s->stages[i];

			if (stage->contrast &&
			    series_verdict(s, stage->contrast) == (enum verdict)v)
				groups_add(p, groups, stage_number(i).text, "%s",
					   verdict_name((enum verdict)v));
		}
	for (size_t i = 0; i < s->nr_stages; i++)
		if (s->stages[i].arm == NO_INDEX)
			groups_add(p, groups, stage_number(i).text, "%s",
				   stage_failure(&s->stages[i]).text);
	json_object_foreach (groups, text, numbers) {
		_cleanup_free_ char *list = names_text(numbers, MAX_NUMBERS);

		fprintf(f, "%s%s %s", before, list ? list : "", text);
		before = "; ";
	}
	fputs(".", f);
}

static void write_sentence(struct page *p, const struct series *s)
{
	const struct contrast *whole = series_whole(s);
	_cleanup_free_ char *text = NULL;
	enum verdict verdict;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f) {
		p->error = -ENOMEM;
		return;
	}
	if (s->nr_cases)
		fprintf(f, "%zu case%s (%s threshold%s)", s->nr_cases, s->nr_cases == 1 ? "" : "s",
			figure_percent(common_threshold(s->c), 3).text,
			has_one_threshold(s->c) ? "" : ", others below");
	else
		fputs("nothing but controls", f);
	write_verdicts(p, f, s);
	verdict = whole ? series_verdict(s, whole) : NR_VERDICTS;
	if (verdict < NR_VERDICTS)
		fprintf(f, " The whole, %s: %s.", stage_pair(s, whole).text, verdict_name(verdict));
	fclose(f);
	page_line(p, 0, "%zu step%s, %s", s->nr_stages - 1, s->nr_stages == 2 ? "" : "s", text);
}

/* Several small steps may add up to what none of them is, and the last one take it back. */
static void write_interim(struct page *p, const struct series *s)
{
	_cleanup_json_ json_t *groups = json_object();

	for (size_t i = 0; i < s->last; i++) {
		const struct stage *stage = &s->stages[i];

		if (stage->total && stage->total != stage->contrast &&
		    series_verdict(s, stage->total) == VERDICT_REGRESSION)
			groups_add(p, groups, stage_number(i).text,
				   "REGRESSION against %s before the end",
				   stage_number(s->first).text);
	}
	groups_write(p, 1, groups, MAX_NUMBERS);
}

void series_headline(struct page *p, const struct series *s)
{
	_cleanup_json_ json_t *warnings = json_object();

	write_sentence(p, s);
	warnings_of_steps(p, s->c);
	write_interim(p, s);
	for (size_t i = 0; i < s->c->nr_contrasts; i++)
		warnings_add(p, warnings, s->c, &s->c->contrasts[i],
			     stage_pair(s, &s->c->contrasts[i]).text);
	write_groups(p, s, warnings);
}

/* The largest change of any, so that it is seen how still they were. */
static void write_controls(struct page *p, const struct series *s)
{
	const struct contrast *where = NULL;
	const struct change *largest = NULL;
	size_t control = 0;

	for (size_t i = 0; i < s->c->nr_contrasts; i++)
		for (size_t r = 0; r < s->c->nr_rows; r++) {
			const struct change *change = &s->c->contrasts[i].judgements[r].change;

			if (!s->c->rows[r].control || !isfinite(change->ratio) ||
			    (largest && fabs(log(change->ratio)) <= fabs(log(largest->ratio))))
				continue;
			where = &s->c->contrasts[i];
			largest = change;
			control = r;
		}
	if (largest)
		page_line(p, 0, "Controls: the largest change is %s +- %s (%s, %s).",
			  figure_change(largest->ratio).text, figure_plus_minus(largest).text,
			  s->c->rows[control].name, stage_pair(s, where).text);
}

/* Why rows have no change. Each text names the arms that it is of. */
static void write_others(struct page *p, const struct series *s)
{
	_cleanup_json_ json_t *groups = json_object();

	for (size_t r = 0; r < s->c->nr_rows; r++)
		for (size_t i = 0; i < s->c->nr_contrasts; i++) {
			const struct judgement *j = &s->c->contrasts[i].judgements[r];

			if (has_both(s->c, &s->c->contrasts[i], r))
				continue;
			groups_add(p, groups, s->c->rows[r].name, "%s: %s",
				   verdict_name(j->verdict), j->reason);
		}
	groups_write(p, 1, groups, MAX_NAMES);
}

void series_notes(struct page *p, const struct series *s)
{
	_cleanup_free_ char *marks = NULL;
	size_t size;
	FILE *f = open_memstream(&marks, &size);

	if (!f) {
		p->error = -ENOMEM;
		return;
	}
	legend_marks(f, s->c, false);
	fclose(f);
	write_others(p, s);
	if (s->c->nr_contrasts && s->nr_cases)
		page_line(p, 0,
			  "%s: against the row above, or as the row says; total: against %s.%s",
			  s->nr_cases > 1 ? "Change, worst, best" : "Change",
			  stage_number(s->first).text, marks);
	write_controls(p, s);
}

/* Between neighbours: what came with a commit differs from all before it. */
void series_differences(struct page *p, const struct series *s)
{
	_cleanup_json_ json_t *groups = json_object();
	size_t nr = 0;

	page_heading(p, "Differences of machine and settings");
	for (size_t i = 0; i < s->nr_stages; i++) {
		const struct contrast *ct = s->stages[i].contrast;

		if (!ct || s->c->arms[ct->base].published || s->c->arms[ct->here].published)
			continue;
		nr++;
		differences_add(p, groups, s->c, ct, stage_pair(s, ct).text);
	}
	groups_write(p, 1, groups, MAX_NAMES);
	if (nr && !json_object_size(groups))
		page_line(p, 1, "none found");
}

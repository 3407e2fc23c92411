// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/report.h"

#include "compare/figure.h"
#include "compare/groups.h"
#include "compare/verdict.h"

#include <errno.h>
#include <string.h>

/* Names in a line of the headline; the table has them all. */
#define MAX_UNVERIFIED 3

static const struct row *find_row(const struct comparison *c, const char *name)
{
	for (size_t r = 0; r < c->nr_rows; r++)
		if (!strcmp(c->rows[r].name, name))
			return &c->rows[r];
	return NULL;
}

static void count_verdicts(const struct comparison *c, const struct contrast *ct,
			   size_t counts[NR_VERDICTS])
{
	memset(counts, 0, NR_VERDICTS * sizeof(*counts));
	for (size_t r = 0; r < c->nr_rows; r++)
		if (!c->rows[r].control)
			counts[ct->judgements[r].verdict]++;
}

/* Among the cases that are judged. */
static bool one_threshold(const struct comparison *c)
{
	double common = common_threshold(c);

	for (size_t r = 0; r < c->nr_rows; r++)
		if (!c->rows[r].control &&
		    (c->rows[r].threshold < common || c->rows[r].threshold > common))
			return false;
	return true;
}

/* "patched against base: 1 REGRESSION, 30 NO-REGRESSION of 31 cases (3% threshold)". */
static void write_sentence(struct page *p, const struct comparison *c, const struct contrast *ct)
{
	_cleanup_free_ char *text = NULL;
	size_t counts[NR_VERDICTS], size, judged = 0;
	FILE *f = open_memstream(&text, &size);

	if (!f) {
		p->error = -ENOMEM;
		return;
	}
	count_verdicts(c, ct, counts);
	for (int v = 0; v < VERDICT_NOT_MEASURED; v++) {
		if (counts[v])
			fprintf(f, "%s%zu %s", judged ? ", " : "", counts[v],
				verdict_name((enum verdict)v));
		judged += counts[v];
	}
	if (judged)
		fprintf(f, " of %zu case%s (%s threshold%s)", judged, judged == 1 ? "" : "s",
			figure_percent(common_threshold(c), 3).text,
			one_threshold(c) ? "" : ", others below");
	if (counts[VERDICT_NOT_MEASURED])
		fprintf(f, "%s%zu not measured", judged ? "; " : "", counts[VERDICT_NOT_MEASURED]);
	if (!judged && !counts[VERDICT_NOT_MEASURED])
		fprintf(f, "nothing but controls");
	fclose(f);
	page_line(p, 0, "%s against %s%s: %s", c->arms[ct->here].name, c->arms[ct->base].name,
		  ct->step ? ", its predecessor" : "", text);
}

/* Published figures are shown where both have them, and judged nowhere. */
static void write_published(struct page *p, const struct comparison *c, const struct contrast *ct)
{
	size_t shown = 0;

	for (size_t r = 0; r < c->nr_rows; r++)
		shown += ct->judgements[r].verdict == VERDICT_PUBLISHED;
	page_line(p, 0, "%s against %s: %zu case%s beside published figures, shown and not judged",
		  c->arms[ct->here].name, c->arms[ct->base].name, shown, shown == 1 ? "" : "s");
}

static void warn_of_control(struct page *p, const struct comparison *c, const struct contrast *ct)
{
	const struct row *row = ct->moved_control ? find_row(c, ct->moved_control) : NULL;
	bool unstable = false;

	for (size_t r = 0; r < c->nr_rows; r++)
		unstable |= ct->judgements[r].verdict == VERDICT_UNSTABLE;
	if (!unstable)
		return;
	if (row)
		page_line(p, 1,
			  "UNSTABLE: control %s, which no patch to mprotect or mremap can move, "
			  "moved by %s: no verdict of this comparison holds",
			  row->name,
			  figure_change(ct->judgements[row - c->rows].change.ratio).text);
	else if (c->self_check.moved)
		page_line(p, 1,
			  "UNSTABLE: %s differs from itself in %s: no verdict of this comparison "
			  "holds",
			  c->arms[0].name, c->self_check.moved);
}

static void warn_of_folios(struct page *p, const struct comparison *c, const struct contrast *ct)
{
	_cleanup_json_ json_t *names = json_array();
	_cleanup_free_ char *list = NULL;
	size_t judged = 0;

	for (size_t r = 0; r < c->nr_rows; r++) {
		const struct cell *cells = c->rows[r].cells;

		if (!cells[ct->base].nr_unverified && !cells[ct->here].nr_unverified)
			continue;
		json_array_append_new(names, json_string_nocheck(c->rows[r].name));
		judged += ct->judgements[r].verdict < VERDICT_UNVERIFIED;
	}
	list = names_text(names, MAX_UNVERIFIED);
	if (!list)
		p->error = -ENOMEM;
	else if (*list)
		page_line(p, 1, "UNVERIFIED: the folios of %s were not proved%s", list,
			  judged ? ", and they are judged nevertheless (--no-require-verified)"
				 : "");
}

/* Nothing then tells a patch from a machine that changed. */
static void warn_of_no_control(struct page *p, const struct comparison *c,
			       const struct contrast *ct)
{
	for (size_t r = 0; r < c->nr_rows; r++)
		if (c->rows[r].control && has_both(c, ct, r))
			return;
	page_line(p, 1,
		  "No control was measured in both: a change of the machine would pass for the "
		  "kernel's");
}

/* Controls that guard nothing, or not as much as the gate promises. */
static void warn_of_weak_controls(struct page *p, const struct comparison *c,
				  const struct contrast *ct)
{
	bool enough = ct->method == METHOD_INSTRUCTIONS || ct->nr_units >= MIN_UNITS;
	_cleanup_json_ json_t *groups = json_object();

	for (size_t r = 0; r < c->nr_rows; r++) {
		const struct judgement *j = &ct->judgements[r];

		if (verdict_is_lost_control(&c->rows[r], j))
			groups_add(p, groups, c->rows[r].name, "%s of a control, so no pass: %s",
				   verdict_name(j->verdict), j->reason);
		/* Of a contrast that is not judged that is no news. */
		if (c->rows[r].control && j->verdict == VERDICT_INCONCLUSIVE &&
		    ct->method != METHOD_NONE && enough)
			groups_add(p, groups, c->rows[r].name,
				   "INCONCLUSIVE control: a change of the machine by %s is not "
				   "excluded",
				   figure_percent(c->rows[r].threshold, 3).text);
	}
	groups_write(p, 1, groups, 4);
}

static void write_contrast(struct page *p, const struct comparison *c, const struct contrast *ct)
{
	if (c->arms[ct->base].published || c->arms[ct->here].published) {
		write_published(p, c, ct);
		return;
	}
	write_sentence(p, c, ct);
	if (ct->nr_fatal)
		page_line(p, 1,
			  "INCOMPARABLE: %zu difference%s of machine or settings, listed below, "
			  "bear%s on the figures",
			  ct->nr_fatal, ct->nr_fatal == 1 ? "" : "s", ct->nr_fatal == 1 ? "s" : "");
	if (ct->method == METHOD_NONE)
		page_line(p, 1, "No verdict: %s", ct->why);
	else
		warn_of_no_control(p, c, ct);
	if ((ct->method == METHOD_PAIRED || ct->method == METHOD_WELCH) && ct->nr_units &&
	    ct->nr_units < MIN_UNITS)
		page_line(p, 1, "No verdict: %zu %s, and a wall clock is judged from %d on",
			  ct->nr_units, ct->method == METHOD_PAIRED ? "blocks" : "boots per arm",
			  MIN_UNITS);
	warn_of_control(p, c, ct);
	warn_of_weak_controls(p, c, ct);
	warn_of_folios(p, c, ct);
}

void report_headline(struct page *p, const struct comparison *c)
{
	for (size_t i = 0; i < c->nr_contrasts; i++)
		write_contrast(p, c, &c->contrasts[i]);
}

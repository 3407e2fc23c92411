// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/report.h"

#include "compare/contrast.h"
#include "compare/figure.h"
#include "compare/groups.h"
#include "compare/verdict.h"

#include <math.h>
#include <string.h>

/* The tables have them all; here a few say which are meant. */
#define MAX_NAMES 4

/* A row; with several contrasts, also whose. */
struct subject {
	char text[320];
};

static struct subject subject_of(const struct comparison *c, const struct contrast *ct, size_t r)
{
	struct subject s;

	if (c->nr_contrasts == 1)
		snprintf(s.text, sizeof(s.text), "%s", c->rows[r].name);
	else
		snprintf(s.text, sizeof(s.text), "%.180s in %.60s%s%.60s", c->rows[r].name,
			 c->arms[ct->here].name, ct->step ? " against " : "",
			 ct->step ? c->arms[ct->base].name : "");
	return s;
}

/* Those in the table; of the others the reason stands below it. */
static bool is_judged(const struct comparison *c, const struct contrast *ct, size_t r)
{
	return has_both(c, ct, r) && ct->judgements[r].verdict != VERDICT_PUBLISHED;
}

static void write_reasons(struct page *p, const struct comparison *c)
{
	_cleanup_json_ json_t *groups = json_object();

	for (int v = 0; v < NR_VERDICTS; v++)
		for (size_t i = 0; i < c->nr_contrasts; i++)
			for (size_t r = 0; r < c->nr_rows; r++) {
				const struct contrast *ct = &c->contrasts[i];
				const struct judgement *j = &ct->judgements[r];

				/* What holds for all rows is said in the headline. */
				if (j->verdict == (enum verdict)v && is_judged(c, ct, r) &&
				    strcmp(j->reason, ct->why))
					groups_add(p, groups, subject_of(c, ct, r).text, "%s: %s",
						   verdict_name(j->verdict), j->reason);
			}
	groups_write(p, 1, groups, MAX_NAMES);
}

/* "-1.20% to +9.30%". */
static const char *interval_text(char *buf, size_t size, const struct interval *i)
{
	snprintf(buf, size, "%s to %s", figure_change(i->low).text, figure_change(i->high).text);
	return buf;
}

/*
 * What an inconclusive row could have excluded, and what it takes to exclude the threshold. Returns
 * whether there is something to say.
 */
static bool write_power(struct page *p, const struct comparison *c, const struct contrast *ct,
			size_t r)
{
	const struct judgement *j = &ct->judgements[r];
	const char *unit = j->method == METHOD_PAIRED ? "blocks" : "boots per arm";
	struct figure threshold = figure_percent(c->rows[r].threshold, 3);
	char interval[64], needed[64];

	/* Of too few the spread is not known well enough. */
	if (j->verdict != VERDICT_INCONCLUSIVE || j->method == METHOD_NONE ||
	    j->nr_units < MIN_UNITS || !isfinite(j->detectable))
		return false;
	if (j->boots_needed)
		snprintf(needed, sizeof(needed), "to exclude %s takes %zu", threshold.text,
			 j->boots_needed);
	else
		snprintf(needed, sizeof(needed), "no number excludes %s", threshold.text);
	page_line(p, 1,
		  "%s: %s; %zu %s exclude a slowdown of %s or more where there is none (power "
		  "80%%), %s",
		  subject_of(c, ct, r).text,
		  interval_text(interval, sizeof(interval), &j->change.interval), j->nr_units, unit,
		  figure_percent(j->detectable, 2).text, needed);
	return true;
}

static void write_powers(struct page *p, const struct comparison *c)
{
	bool any = false;

	for (size_t i = 0; i < c->nr_contrasts; i++)
		for (size_t r = 0; r < c->nr_rows; r++)
			any |= write_power(p, c, &c->contrasts[i], r);
	if (any)
		page_line(p, 1, "./run.sh plan says what it takes to find a change.");
}

static void write_fragile(struct page *p, const struct comparison *c, const struct contrast *ct,
			  size_t r)
{
	const struct judgement *j = &ct->judgements[r];
	char interval[64];

	if (j->fragile)
		page_line(p, 1,
			  "* FRAGILE %s: p is %.2g by the paired t, %.2g by permuting signs; the "
			  "median block's 95%% interval is %s",
			  subject_of(c, ct, r).text, j->p, j->p_sign_flip,
			  interval_text(interval, sizeof(interval), &j->sign_interval));
}

/* Boots under the instruction clock repeat. Where they do not, the clock does not excuse them. */
static void write_spread(struct page *p, const struct comparison *c)
{
	_cleanup_json_ json_t *groups = json_object();

	for (size_t i = 0; i < c->nr_contrasts; i++)
		for (size_t r = 0; r < c->nr_rows; r++) {
			const struct contrast *ct = &c->contrasts[i];

			if (ct->method == METHOD_INSTRUCTIONS && is_judged(c, ct, r) &&
			    ct->judgements[r].method != METHOD_INSTRUCTIONS)
				groups_add(p, groups, subject_of(c, ct, r).text,
					   "boots or repetitions differ by over %s though "
					   "they count instructions, and are taken as of "
					   "a wall clock",
					   figure_percent(INSTRUCTION_SPREAD, 2).text);
		}
	groups_write(p, 1, groups, MAX_NAMES);
}

/* Rows whose figures are of fewer blocks or boots than the Method section says. */
static void write_fewer_units(struct page *p, const struct comparison *c)
{
	_cleanup_json_ json_t *groups = json_object();

	for (size_t i = 0; i < c->nr_contrasts; i++)
		for (size_t r = 0; r < c->nr_rows; r++) {
			const struct contrast *ct = &c->contrasts[i];
			const struct judgement *j = &ct->judgements[r];

			if (j->method == ct->method && j->method != METHOD_NONE &&
			    is_judged(c, ct, r) && j->nr_units < ct->nr_units)
				groups_add(p, groups, subject_of(c, ct, r).text,
					   j->method == METHOD_PAIRED
						   ? "measured in %zu of %zu blocks"
						   : "measured in %zu of %zu boots per arm",
					   j->nr_units, ct->nr_units);
		}
	groups_write(p, 1, groups, MAX_NAMES);
}

/* Rows that a part of the boots has. What failed is an ERROR, which says so. */
static void write_skips(struct page *p, const struct comparison *c)
{
	_cleanup_json_ json_t *groups = json_object();
	char boots[320];

	for (size_t a = 0; a < c->nr_arms; a++)
		for (size_t r = 0; r < c->nr_rows; r++) {
			const struct cell *cell = &c->rows[r].cells[a];

			if (cell->nr_samples && cell->skipped)
				groups_add(p, groups, c->rows[r].name, "skipped in %s: %s",
					   arm_boots_text(&c->arms[a], cell->nr_skipped, boots,
							  sizeof(boots)),
					   cell->skipped);
		}
	groups_write(p, 1, groups, MAX_NAMES);
}

static void write_thresholds(struct page *p, const struct comparison *c)
{
	_cleanup_json_ json_t *groups = json_object();
	double common = common_threshold(c);

	for (size_t r = 0; r < c->nr_rows; r++)
		if (c->rows[r].threshold != common)
			groups_add(p, groups, c->rows[r].name, "threshold of %s",
				   figure_percent(c->rows[r].threshold, 3).text);
	groups_write(p, 1, groups, MAX_NAMES);
}

void report_verdicts(struct page *p, const struct comparison *c)
{
	page_heading(p, "Verdicts");
	write_reasons(p, c);
	write_powers(p, c);
	for (size_t i = 0; i < c->nr_contrasts; i++)
		for (size_t r = 0; r < c->nr_rows; r++)
			write_fragile(p, c, &c->contrasts[i], r);
	write_spread(p, c);
	write_fewer_units(p, c);
	write_skips(p, c);
	write_thresholds(p, c);
}

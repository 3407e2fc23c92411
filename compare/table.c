// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/report.h"

#include "compare/blocks.h"
#include "compare/figure.h"
#include "compare/groups.h"
#include "compare/workload.h"

#include <math.h>
#include <string.h>

#define ARM_COLUMNS 8

enum {
	NAME,
	BASE,
	HERE,
	CHANGE,
	UNCERTAINTY,
	VERDICT,
	NR_COLUMNS
};

/* A contrast as its table shows it. */
struct view {
	struct page *page;
	const struct comparison *c;
	const struct contrast *contrast;
	const struct arm *base, *here;
};

static void write_detail(const struct view *v, const char *name, double base_ns, double here_ns,
			 const struct change *change)
{
	struct figure base = figure_time(v->base, base_ns), here = figure_time(v->here, here_ns);
	struct figure ratio = {""}, interval = {""};
	const char *cells[NR_COLUMNS] = {name, base.text, here.text, ratio.text, interval.text};

	if (change && isfinite(change->ratio))
		ratio = figure_change(change->ratio);
	if (change && isfinite(change->interval.high))
		interval = figure_plus_minus(change);
	page_row(v->page, 1, cells);
}

/* Each direction by itself, and what the call costs each page. */
static void write_details(const struct view *v, size_t r)
{
	const struct judgement *j = &v->contrast->judgements[r];
	const struct cell *base = &v->c->rows[r].cells[v->contrast->base];
	const struct cell *here = &v->c->rows[r].cells[v->contrast->here];
	const struct workload *wb = &base->workload, *wh = &here->workload;
	int64_t pages = wb->number[WORKLOAD_PAGES_PER_CALL];
	char name[48];

	for (size_t d = 0; d < wb->nr_directions && d < wh->nr_directions; d++) {
		if (strcmp(wb->directions[d], wh->directions[d]))
			continue;
		snprintf(name, sizeof(name), "%s alone", wb->directions[d]);
		write_detail(v, name, base->directions[d].value, here->directions[d].value,
			     &j->directions[d]);
	}
	if (pages > 1 && pages == wh->number[WORKLOAD_PAGES_PER_CALL])
		write_detail(v, "per page",
			     workload_ns_per_call(wb, base->estimate.value) / (double)pages,
			     workload_ns_per_call(wh, here->estimate.value) / (double)pages, NULL);
}

static void write_row(const struct view *v, size_t r)
{
	const struct row *row = &v->c->rows[r];
	const struct judgement *j = &v->contrast->judgements[r];
	const struct cell *base = &row->cells[v->contrast->base];
	const struct cell *here = &row->cells[v->contrast->here];
	struct figure base_time =
		figure_time(v->base, workload_ns_per_call(&base->workload, base->estimate.value));
	struct figure here_time =
		figure_time(v->here, workload_ns_per_call(&here->workload, here->estimate.value));
	struct figure change = figure_change(j->change.ratio), uncertainty;
	struct figure verdict = figure_verdict(j);
	const char *cells[NR_COLUMNS] = {row->name,   base_time.text,   here_time.text,
					 change.text, uncertainty.text, verdict.text};

	uncertainty = v->contrast->method == METHOD_NONE
			      ? figure_spreads(base->estimate.spread_percent,
					       here->estimate.spread_percent)
			      : figure_plus_minus(&j->change);
	page_row(v->page, 0, cells);
	write_details(v, r);
}

static void write_rows(const struct view *v, bool controls)
{
	bool first = controls;

	for (size_t r = 0; r < v->c->nr_rows; r++) {
		if (v->c->rows[r].control != controls || !has_both(v->c, v->contrast, r))
			continue;
		if (first)
			page_row(v->page, 0, (const char *[NR_COLUMNS]){"controls:"});
		first = false;
		write_row(v, r);
	}
}

/* Where there is no interval, the spread within a boot is all that is known of the noise. */
static void write_table(const struct view *v)
{
	bool judged = v->contrast->method != METHOD_NONE;
	bool alike = figure_look_alike(v->base, v->here, ARM_COLUMNS - 1);
	const struct column columns[NR_COLUMNS] = {
		[NAME] = {"", judged ? 28 : 27, .left = true},
		[BASE] = {alike ? "base" : v->base->name, ARM_COLUMNS, .left = false},
		[HERE] = {alike ? "new" : v->here->name, ARM_COLUMNS, .left = false},
		[CHANGE] = {"change", 7, .left = false},
		[UNCERTAINTY] = {judged ? "+-" : "spread", judged ? 6 : 8, .left = false},
		[VERDICT] = {"verdict", judged ? 15 : 14, .left = true},
	};

	page_table(v->page, columns, NR_COLUMNS);
	write_rows(v, false);
	write_rows(v, true);
}

/* Times are of all boots, changes of those that have a partner. */
static void write_unpaired(const struct view *v)
{
	size_t nr = v->contrast->method == METHOD_PAIRED ? blocks_unpaired(v->base, v->here) : 0;

	if (nr)
		page_line(v->page, 1,
			  "%zu boot%s without a partner in %s block: in the times, not in the "
			  "changes",
			  nr, nr == 1 ? "" : "s", nr == 1 ? "its" : "their");
}

/* Cases that have no line in the table. */
static void write_others(const struct view *v)
{
	_cleanup_json_ json_t *groups = json_object();
	size_t nr = 0;

	for (size_t r = 0; r < v->c->nr_rows; r++) {
		const struct judgement *j = &v->contrast->judgements[r];

		if (has_both(v->c, v->contrast, r))
			continue;
		nr++;
		groups_add(v->page, groups, v->c->rows[r].name, "%s: %s", verdict_name(j->verdict),
			   j->reason);
	}
	if ((v->base->published || v->here->published) && nr)
		page_line(v->page, 1, "%zu case%s that only one side has: not shown", nr,
			  nr == 1 ? "" : "s");
	else
		groups_write(v->page, 1, groups, SIZE_MAX);
}

static void write_contrast(struct page *p, const struct comparison *c, const struct contrast *ct)
{
	const struct view v = {p, c, ct, &c->arms[ct->base], &c->arms[ct->here]};
	size_t shown = 0;

	for (size_t r = 0; r < c->nr_rows; r++)
		shown += has_both(c, ct, r);
	if (c->nr_contrasts > 1)
		page_heading(p, "%s against %s%s", v.here->name, v.base->name,
			     ct->step ? ", its predecessor" : "");
	if (shown) {
		write_table(&v);
		write_unpaired(&v);
	}
	write_others(&v);
}

void report_tables(struct page *p, const struct comparison *c)
{
	for (size_t i = 0; i < c->nr_contrasts; i++)
		write_contrast(p, c, &c->contrasts[i]);
}

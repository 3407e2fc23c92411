// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/warnings.h"

#include "compare/figure.h"
#include "compare/groups.h"
#include "compare/steps.h"
#include "compare/verdict.h"

#include <errno.h>
#include <string.h>

/* Names of rows in a warning; the table has them all. */
#define MAX_UNVERIFIED 3
#define MAX_CONTROLS   4

/* A contrast, and where what is said of it goes. */
struct subject {
	struct page *page;
	json_t *groups;
	const struct comparison *c;
	const struct contrast *contrast;
	const char *name;
};

#define warn(s, ...) groups_add((s)->page, (s)->groups, (s)->name, __VA_ARGS__)

static const struct row *find_row(const struct comparison *c, const char *name)
{
	for (size_t r = 0; r < c->nr_rows; r++)
		if (!strcmp(c->rows[r].name, name))
			return &c->rows[r];
	return NULL;
}

static void warn_of_method(const struct subject *s)
{
	const struct contrast *ct = s->contrast;

	if (ct->method == METHOD_NONE)
		warn(s, "No verdict: %s", ct->why);
	if ((ct->method == METHOD_PAIRED || ct->method == METHOD_WELCH) && ct->nr_units &&
	    ct->nr_units < MIN_UNITS)
		warn(s, "No verdict: %zu %s, and a wall clock is judged from %d on", ct->nr_units,
		     ct->method == METHOD_PAIRED ? "blocks" : "boots per arm", MIN_UNITS);
}

static void warn_of_moved_control(const struct subject *s)
{
	const struct comparison *c = s->c;
	const struct contrast *ct = s->contrast;
	const struct row *row = ct->moved_control ? find_row(c, ct->moved_control) : NULL;
	bool unstable = false;

	for (size_t r = 0; r < c->nr_rows; r++)
		unstable |= ct->judgements[r].verdict == VERDICT_UNSTABLE;
	if (!unstable)
		return;
	if (row)
		warn(s,
		     "UNSTABLE: control %s, which no patch to mprotect or mremap can move, moved "
		     "by %s: no verdict of this comparison holds",
		     row->name, figure_change(ct->judgements[row - c->rows].change.ratio).text);
	else if (c->self_check.moved)
		warn(s,
		     "UNSTABLE: %s differs from itself in %s: no verdict of this comparison holds",
		     c->arms[0].name, c->self_check.moved);
}

static void warn_of_folios(const struct subject *s)
{
	_cleanup_json_ json_t *names = json_array();
	_cleanup_free_ char *list = NULL;
	size_t judged = 0;

	for (size_t r = 0; r < s->c->nr_rows; r++) {
		const struct cell *cells = s->c->rows[r].cells;

		if (!cells[s->contrast->base].nr_unverified &&
		    !cells[s->contrast->here].nr_unverified)
			continue;
		json_array_append_new(names, json_string_nocheck(s->c->rows[r].name));
		judged += s->contrast->judgements[r].verdict < VERDICT_UNVERIFIED;
	}
	list = names_text(names, MAX_UNVERIFIED);
	if (!list)
		s->page->error = -ENOMEM;
	else if (*list)
		warn(s, "UNVERIFIED: the folios of %s were not proved%s", list,
		     judged ? ", and they are judged nevertheless (--no-require-verified)" : "");
}

/* Nothing then tells a patch from a machine that changed. */
static void warn_of_no_control(const struct subject *s)
{
	if (s->contrast->method == METHOD_NONE)
		return;
	for (size_t r = 0; r < s->c->nr_rows; r++)
		if (s->c->rows[r].control && has_both(s->c, s->contrast, r))
			return;
	warn(s, "No control was measured in both: a change of the machine would pass for the "
		"kernel's");
}

/* Controls that guard nothing, or not as much as the gate promises. */
static void warn_of_weak_controls(const struct subject *s)
{
	const struct contrast *ct = s->contrast;
	bool enough = ct->method == METHOD_INSTRUCTIONS || ct->nr_units >= MIN_UNITS;
	_cleanup_json_ json_t *weak = json_object();
	const char *text;
	json_t *names;

	for (size_t r = 0; r < s->c->nr_rows; r++) {
		const struct row *row = &s->c->rows[r];
		const struct judgement *j = &ct->judgements[r];

		if (verdict_is_lost_control(row, j))
			groups_add(s->page, weak, row->name, "%s of a control, so no pass: %s",
				   verdict_name(j->verdict), j->reason);
		/* Of a contrast that is not judged that is no news. */
		if (row->control && j->verdict == VERDICT_INCONCLUSIVE &&
		    ct->method != METHOD_NONE && enough)
			groups_add(s->page, weak, row->name,
				   "INCONCLUSIVE control: a change of the machine by %s is not "
				   "excluded",
				   figure_percent(row->threshold, 3).text);
	}
	json_object_foreach (weak, text, names) {
		_cleanup_free_ char *list = names_text(names, MAX_CONTROLS);

		if (list)
			warn(s, "%s (%s)", text, list);
		else
			s->page->error = -ENOMEM;
	}
}

void warnings_add(struct page *p, json_t *groups, const struct comparison *c,
		  const struct contrast *ct, const char *name)
{
	const struct subject s = {p, groups, c, ct, name};

	if (ct->nr_fatal)
		warn(&s,
		     "INCOMPARABLE: %zu difference%s of machine or settings, listed below, bear%s "
		     "on the figures",
		     ct->nr_fatal, ct->nr_fatal == 1 ? "" : "s", ct->nr_fatal == 1 ? "s" : "");
	warn_of_no_control(&s);
	warn_of_method(&s);
	warn_of_moved_control(&s);
	warn_of_weak_controls(&s);
	warn_of_folios(&s);
}

void warnings_of_steps(struct page *p, const struct comparison *c)
{
	char name[STEP_NAME_SIZE];

	for (size_t i = 0; i < c->nr_steps; i++)
		if (!c->steps[i].arm)
			page_line(p, 1, "%s: %s", step_name(c->steps, i, name),
				  c->steps[i].failure);
}

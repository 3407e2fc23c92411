// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/differences.h"

#include "compare/groups.h"
#include "compare/mismatch.h"
#include "compare/report.h"

#include <errno.h>

/* Of each kind: between two releases a hundred options of their configuration may differ. */
#define MAX_LINES 12
/* Of those that are named. */
#define MAX_ROWS 4

static int rank(const struct mismatch *m)
{
	if (!m->fatal)
		return 2;
	return m->allowed ? 1 : 0;
}

/* Those that forbid a verdict, then those that the user takes, then the harmless. */
static void add_mismatches(struct page *p, json_t *groups, const struct contrast *ct,
			   const char *name)
{
	static const char *const marks[] = {"INCOMPARABLE ", "allowed ", ""};
	char text[MISMATCH_TEXT_SIZE];

	for (int kind = 0; kind < 3; kind++) {
		size_t nr = 0;

		for (size_t i = 0; i < ct->nr_mismatches; i++) {
			const struct mismatch *m = &ct->mismatches[i];

			if (rank(m) == kind && nr++ < MAX_LINES)
				groups_add(p, groups, name, "%s%s", marks[kind],
					   mismatch_text(m, text, sizeof(text)));
		}
		if (nr > MAX_LINES)
			groups_add(p, groups, name, "%sand %zu more (--format json has them all)",
				   marks[kind], nr - MAX_LINES);
	}
}

/* Numbers found by each arm for itself bias a comparison. */
static void add_iterations(struct page *p, json_t *groups, const struct comparison *c,
			   const struct contrast *ct, const char *name)
{
	_cleanup_json_ json_t *rows = json_array();
	_cleanup_free_ char *list = NULL;

	for (size_t r = 0; r < c->nr_rows; r++) {
		const struct cell *base = &c->rows[r].cells[ct->base];
		const struct cell *here = &c->rows[r].cells[ct->here];

		if (base->nr_samples && here->nr_samples &&
		    (base->min_iterations != here->min_iterations ||
		     base->max_iterations != here->max_iterations))
			json_array_append_new(rows, json_string_nocheck(c->rows[r].name));
	}
	list = names_text(rows, MAX_ROWS);
	if (!list)
		p->error = -ENOMEM;
	else if (*list)
		groups_add(p, groups, name,
			   "iterations per repetition differ; run --iterations-from takes them "
			   "over (%s)",
			   list);
}

/* That nothing differs would be no finding where nothing was held against anything. */
static void add_unstated(struct page *p, json_t *groups, const struct arm *base,
			 const struct arm *here, const char *name)
{
	if (base->flat != here->flat)
		groups_add(p, groups, name,
			   "not known: %s is of another program, which states other facts",
			   base->flat ? base->name : here->name);
	else if (!base->nr_facts && !here->nr_facts)
		groups_add(p, groups, name,
			   "not known: neither states anything of machine and settings");
	else if (!base->nr_facts || !here->nr_facts)
		groups_add(p, groups, name, "not known: %s states nothing of machine and settings",
			   base->nr_facts ? here->name : base->name);
}

void differences_add(struct page *p, json_t *groups, const struct comparison *c,
		     const struct contrast *ct, const char *name)
{
	const struct arm *base = &c->arms[ct->base], *here = &c->arms[ct->here];

	add_unstated(p, groups, base, here, name);
	add_mismatches(p, groups, ct, name);
	add_iterations(p, groups, c, ct, name);
}

void report_differences(struct page *p, const struct comparison *c)
{
	for (size_t i = 0; i < c->nr_contrasts; i++) {
		const struct contrast *ct = &c->contrasts[i];
		const struct arm *base = &c->arms[ct->base], *here = &c->arms[ct->here];
		_cleanup_json_ json_t *groups = json_object();
		const char *text;
		json_t *names;

		/* Of a machine that a mail describes in a line, nearly all would differ. */
		if (base->published || here->published)
			continue;
		page_heading(p, "Differences of machine and settings, %s | %s", base->name,
			     here->name);
		differences_add(p, groups, c, ct, "");
		json_object_foreach (groups, text, names)
			page_line(p, 1, "%s", text);
		if (!json_object_size(groups))
			page_line(p, 1, "none found");
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/report.h"

#include "compare/groups.h"
#include "compare/mismatch.h"

/* Of each kind: between two releases a hundred options of their configuration may differ. */
#define MAX_LINES 12

static int rank(const struct mismatch *m)
{
	if (!m->fatal)
		return 2;
	return m->allowed ? 1 : 0;
}

/* Those that forbid a verdict, then those that the user takes, then the harmless. */
static size_t write_mismatches(struct page *p, const struct contrast *ct)
{
	static const char *const marks[] = {"INCOMPARABLE ", "allowed ", ""};
	char text[MISMATCH_TEXT_SIZE];

	for (int kind = 0; kind < 3; kind++) {
		size_t nr = 0;

		for (size_t i = 0; i < ct->nr_mismatches; i++) {
			const struct mismatch *m = &ct->mismatches[i];

			if (rank(m) == kind && nr++ < MAX_LINES)
				page_line(p, 1, "%s%s", marks[kind],
					  mismatch_text(m, text, sizeof(text)));
		}
		if (nr > MAX_LINES)
			page_line(p, 1, "%sand %zu more (--format json has them all)", marks[kind],
				  nr - MAX_LINES);
	}
	return ct->nr_mismatches;
}

/* Numbers found by each arm for itself bias a comparison. */
static size_t write_iterations(struct page *p, const struct comparison *c,
			       const struct contrast *ct)
{
	_cleanup_json_ json_t *groups = json_object();

	for (size_t r = 0; r < c->nr_rows; r++) {
		const struct cell *base = &c->rows[r].cells[ct->base];
		const struct cell *here = &c->rows[r].cells[ct->here];

		if (base->nr_samples && here->nr_samples &&
		    (base->min_iterations != here->min_iterations ||
		     base->max_iterations != here->max_iterations))
			groups_add(p, groups, c->rows[r].name,
				   "iterations per repetition differ; run --iterations-from takes "
				   "them over");
	}
	groups_write(p, 1, groups, 4);
	return json_object_size(groups);
}

/*
 * That nothing differs would be no finding where nothing was held against anything. Returns whether
 * that is so.
 */
static bool write_unstated(struct page *p, const struct arm *base, const struct arm *here)
{
	if (base->flat != here->flat) {
		page_line(p, 1, "not known: %s is of another program, which states other facts",
			  base->flat ? base->name : here->name);
		return true;
	}
	if (base->nr_facts && here->nr_facts)
		return false;
	if (base->nr_facts || here->nr_facts)
		page_line(p, 1, "not known: %s states nothing of machine and settings",
			  base->nr_facts ? here->name : base->name);
	else
		page_line(p, 1, "not known: neither states anything of machine and settings");
	return true;
}

void report_differences(struct page *p, const struct comparison *c)
{
	for (size_t i = 0; i < c->nr_contrasts; i++) {
		const struct contrast *ct = &c->contrasts[i];
		const struct arm *base = &c->arms[ct->base], *here = &c->arms[ct->here];
		size_t written;

		/* Of a machine that a mail describes in a line, nearly all would differ. */
		if (base->published || here->published)
			continue;
		page_heading(p, "Differences of machine and settings, %s | %s", base->name,
			     here->name);
		written = write_unstated(p, base, here);
		written += write_mismatches(p, ct);
		written += write_iterations(p, c, ct);
		if (!written)
			page_line(p, 1, "none found");
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/report.h"

#include "compare/groups.h"
#include "compare/mismatch.h"

/* Those that forbid a verdict, then those that the user takes, then the harmless. */
static size_t write_mismatches(struct page *p, const struct contrast *ct)
{
	static const char *const marks[] = {"INCOMPARABLE ", "allowed ", ""};
	char text[MISMATCH_TEXT_SIZE];

	for (int rank = 0; rank < 3; rank++)
		for (size_t i = 0; i < ct->nr_mismatches; i++) {
			const struct mismatch *m = &ct->mismatches[i];

			if ((!m->fatal ? 2 : m->allowed ? 1 : 0) == rank)
				page_line(p, 1, "%s%s", marks[rank],
					  mismatch_text(m, text, sizeof(text)));
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

void report_differences(struct page *p, const struct comparison *c)
{
	for (size_t i = 0; i < c->nr_contrasts; i++) {
		const struct contrast *ct = &c->contrasts[i];
		const struct arm *base = &c->arms[ct->base], *here = &c->arms[ct->here];

		/* Of a machine that a mail describes in a line, nearly all would differ. */
		if (base->published || here->published)
			continue;
		page_heading(p, "Differences of machine and settings, %s | %s", base->name,
			     here->name);
		if (!(write_mismatches(p, ct) + write_iterations(p, c, ct)))
			page_line(p, 1, "none found");
	}
}

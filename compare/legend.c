// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/legend.h"

#include "compare/figure.h"
#include "compare/groups.h"
#include "compare/report.h"

#include <errno.h>
#include <string.h>

/* " (nop, getppid: per iteration)"; nothing where all is per call. */
static void write_units(struct page *p, FILE *f, const struct comparison *c)
{
	_cleanup_json_ json_t *units = json_object();
	const char *before = " (", *unit;
	json_t *names;

	for (size_t r = 0; r < c->nr_rows; r++) {
		const struct workload *w = row_workload(c, &c->rows[r]);

		if (is_shown(c, r) && strcmp(figure_unit(w), "call"))
			groups_add(p, units, c->rows[r].name, "%s", figure_unit(w));
	}
	json_object_foreach (units, unit, names) {
		_cleanup_free_ char *list = names_text(names, 3);

		fprintf(f, "%s%s: per %s", before, list ? list : "", unit);
		before = "; ";
	}
	fputs(json_object_size(units) ? ")." : ".", f);
}

void legend_marks(FILE *f, const struct comparison *c, bool with_spreads)
{
	bool intervals = false, spreads = false, fragile = false;

	for (size_t i = 0; i < c->nr_contrasts; i++) {
		const struct contrast *ct = &c->contrasts[i];

		for (size_t r = 0; r < c->nr_rows; r++) {
			bool both = has_both(c, ct, r);

			intervals |= both && ct->method != METHOD_NONE;
			spreads |= with_spreads && both && ct->method == METHOD_NONE;
			fragile |= ct->judgements[r].fragile;
		}
	}
	if (intervals)
		fputs(" +-: farther bound of the 95% interval, in percentage points.", f);
	if (spreads)
		fputs(" spread: interquartile range of a boot's repetitions in percent of their "
		      "median, base/new.",
		      f);
	if (fragile)
		fputs(" *: FRAGILE, methods disagree, see Verdicts.", f);
}

void report_legend(struct page *p, const struct comparison *c)
{
	_cleanup_free_ char *text = NULL;
	bool shown = false;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f) {
		p->error = -ENOMEM;
		return;
	}
	write_units(p, f, c);
	legend_marks(f, c, true);
	fclose(f);
	for (size_t r = 0; r < c->nr_rows; r++)
		shown |= is_shown(c, r);
	if (shown)
		page_line(p, 0, "%s per call%s",
			  counts_instructions(&c->arms[0]) ? "Instructions" : "Time", text);
}

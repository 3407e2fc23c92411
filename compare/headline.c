// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/report.h"

#include "compare/figure.h"
#include "compare/verdict.h"
#include "compare/warnings.h"

#include <errno.h>
#include <string.h>

static void count_verdicts(const struct comparison *c, const struct contrast *ct,
			   size_t counts[NR_VERDICTS])
{
	memset(counts, 0, NR_VERDICTS * sizeof(*counts));
	for (size_t r = 0; r < c->nr_rows; r++)
		if (!c->rows[r].control)
			counts[ct->judgements[r].verdict]++;
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
			has_one_threshold(c) ? "" : ", others below");
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

static void write_contrast(struct page *p, const struct comparison *c, const struct contrast *ct)
{
	_cleanup_json_ json_t *warnings = json_object();
	const char *text;
	json_t *names;

	if (c->arms[ct->base].published || c->arms[ct->here].published) {
		write_published(p, c, ct);
		return;
	}
	write_sentence(p, c, ct);
	warnings_add(p, warnings, c, ct, "");
	json_object_foreach (warnings, text, names)
		page_line(p, 1, "%s", text);
}

void report_headline(struct page *p, const struct comparison *c)
{
	for (size_t i = 0; i < c->nr_contrasts; i++)
		write_contrast(p, c, &c->contrasts[i]);
	warnings_of_steps(p, c);
}

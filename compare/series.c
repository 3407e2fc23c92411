// SPDX-License-Identifier: GPL-2.0-or-later
/* A patch series as lists publish it: a row per commit. On the pages of text and markdown. */
#include "compare/report.h"
#include "compare/stages.h"
#include "compare/steps.h"
#include "compare/writers.h"

#include <errno.h>

static void write_commits(struct page *p, const struct comparison *c)
{
	char name[STEP_NAME_SIZE];

	page_heading(p, "Commits");
	for (size_t i = 0; i < c->nr_steps; i++)
		page_line(p, 1, "%s%s%s", step_name(c->steps, i, name),
			  c->steps[i].subject ? " " : "",
			  c->steps[i].subject ? c->steps[i].subject : "");
}

static int write_page(FILE *f, const struct page_form *form, const struct comparison *c)
{
	__attribute__((cleanup(series_free))) struct series s;
	struct page p = {.f = f, .form = form};

	if (series_make(&s, c))
		return -ENOMEM;
	series_headline(&p, &s);
	/* Of one case it would be the same table again. */
	if (s.nr_cases > 1 && c->nr_contrasts)
		series_overview(&p, &s);
	series_tables(&p, &s);
	series_notes(&p, &s);
	report_published(&p, c);
	page_fold(&p, "Commits, arms, workloads, method, reasons, differences");
	write_commits(&p, c);
	report_arms(&p, c);
	report_workloads(&p, c);
	report_method(&p, c);
	report_verdicts(&p, c);
	series_differences(&p, &s);
	page_unfold(&p);
	return page_end(&p);
}

static int write_text(FILE *f, const struct comparison *c)
{
	return write_page(f, &text_form, c);
}

static int write_markdown(FILE *f, const struct comparison *c)
{
	return write_page(f, &markdown_form, c);
}

const struct writer series_writer = {
	.name = "series",
	.summary = "a row per commit, for a mail; with --step",
	.steps = true,
	.write = write_text,
};

const struct writer series_markdown_writer = {
	.name = "series-markdown",
	.summary = "the same as series, for GitHub",
	.steps = true,
	.write = write_markdown,
};

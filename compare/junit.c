// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * JUnit's XML by the schema of Jenkins' xUnit plugin (junit-10.xsd): a testsuite per contrast, a
 * testcase per case. What is no pass is an error, so that no reader shows it green. Ant's schema
 * asks for a host and a time of day as well, of which a comparison has many.
 */
#include "compare/emit.h"
#include "compare/writers.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* XML 1.0, production 2: most control characters, U+FFFE and U+FFFF cannot be written at all. */
static bool forbidden(const char *text, size_t length)
{
	if (length == 1)
		return *text < ' ' && !strchr("\t\n\r", *text);
	return length == 3 &&
	       (!memcmp(text, "\xef\xbf\xbe", 3) || !memcmp(text, "\xef\xbf\xbf", 3));
}

/* For text and for attributes in double quotes, where white space would become spaces. */
static void put_escaped(FILE *f, const char *text)
{
	while (*text) {
		size_t n = emit_utf8(text);

		if (!n)
			fputs("\xef\xbf\xbd", f);
		else if (forbidden(text, n))
			;
		else if (strchr("<>&\"\t\n\r", *text))
			fprintf(f, "&#%d;", *text);
		else
			fwrite(text, 1, n, f);
		text += n ? n : 1;
	}
}

static void put_attribute(FILE *f, const char *name, const char *value)
{
	fprintf(f, " %s=\"", name);
	put_escaped(f, value);
	fputc('"', f);
}

static void put_property(FILE *f, const char *name, const char *value)
{
	if (!value)
		return;
	fputs("      <property", f);
	put_attribute(f, "name", name);
	put_attribute(f, "value", value);
	fputs("/>\n", f);
}

struct tally {
	size_t outcomes[OUTCOME_SKIP + 1];
	double seconds;
};

/* Counted instructions are none: readers would add them up and plot them as durations. */
static double seconds(const struct comparison *c, const struct contrast *contrast,
		      const struct row *row)
{
	const struct cell *here = &row->cells[contrast->here];

	if (!here->nr_samples || counts_instructions(&c->arms[contrast->here]))
		return 0;
	return here->estimate.value / 1e9;
}

static void count(const struct comparison *c, const struct contrast *contrast, struct tally *tally)
{
	for (size_t r = 0; r < c->nr_rows; r++) {
		tally->outcomes[emit_outcome(&c->rows[r], &contrast->judgements[r])]++;
		tally->seconds += seconds(c, contrast, &c->rows[r]);
	}
}

static void put_counts(FILE *f, const struct tally *t)
{
	size_t tests = 0;

	for (size_t i = 0; i < ARRAY_SIZE(t->outcomes); i++)
		tests += t->outcomes[i];
	fprintf(f, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", tests,
		t->outcomes[OUTCOME_FAIL], t->outcomes[OUTCOME_ERROR]);
}

static void put_result(FILE *f, const char *element, const struct judgement *j)
{
	fprintf(f, "      <%s", element);
	put_attribute(f, "type", verdict_name(j->verdict));
	put_attribute(f, "message", j->reason);
	fputs("/>\n", f);
}

static void put_case(FILE *f, const struct comparison *c, const struct contrast *contrast,
		     const char *suite, size_t r)
{
	static const char *const elements[] = {
		[OUTCOME_FAIL] = "failure",
		[OUTCOME_ERROR] = "error",
		[OUTCOME_SKIP] = "skipped",
	};
	const struct row *row = &c->rows[r];
	const struct judgement *j = &contrast->judgements[r];
	enum outcome outcome = emit_outcome(row, j);

	fputs("    <testcase", f);
	put_attribute(f, "classname", suite);
	put_attribute(f, "name", row->name);
	fprintf(f, " time=\"%.9f\">\n", seconds(c, contrast, row));
	if (outcome != OUTCOME_PASS)
		put_result(f, elements[outcome], j);
	fprintf(f, "      <system-out>%s%s", row->control ? "control, " : "",
		verdict_name(j->verdict));
	if (isfinite(j->change.ratio))
		fputs(": ", f);
	emit_figures(f, c, contrast, row, j);
	fputs("</system-out>\n    </testcase>\n", f);
}

static void put_properties(FILE *f, const struct comparison *c, const struct contrast *contrast)
{
	const struct arm *base = &c->arms[contrast->base], *here = &c->arms[contrast->here];
	double low = c->nr_rows ? c->rows[0].threshold : 0, high = low;
	char text[64];

	fputs("    <properties>\n", f);
	put_property(f, "base", base->name);
	put_property(f, "here", here->name);
	put_property(f, "base.kernel", emit_kernel(base));
	put_property(f, "here.kernel", emit_kernel(here));
	put_property(f, "method", emit_method(contrast->method));
	for (size_t r = 0; r < c->nr_rows; r++) {
		low = c->rows[r].threshold < low ? c->rows[r].threshold : low;
		high = c->rows[r].threshold > high ? c->rows[r].threshold : high;
	}
	if (low < high)
		snprintf(text, sizeof(text), "%.6g to %.6g", 100 * low, 100 * high);
	else
		snprintf(text, sizeof(text), "%.6g", 100 * low);
	put_property(f, "threshold_percent", text);
	put_property(f, "moved_control", contrast->moved_control);
	fputs("    </properties>\n", f);
}

static int put_suite(FILE *f, const struct comparison *c, const struct contrast *contrast)
{
	_cleanup_free_ char *name = emit_contrast_name(c, contrast);
	struct tally tally = {0};

	if (!name)
		return -ENOMEM;
	count(c, contrast, &tally);
	fputs("  <testsuite", f);
	put_attribute(f, "name", name);
	put_counts(f, &tally);
	fprintf(f, " skipped=\"%zu\" time=\"%.9f\">\n", tally.outcomes[OUTCOME_SKIP],
		tally.seconds);
	put_properties(f, c, contrast);
	for (size_t r = 0; r < c->nr_rows; r++)
		put_case(f, c, contrast, name, r);
	fputs("  </testsuite>\n", f);
	return 0;
}

static int write_junit(FILE *f, const struct comparison *c)
{
	struct tally all = {0};
	int ret = 0;

	for (size_t i = 0; i < c->nr_contrasts; i++)
		count(c, &c->contrasts[i], &all);
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ptebench compare\"",
	      f);
	put_counts(f, &all);
	fprintf(f, " time=\"%.9f\">\n", all.seconds);
	for (size_t i = 0; i < c->nr_contrasts && !ret; i++)
		ret = put_suite(f, c, &c->contrasts[i]);
	fputs("</testsuites>\n", f);
	return ret ? ret : ferror(f) ? -EIO : 0;
}

const struct writer junit_writer = {
	.name = "junit",
	.summary = "a test suite per kernel, for CI servers",
	.write = write_junit,
};

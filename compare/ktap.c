// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * KTAP version 1, Documentation/dev-tools/ktap.rst of the kernel: a test per contrast, with a
 * subtest per case. Names have their '#' as %23 (emit_encoded()).
 */
#include "compare/emit.h"
#include "compare/writers.h"

#include <errno.h>
#include <math.h>

/* Free text on a result line, where another '#' would begin a directive. */
static void put_text(FILE *f, const char *text)
{
	while (*text) {
		size_t n = emit_utf8(text);

		if (!n || (n == 1 && (*text < ' ' || *text > '~' || *text == '#')))
			fputc('?', f);
		else
			fwrite(text, 1, n, f);
		text += n ? n : 1;
	}
}

static void put_case(FILE *f, const struct comparison *c, const struct contrast *contrast, size_t r)
{
	const struct row *row = &c->rows[r];
	const struct judgement *j = &contrast->judgements[r];
	enum outcome outcome = emit_outcome(row, j);
	bool failed = outcome == OUTCOME_FAIL || outcome == OUTCOME_ERROR;

	fputs("  # ", f);
	emit_encoded(f, row->name, "#");
	fprintf(f, ": %s%s", row->control ? "control, " : "", verdict_name(j->verdict));
	if (isfinite(j->change.ratio))
		fputs(", ", f);
	emit_figures(f, c, contrast, row, j);
	fprintf(f, "\n  %s %zu ", failed ? "not ok" : "ok", r + 1);
	emit_encoded(f, row->name, "#");
	if (outcome == OUTCOME_SKIP)
		fputs(" # SKIP ", f);
	else if (j->verdict == VERDICT_ERROR)
		fputs(" # ERROR ", f);
	else if (outcome == OUTCOME_ERROR)
		fprintf(f, " # ERROR %s: ", verdict_name(j->verdict));
	else if (outcome == OUTCOME_FAIL)
		fprintf(f, " # %s: ", verdict_name(j->verdict));
	if (outcome != OUTCOME_PASS)
		put_text(f, j->reason);
	fputc('\n', f);
}

/* A test fails with any of its subtests; controls alone make none that passes. */
static int put_contrast(FILE *f, const struct comparison *c, size_t i)
{
	const struct contrast *contrast = &c->contrasts[i];
	_cleanup_free_ char *name = emit_contrast_name(c, contrast);
	size_t nr_failed = 0, nr_judged = 0;

	if (!name)
		return -ENOMEM;
	fprintf(f, "  KTAP version 1\n  1..%zu\n", c->nr_rows);
	for (size_t r = 0; r < c->nr_rows; r++) {
		enum outcome o = emit_outcome(&c->rows[r], &contrast->judgements[r]);

		nr_failed += o == OUTCOME_FAIL || o == OUTCOME_ERROR;
		nr_judged += o != OUTCOME_SKIP && !c->rows[r].control;
		put_case(f, c, contrast, r);
	}
	fprintf(f, "# method: %s\n", emit_method(contrast->method));
	fprintf(f, "%s %zu ", nr_failed ? "not ok" : "ok", i + 1);
	emit_encoded(f, name, "#");
	if (!nr_failed && !nr_judged)
		fputs(" # SKIP nothing was judged", f);
	fputc('\n', f);
	return 0;
}

static int write_ktap(FILE *f, const struct comparison *c)
{
	int ret = 0;

	fprintf(f, "KTAP version 1\n1..%zu\n", c->nr_contrasts);
	for (size_t i = 0; i < c->nr_contrasts && !ret; i++)
		ret = put_contrast(f, c, i);
	return ret ? ret : ferror(f) ? -EIO : 0;
}

const struct writer ktap_writer = {
	.name = "ktap",
	.summary = "the kernel's test protocol",
	.write = write_ktap,
};

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/summary.h"

#include "compare/figure.h"
#include "compare/levels.h"
#include "compare/reader.h"
#include "compare/workload.h"
#include "compare/wrap.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define LINE_FORMAT "%-29s %9s %9s %7s  %s"

/* "1G, 16384 x 64K, order 4, forked"; what is not proved says so. */
static void folios_text(const struct cell *cell, char *buf, size_t size)
{
	const int64_t *n = cell->workload.number;
	char region[24], folio[24];

	if (n[WORKLOAD_FOLIO_ORDER] < 0 || n[WORKLOAD_FOLIO] <= 0) {
		snprintf(buf, size, "-");
		return;
	}
	format_size(region, sizeof(region), (uint64_t)n[WORKLOAD_SIZE]);
	format_size(folio, sizeof(folio), (uint64_t)n[WORKLOAD_FOLIO]);
	if (cell->nr_unverified)
		snprintf(buf, size, "%s, UNVERIFIED (order %" PRId64 " asked for)", region,
			 n[WORKLOAD_FOLIO_ORDER]);
	else
		snprintf(buf, size, "%s, %" PRId64 " x %s, order %" PRId64 "%s%s", region,
			 n[WORKLOAD_SIZE] / n[WORKLOAD_FOLIO], folio, n[WORKLOAD_FOLIO_ORDER],
			 cell->workload.page_state[0] ? ", " : "", cell->workload.page_state);
}

static void print_detail(FILE *f, bool *any, const char *what, const struct arm *arm, double ns)
{
	fprintf(f, "%s%s %s", *any ? ", " : "  ", what, figure_time(arm, ns).text);
	*any = true;
}

/* What is not per call: directions, iterations that are no calls, the published unit. */
static void print_details(FILE *f, const struct arm *arm, const struct cell *cell)
{
	const struct workload *w = &cell->workload;
	int64_t published = w->number[WORKLOAD_PUBLISHED_ITERATIONS];
	bool any = false;

	for (size_t d = 0; d < w->nr_directions; d++)
		print_detail(f, &any, w->directions[d], arm, cell->directions[d].value);
	if (w->number[WORKLOAD_CALLS] < 0 && published != 1)
		print_detail(f, &any, "iteration", arm, cell->estimate.value);
	if (published > 0)
		print_detail(f, &any, w->published_unit, arm,
			     cell->estimate.value * (double)published);
	if (any)
		fputc('\n', f);
}

static void print_row(FILE *f, const struct arm *arm, const struct row *row)
{
	const struct cell *cell = &row->cells[0];
	const struct workload *w = &cell->workload;
	int64_t pages = w->number[WORKLOAD_PAGES_PER_CALL];
	double ns = workload_ns_per_call(w, cell->estimate.value);
	struct figure per_call = {"-"}, per_page = {"-"};
	char spread[24] = "-", folios[112];

	if (w->number[WORKLOAD_CALLS] > 0)
		per_call = figure_time(arm, ns);
	if (pages > 0)
		per_page = figure_time(arm, ns / (double)pages);
	if (isfinite(cell->estimate.spread_percent))
		snprintf(spread, sizeof(spread), "%.1f%%", cell->estimate.spread_percent);
	folios_text(cell, folios, sizeof(folios));
	fprintf(f, LINE_FORMAT "\n", row->name, per_call.text, per_page.text, spread, folios);
	print_details(f, arm, cell);
}

static const char *reason_of(const struct row *row, bool failed)
{
	return failed ? row->cells[0].failed : row->cells[0].skipped;
}

static bool same_reason(const struct row *a, const struct row *b, bool failed)
{
	const char *x = reason_of(a, failed), *y = reason_of(b, failed);

	return x && y && !strcmp(x, y);
}

/* Each reason once, with all the rows that it is for. */
static void print_reasons(FILE *f, const struct comparison *c, bool failed)
{
	for (size_t r = 0; r < c->nr_rows; r++) {
		const struct row *row = &c->rows[r];
		size_t first = 0;

		while (first < r && !same_reason(&c->rows[first], row, failed))
			first++;
		if (!reason_of(row, failed) || first < r)
			continue;
		fprintf(f, "%s: %s\n", failed ? "failed" : "skipped", reason_of(row, failed));
		for (size_t i = r; i < c->nr_rows; i++)
			if (same_reason(&c->rows[i], row, failed))
				fprintf(f, "  %s\n", c->rows[i].name);
	}
}

static void print_head(FILE *f, const struct comparison *c)
{
	const struct arm *arm = &c->arms[0];
	const struct boot *boot = &arm->boots[0];
	size_t samples = 0, contended = 0;

	for (size_t r = 0; r < c->nr_rows; r++) {
		samples += c->rows[r].cells[0].nr_samples;
		contended += c->rows[r].cells[0].nr_contended;
	}
	fprintf(f, "%s: Linux %s\n", arm->name, boot->release ? boot->release : "unknown");
	if (boot->machine)
		fprintf(f, "%s\n", boot->machine);
	fprintf(f,
		"%zu repetitions, %zu of them contended%s; spread is their interquartile range\n",
		samples, contended,
		arm->nr_runs && arm->runs[0].interrupted ? "; interrupted" : "");
	if (counts_instructions(arm))
		fputs("instructions, not time: no cache or TLB miss, shootdown or latency is in "
		      "them\n",
		      f);
	fputc('\n', f);
}

int summary_print(FILE *f, const char *path, struct error *err)
{
	struct reader_options options = {0};
	__attribute__((cleanup(comparison_free))) struct comparison c = {0};
	int ret = reader_load(&c, &path, 1, &options, err);

	if (!ret)
		ret = levels_estimate(&c);
	if (ret)
		return ret;
	print_head(f, &c);
	fprintf(f, LINE_FORMAT "\n", "", "per call", "per page", "spread", "folios");
	for (size_t r = 0; r < c.nr_rows; r++)
		if (c.rows[r].cells[0].nr_samples)
			print_row(f, &c.arms[0], &c.rows[r]);
	print_reasons(f, &c, true);
	print_reasons(f, &c, false);
	return 0;
}

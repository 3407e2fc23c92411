// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Cost curves as RFC 4180, for plotting: one line per curve, arm and row that the arm measured;
 * compare/README.md says what each column is. Empty: not known. A curve's lines of one arm stand
 * together, ascending in x. Doubles read back as they were: differences between neighbours count.
 */
#include "compare/csv_line.h"
#include "compare/curve.h"
#include "compare/emit.h"
#include "compare/workload.h"
#include "compare/writers.h"

#include <errno.h>
#include <math.h>

static const char header[] =
	"curve,arm,case,x_kind,x,pages,per,time,time_per_page,boots,time_low,time_high,line_time,"
	"unit,clock\r\n";

/* The fastest boot's time and the slowest's; nothing where there is one. */
static void put_spread(struct csv_line *line, const struct cell *cell)
{
	double low = INFINITY, high = 0;

	for (size_t i = 0; i < cell->nr_boots && cell->nr_boots > 1; i++) {
		double time = workload_ns_per_call(&cell->workload, cell->boots[i].median);

		low = fmin(low, time);
		high = fmax(high, time);
	}
	csv_exact(line, low);
	csv_exact(line, high > 0 ? high : NAN);
}

static void put_cell(FILE *f, const struct curve *curve, const struct arm *arm,
		     const struct row *row, const struct cell *cell, const struct cost_line *fit)
{
	double time = workload_ns_per_call(&cell->workload, cell->estimate.value);
	int64_t x = cell->workload.number[curve->x], pages = curve_pages(cell);
	struct csv_line line = {.f = f};

	csv_text(&line, curve->name);
	csv_text(&line, arm->name);
	csv_text(&line, row->name);
	csv_text(&line, workload_name(curve->x));
	if (x > 0)
		csv_count(&line, (size_t)x);
	else
		csv_empty(&line, 1);
	if (pages)
		csv_count(&line, (size_t)pages);
	else
		csv_empty(&line, 1);
	csv_text(&line, workload_unit(&cell->workload));
	csv_exact(&line, time);
	csv_exact(&line, pages ? time / (double)pages : NAN);
	csv_count(&line, cell->nr_boots);
	put_spread(&line, cell);
	csv_exact(&line, fit->nr_boots ? curve_line_ns(fit, cell) : NAN);
	csv_text(&line, emit_unit(arm));
	csv_text(&line, arm->clock);
	csv_end(&line);
}

static int write_curves(FILE *f, const struct comparison *c)
{
	fputs(header, f);
	for (size_t i = 0; i < c->nr_curves; i++) {
		const struct curve *curve = &c->curves[i];

		for (size_t a = 0; a < c->nr_arms; a++)
			for (size_t p = 0; p < curve->nr_rows; p++) {
				const struct row *row = &c->rows[curve->rows[p]];

				if (row->cells[a].nr_samples)
					put_cell(f, curve, &c->arms[a], row, &row->cells[a],
						 &curve->lines[a]);
			}
	}
	return ferror(f) ? -EIO : 0;
}

const struct writer curves_writer = {
	.name = "curves",
	.summary = "cost per call and page over size, to plot (CSV)",
	.write = write_curves,
};

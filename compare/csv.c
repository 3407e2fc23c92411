// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * RFC 4180, in UTF-8: a header, then one line per contrast, case and quantity (the iteration, each
 * direction); compare/README.md says what each column is. Empty: not known.
 */
#include "compare/csv_line.h"
#include "compare/emit.h"
#include "compare/writers.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static const char header[] =
	"base,here,step,method,case,control,threshold_percent,quantity,base_unit,base_time,"
	"base_boots,here_unit,here_time,here_boots,change_percent,change_low_percent,"
	"change_high_percent,verdict,reason,fragile,units,p,p_adjusted,interval_90_low_percent,"
	"interval_90_high_percent,sign_low_percent,sign_high_percent,p_sign_flip,"
	"detectable_percent,boots_needed\r\n";

static void put_interval(struct csv_line *line, struct interval interval)
{
	if (!emit_known(interval)) {
		csv_empty(line, 2);
		return;
	}
	csv_real(line, emit_percent(interval.low));
	csv_real(line, emit_percent(interval.high));
}

static void put_change(struct csv_line *line, const struct change *change)
{
	if (!isfinite(change->ratio)) {
		csv_empty(line, 3);
		return;
	}
	csv_real(line, emit_percent(change->ratio));
	put_interval(line, change->interval);
}

static bool has_direction(const struct cell *cell, int direction, const char *name)
{
	return direction < (int)cell->workload.nr_directions &&
	       !strcmp(cell->workload.directions[direction], name);
}

/* Unit, time, boots. @direction -1: the whole iteration. */
static void put_side(struct csv_line *line, const struct arm *arm, const struct cell *cell,
		     int direction, const char *quantity)
{
	if (!cell->nr_samples || (direction >= 0 && !has_direction(cell, direction, quantity))) {
		csv_empty(line, 3);
		return;
	}
	csv_text(line, emit_unit(arm));
	csv_real(line, direction < 0 ? cell->estimate.value : cell->directions[direction].value);
	csv_count(line, cell->nr_boots);
}

static void put_statistics(struct csv_line *line, const struct judgement *j)
{
	if (j->method == METHOD_NONE || !isfinite(j->change.ratio)) {
		csv_empty(line, 10);
		return;
	}
	csv_count(line, j->nr_units);
	csv_real(line, j->p);
	csv_real(line, j->p_adjusted);
	put_interval(line, j->interval_90);
	put_interval(line, j->sign_interval);
	csv_real(line, j->p_sign_flip);
	csv_real(line, 100 * j->detectable);
	if (j->boots_needed)
		csv_count(line, j->boots_needed);
	else
		csv_empty(line, 1);
}

/* The verdict is the case's: directions have a change and its interval, and no more. */
static void write_line(FILE *f, const struct comparison *c, const struct contrast *contrast,
		       size_t r, int direction)
{
	const struct row *row = &c->rows[r];
	const struct judgement *j = &contrast->judgements[r];
	const struct cell *here = &row->cells[contrast->here];
	const char *quantity = direction < 0 ? "iteration" : here->workload.directions[direction];
	struct csv_line line = {.f = f};

	csv_text(&line, c->arms[contrast->base].name);
	csv_text(&line, c->arms[contrast->here].name);
	csv_bool(&line, contrast->step);
	csv_text(&line, emit_method(contrast->method));
	csv_text(&line, row->name);
	csv_bool(&line, row->control);
	csv_real(&line, 100 * row->threshold);
	csv_text(&line, quantity);
	put_side(&line, &c->arms[contrast->base], &row->cells[contrast->base], direction, quantity);
	put_side(&line, &c->arms[contrast->here], here, direction, quantity);
	put_change(&line, direction < 0 ? &j->change : &j->directions[direction]);
	if (direction < 0) {
		csv_text(&line, verdict_name(j->verdict));
		csv_text(&line, j->reason);
		csv_bool(&line, j->fragile);
		put_statistics(&line, j);
	} else {
		csv_empty(&line, 13);
	}
	csv_end(&line);
}

static int write_csv(FILE *f, const struct comparison *c)
{
	fputs(header, f);
	for (size_t i = 0; i < c->nr_contrasts; i++) {
		const struct contrast *contrast = &c->contrasts[i];

		for (size_t r = 0; r < c->nr_rows; r++) {
			const struct cell *here = &c->rows[r].cells[contrast->here];

			for (int d = -1; d < (int)here->workload.nr_directions; d++)
				write_line(f, c, contrast, r, d);
		}
	}
	return ferror(f) ? -EIO : 0;
}

const struct writer csv_writer = {
	.name = "csv",
	.summary = "a line per case and direction, for tables",
	.write = write_csv,
};

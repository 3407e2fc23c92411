// SPDX-License-Identifier: GPL-2.0-or-later
/* The whole comparison as one JSON object; compare/README.md says what each field is. */
#include "compare/counters.h"
#include "compare/emit.h"
#include "compare/json_counters.h"
#include "compare/json_curves.h"
#include "compare/mismatch.h"
#include "compare/steps.h"
#include "compare/verdict.h"
#include "compare/workload.h"
#include "compare/writers.h"

#include <math.h>

#define COMPARE_SCHEMA 2

static json_t *set_object(json_t *object, const char *key)
{
	json_t *value = json_object();

	json_object_set_new(object, key, value);
	return value;
}

static void add_source(json_t *object, const struct source *s)
{
	json_t *source = set_object(object, "source");

	emit_set_text(source, "url", s->url);
	emit_set_text(source, "title", s->title);
	emit_set_text(source, "author", s->author);
	emit_set_text(source, "date", s->date);
	emit_set_text(source, "note", s->note);
}

static void add_boot(json_t *list, const struct boot *b)
{
	json_t *boot = emit_append_object(list);

	emit_set_text(boot, "id", b->id);
	emit_set_text(boot, "release", b->release);
	emit_set_text(boot, "version", b->version);
	emit_set_text(boot, "machine", b->machine);
	if (b->block >= 0)
		emit_set_count(boot, "block", (size_t)b->block);
	if (b->position >= 0)
		emit_set_count(boot, "position", (size_t)b->position);
}

static void add_arm(json_t *arms, const struct arm *arm)
{
	json_t *object = emit_append_object(arms), *list;

	emit_set_text(object, "name", arm->name);
	emit_set_text(object, "label", arm->label);
	emit_set_text(object, "input", arm->input);
	emit_set_text(object, "clock", arm->clock);
	emit_set_bool(object, "flat", arm->flat);
	emit_set_bool(object, "published", arm->published);
	if (arm->published)
		add_source(object, &arm->source);
	list = emit_set_array(object, "files");
	for (size_t i = 0; i < arm->nr_runs; i++)
		json_array_append_new(list, emit_json_text(arm->runs[i].path));
	json_set_uncounted(object, arm);
	list = emit_set_array(object, "boots");
	for (size_t i = 0; i < arm->nr_boots; i++)
		add_boot(list, &arm->boots[i]);
}

static void set_estimate(json_t *object, const struct estimate *e)
{
	emit_set_real(object, "real_time", e->value);
	emit_set_real(object, "min", e->min);
	emit_set_real(object, "spread_percent", e->spread_percent);
	emit_set_real(object, "process_spread_percent", e->process_spread_percent);
}

static void add_boots(json_t *object, const struct arm *arm, const struct cell *cell)
{
	json_t *list = emit_set_array(object, "boots");

	for (size_t i = 0; i < cell->nr_boots; i++) {
		const struct boot_estimate *b = &cell->boots[i];
		json_t *boot = emit_append_object(list);

		emit_set_text(boot, "id", arm->boots[b->boot].id);
		emit_set_real(boot, "median", b->median);
		emit_set_count(boot, "processes", b->nr_processes);
		emit_set_count(boot, "repetitions", b->nr_repetitions);
	}
}

static void add_measured(json_t *object, const struct arm *arm, const struct cell *cell)
{
	const struct workload *w = &cell->workload;
	json_t *list;

	set_estimate(object, &cell->estimate);
	add_boots(object, arm, cell);
	if (w->nr_directions) {
		list = emit_set_array(object, "directions");
		for (size_t d = 0; d < w->nr_directions; d++) {
			json_t *direction = emit_append_object(list);

			emit_set_text(direction, "name", w->directions[d]);
			set_estimate(direction, &cell->directions[d]);
		}
	}
	json_object_set_new(object, "workload", workload_json(w));
	emit_set_count(object, "min_iterations", cell->min_iterations);
	emit_set_count(object, "max_iterations", cell->max_iterations);
	emit_set_count(object, "contended", cell->nr_contended);
	if (cell->nr_verified || cell->nr_unverified)
		emit_set_bool(object, "verified", !cell->nr_unverified);
}

static void add_row(json_t *cases, const struct comparison *c, const struct row *row)
{
	json_t *object = emit_append_object(cases), *list;
	_cleanup_json_ json_t *counted = counters_names(c, row);

	emit_set_text(object, "name", row->name);
	emit_set_bool(object, "control", row->control);
	emit_set_real(object, "threshold_percent", 100 * row->threshold);
	list = emit_set_array(object, "arms");
	for (size_t a = 0; a < c->nr_arms; a++) {
		const struct cell *cell = &row->cells[a];
		json_t *entry = emit_append_object(list);

		emit_set_text(entry, "arm", c->arms[a].name);
		emit_set_text(entry, "failed", cell->failed);
		emit_set_text(entry, "skipped", cell->skipped);
		if (cell->nr_failed)
			emit_set_count(entry, "failed_boots", cell->nr_failed);
		if (cell->nr_skipped)
			emit_set_count(entry, "skipped_boots", cell->nr_skipped);
		if (!cell->nr_samples)
			continue;
		add_measured(entry, &c->arms[a], cell);
		json_set_counters(entry, &c->arms[a], cell, counted);
	}
}

static void set_statistics(json_t *object, const struct judgement *j)
{
	emit_set_text(object, "method", emit_method(j->method));
	if (j->method == METHOD_NONE)
		return;
	emit_set_count(object, "units", j->nr_units);
	emit_set_interval(object, "interval_90_percent", j->interval_90);
	emit_set_real(object, "p", j->p);
	emit_set_real(object, "p_adjusted", j->p_adjusted);
	emit_set_interval(object, "sign_interval_percent", j->sign_interval);
	emit_set_real(object, "p_sign_flip", j->p_sign_flip);
	emit_set_real(object, "detectable_percent", 100 * j->detectable);
	if (j->boots_needed)
		emit_set_count(object, "boots_needed", j->boots_needed);
}

static void add_judgement(json_t *cases, const struct contrast *contrast, const struct row *row,
			  const struct judgement *j)
{
	const struct workload *w = &row->cells[contrast->here].workload;
	json_t *object = emit_append_object(cases), *list;

	emit_set_text(object, "name", row->name);
	emit_set_text(object, "verdict", verdict_name(j->verdict));
	emit_set_text(object, "reason", j->reason);
	emit_set_bool(object, "fragile", j->fragile);
	if (!isfinite(j->change.ratio))
		return;
	emit_set_change(object, &j->change);
	set_statistics(object, j);
	if (!w->nr_directions)
		return;
	list = emit_set_array(object, "directions");
	for (size_t d = 0; d < w->nr_directions; d++) {
		json_t *direction = emit_append_object(list);

		emit_set_text(direction, "name", w->directions[d]);
		emit_set_change(direction, &j->directions[d]);
	}
}

static void set_fact(json_t *object, const char *key, const struct fact *fact, bool not_set)
{
	if (fact)
		emit_set_text(object, key, fact->varies ? "varies" : fact->value);
	else if (not_set)
		emit_set_text(object, key, "not set");
}

static void add_difference(json_t *list, const struct mismatch *m)
{
	json_t *object = emit_append_object(list);

	emit_set_text(object, "name", m->name);
	set_fact(object, "base", m->base, m->not_set);
	set_fact(object, "here", m->here, m->not_set);
	emit_set_bool(object, "fatal", m->fatal);
	emit_set_bool(object, "allowed", m->allowed);
}

static void add_verdicts(json_t *object, const struct comparison *c,
			 const struct contrast *contrast)
{
	json_t *verdicts = set_object(object, "verdicts");

	for (int v = 0; v < NR_VERDICTS; v++) {
		size_t n = 0;

		for (size_t r = 0; r < c->nr_rows; r++)
			n += !c->rows[r].control && contrast->judgements[r].verdict == (unsigned)v;
		if (n)
			emit_set_count(verdicts, verdict_name(v), n);
	}
}

static void add_contrast(json_t *contrasts, const struct comparison *c,
			 const struct contrast *contrast)
{
	json_t *object = emit_append_object(contrasts), *list;

	emit_set_text(object, "base", c->arms[contrast->base].name);
	emit_set_text(object, "arm", c->arms[contrast->here].name);
	emit_set_bool(object, "step", contrast->step);
	emit_set_text(object, "method", emit_method(contrast->method));
	if (contrast->method == METHOD_NONE)
		emit_set_text(object, "why", contrast->why);
	emit_set_count(object, "units", contrast->nr_units);
	emit_set_count(object, "gated", contrast->nr_gated);
	if (contrast->prior_df > 0)
		emit_set_real(object, "prior_df", contrast->prior_df);
	emit_set_text(object, "moved_control", contrast->moved_control);
	add_verdicts(object, c, contrast);
	list = emit_set_array(object, "cases");
	for (size_t r = 0; r < c->nr_rows; r++)
		add_judgement(list, contrast, &c->rows[r], &contrast->judgements[r]);
	list = emit_set_array(object, "differences");
	for (size_t i = 0; i < contrast->nr_mismatches; i++)
		add_difference(list, &contrast->mismatches[i]);
}

static void add_self_check(json_t *root, const struct self_check *s)
{
	json_t *object, *boots;

	if (!s->nr_boots[0])
		return;
	object = set_object(root, "self_check");
	boots = emit_set_array(object, "boots");
	for (size_t i = 0; i < ARRAY_SIZE(s->nr_boots); i++)
		json_array_append_new(boots, json_integer((json_int_t)s->nr_boots[i]));
	emit_set_count(object, "cases", s->nr_rows);
	emit_set_real(object, "median_change_percent", 100 * s->median_change);
	emit_set_real(object, "largest_change_percent", 100 * s->largest_change);
	emit_set_text(object, "largest", s->largest);
	emit_set_text(object, "moved", s->moved);
}

/* Those that were not measured have no arm. */
static void add_steps(json_t *root, const struct comparison *c)
{
	json_t *steps = c->steps ? emit_set_array(root, "steps") : NULL;
	char name[STEP_NAME_SIZE];

	for (size_t i = 0; i < c->nr_steps; i++) {
		json_t *object = emit_append_object(steps);

		emit_set_text(object, "id", c->steps[i].id);
		emit_set_text(object, "subject", c->steps[i].subject);
		if (c->steps[i].arm)
			emit_set_text(object, "arm", step_name(c->steps, i, name));
		else
			emit_set_text(object, "failure", c->steps[i].failure);
	}
}

static int write_json(FILE *f, const struct comparison *c)
{
	_cleanup_json_ json_t *root = json_object();
	json_t *list;

	emit_set_count(root, "ptebench_compare", COMPARE_SCHEMA);
	emit_set_count(root, "status", (size_t)verdict_exit_status(c));
	add_steps(root, c);
	list = emit_set_array(root, "arms");
	for (size_t a = 0; a < c->nr_arms; a++)
		add_arm(list, &c->arms[a]);
	list = emit_set_array(root, "cases");
	for (size_t r = 0; r < c->nr_rows; r++)
		add_row(list, c, &c->rows[r]);
	list = emit_set_array(root, "contrasts");
	for (size_t i = 0; i < c->nr_contrasts; i++)
		add_contrast(list, c, &c->contrasts[i]);
	add_self_check(root, &c->self_check);
	json_set_curves(root, c);
	return emit_json(f, root);
}

const struct writer json_writer = {
	.name = "json",
	.summary = "everything, for scripts",
	.write = write_json,
};

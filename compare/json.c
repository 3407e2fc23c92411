// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/json.h"

#include "compare/facts.h"
#include "compare/verdict.h"
#include "compare/workload.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define COMPARE_SCHEMA 1

static void set_text(json_t *object, const char *key, const char *text)
{
	if (text)
		json_object_set_new(object, key, json_string(text));
}

static void set_count(json_t *object, const char *key, size_t n)
{
	json_object_set_new(object, key, json_integer((json_int_t)n));
}

/* JSON has no NaN: what is not known is left out. */
static void set_real(json_t *object, const char *key, double value)
{
	if (isfinite(value))
		json_object_set_new(object, key, json_real(value));
}

/* For what is listed under an object: a new array there, borrowed. */
static json_t *set_array(json_t *object, const char *key)
{
	json_t *array = json_array();

	json_object_set_new(object, key, array);
	return array;
}

static json_t *append_object(json_t *array)
{
	json_t *object = json_object();

	json_array_append_new(array, object);
	return object;
}

static void add_source(json_t *object, const struct source *s)
{
	json_t *source = json_object();

	set_text(source, "url", s->url);
	set_text(source, "title", s->title);
	set_text(source, "author", s->author);
	set_text(source, "date", s->date);
	set_text(source, "note", s->note);
	json_object_set_new(object, "source", source);
}

static void add_arm(json_t *arms, const struct arm *arm)
{
	json_t *object = append_object(arms), *list;

	set_text(object, "name", arm->name);
	set_text(object, "label", arm->label);
	set_text(object, "input", arm->input);
	set_text(object, "clock", arm->clock);
	json_object_set_new(object, "published", json_boolean(arm->published));
	if (arm->published)
		add_source(object, &arm->source);
	list = set_array(object, "files");
	for (size_t i = 0; i < arm->nr_runs; i++)
		json_array_append_new(list, json_string(arm->runs[i].path));
	list = set_array(object, "boots");
	for (size_t i = 0; i < arm->nr_boots; i++) {
		json_t *boot = append_object(list);

		set_text(boot, "id", arm->boots[i].id);
		set_text(boot, "release", arm->boots[i].release);
		set_text(boot, "version", arm->boots[i].version);
		set_text(boot, "machine", arm->boots[i].machine);
	}
}

static void add_estimate(json_t *object, const struct estimate *e)
{
	set_real(object, "real_time", e->value);
	set_real(object, "min", e->min);
	set_real(object, "spread_percent", e->spread_percent);
	set_real(object, "process_spread_percent", e->process_spread_percent);
}

static void add_boots(json_t *object, const struct arm *arm, const struct cell *cell)
{
	json_t *list = set_array(object, "boots");

	for (size_t i = 0; i < cell->nr_boots; i++) {
		const struct boot_estimate *b = &cell->boots[i];
		json_t *boot = append_object(list);

		set_text(boot, "id", arm->boots[b->boot].id);
		set_real(boot, "median", b->median);
		set_count(boot, "processes", b->nr_processes);
		set_count(boot, "repetitions", b->nr_repetitions);
	}
}

static void add_directions(json_t *object, const struct cell *cell, const struct cell *base)
{
	json_t *list = set_array(object, "directions");

	for (size_t d = 0; d < cell->workload.nr_directions; d++) {
		json_t *direction = append_object(list);

		set_text(direction, "name", cell->workload.directions[d]);
		add_estimate(direction, &cell->directions[d]);
		if (cell != base && d < base->workload.nr_directions)
			set_real(direction, "change_percent",
				 estimate_change_percent(base->directions[d].value,
							 cell->directions[d].value));
	}
}

static void add_measured(json_t *object, const struct arm *arm, const struct cell *cell,
			 const struct cell *base)
{
	add_estimate(object, &cell->estimate);
	if (cell != base && base->nr_samples && cell->verdict != VERDICT_INCOMPARABLE)
		set_real(object, "change_percent",
			 estimate_change_percent(base->estimate.value, cell->estimate.value));
	add_boots(object, arm, cell);
	if (cell->workload.nr_directions)
		add_directions(object, cell, base);
	json_object_set_new(object, "workload", workload_json(&cell->workload));
	set_count(object, "min_iterations", cell->min_iterations);
	set_count(object, "max_iterations", cell->max_iterations);
	set_count(object, "contended", cell->nr_contended);
	if (cell->nr_verified || cell->nr_unverified)
		json_object_set_new(object, "verified", json_boolean(!cell->nr_unverified));
}

static void add_case(json_t *cases, const struct comparison *c, const struct row *row)
{
	json_t *object = append_object(cases), *list;

	set_text(object, "name", row->name);
	list = set_array(object, "arms");
	for (size_t a = 0; a < c->nr_arms; a++) {
		const struct cell *cell = &row->cells[a];
		json_t *entry = append_object(list);

		set_text(entry, "arm", c->arms[a].name);
		set_text(entry, "verdict", verdict_name(cell->verdict));
		set_text(entry, "reason", cell->reason);
		set_text(entry, "failed", cell->failed);
		set_text(entry, "skipped", cell->skipped);
		if (cell->nr_samples)
			add_measured(entry, &c->arms[a], cell, &row->cells[0]);
	}
}

static json_t *fact_json(const struct fact *fact)
{
	if (!fact)
		return json_null();
	return json_string(fact->varies ? "varies" : fact->value);
}

static void add_difference(void *into, const char *name, const struct fact *base,
			   const struct fact *here)
{
	json_t *difference = append_object(into);

	set_text(difference, "name", name);
	json_object_set_new(difference, "base", fact_json(base));
	json_object_set_new(difference, "here", fact_json(here));
}

static void add_differences(json_t *root, const struct comparison *c)
{
	json_t *list = set_array(root, "differences");

	for (size_t a = 1; a < c->nr_arms; a++) {
		json_t *object = append_object(list);

		set_text(object, "arm", c->arms[a].name);
		facts_differ(&c->arms[0], &c->arms[a], add_difference, set_array(object, "facts"));
	}
}

int json_write(FILE *f, const struct comparison *c)
{
	_cleanup_json_ json_t *root = json_object();
	json_t *list;

	set_count(root, "ptebench_compare", COMPARE_SCHEMA);
	set_count(root, "status", (size_t)verdict_exit_status(c));
	list = set_array(root, "arms");
	for (size_t a = 0; a < c->nr_arms; a++)
		add_arm(list, &c->arms[a]);
	list = set_array(root, "cases");
	for (size_t r = 0; r < c->nr_rows; r++)
		add_case(list, c, &c->rows[r]);
	add_differences(root, c);
	if (json_dumpf(root, f, JSON_INDENT(2) | JSON_REAL_PRECISION(12)))
		return root ? -EIO : -ENOMEM;
	fputc('\n', f);
	return ferror(f) ? -EIO : 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/json_curves.h"

#include "compare/curve.h"
#include "compare/emit.h"
#include "compare/workload.h"

#include <math.h>

static const char *const names[NR_COEFFICIENTS] = {
	[INTERCEPT] = "intercept",
	[SLOPE] = "slope",
};

static void set_rows(json_t *object, const char *key, const struct comparison *c,
		     const size_t *rows, size_t nr)
{
	json_t *list = emit_set_array(object, key);

	for (size_t i = 0; i < nr; i++)
		json_array_append_new(list, emit_json_text(c->rows[rows[i]].name));
}

static void add_line(json_t *list, const struct comparison *c, size_t arm,
		     const struct cost_line *line)
{
	json_t *object = emit_append_object(list);

	emit_set_text(object, "arm", c->arms[arm].name);
	emit_set_count(object, "boots", line->nr_boots);
	for (int k = 0; k < NR_COEFFICIENTS; k++) {
		json_t *coefficient = json_object();

		json_object_set_new(object, names[k], coefficient);
		emit_set_real(coefficient, "value", line->value[k]);
		emit_set_bounds(coefficient, "interval_95", line->interval[k]);
	}
	emit_set_text(object, "worst", c->rows[line->worst_row].name);
	emit_set_real(object, "worst_percent", 100 * line->worst);
	emit_set_bool(object, "straight", !curve_is_bent(line));
}

static void add_change(json_t *list, const struct comparison *c, const struct contrast *contrast,
		       const struct change *changes)
{
	json_t *object;

	if (!isfinite(changes[INTERCEPT].ratio) && !isfinite(changes[SLOPE].ratio))
		return;
	object = emit_append_object(list);
	emit_set_text(object, "base", c->arms[contrast->base].name);
	emit_set_text(object, "arm", c->arms[contrast->here].name);
	emit_set_bool(object, "step", contrast->step);
	for (int k = 0; k < NR_COEFFICIENTS; k++) {
		json_t *change = json_object();

		json_object_set_new(object, names[k], change);
		emit_set_change(change, &changes[k]);
	}
}

static void add_curve(json_t *list, const struct comparison *c, const struct curve *curve)
{
	json_t *object = emit_append_object(list), *lines, *changes;

	emit_set_text(object, "name", curve->name);
	emit_set_text(object, "x", workload_name(curve->x));
	set_rows(object, "cases", c, curve->rows, curve->nr_rows);
	if (!curve->nr_fitted)
		return;
	set_rows(object, "fitted", c, curve->fitted, curve->nr_fitted);
	lines = emit_set_array(object, "lines");
	for (size_t a = 0; a < c->nr_arms; a++)
		if (curve->lines[a].nr_boots)
			add_line(lines, c, a, &curve->lines[a]);
	changes = emit_set_array(object, "changes");
	for (size_t i = 0; i < c->nr_contrasts; i++)
		add_change(changes, c, &c->contrasts[i], curve->changes[i]);
}

void json_set_curves(json_t *root, const struct comparison *c)
{
	json_t *list;

	if (!c->nr_curves)
		return;
	list = emit_set_array(root, "curves");
	for (size_t i = 0; i < c->nr_curves; i++)
		add_curve(list, c, &c->curves[i]);
}

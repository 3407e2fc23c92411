// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/json_counters.h"

#include "compare/counters.h"
#include "compare/emit.h"

#include <math.h>

void json_set_uncounted(json_t *object, const struct arm *arm)
{
	json_t *list = arm->uncounted.stated ? emit_set_array(object, "uncounted") : NULL;

	for (size_t i = 0; list && i < arm->uncounted.nr; i++)
		json_array_append_new(list, emit_json_text(arm->uncounted.names[i]));
}

void json_set_counters(json_t *object, const struct arm *arm, const struct cell *cell,
		       const json_t *names)
{
	json_t *counters, *entry;
	size_t i;

	if (!json_array_size(names))
		return;
	counters = json_object();
	json_array_foreach (names, i, entry) {
		const char *name = json_string_value(entry);
		double median = counters_median(arm, cell, name);

		json_object_set_new(counters, name,
				    isfinite(median) ? json_real(median)
						     : json_string("not available"));
	}
	json_object_set_new(object, "counters", counters);
}

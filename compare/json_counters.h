/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef COMPARE_JSON_COUNTERS_H
#define COMPARE_JSON_COUNTERS_H

#include "compare/model.h"

/* Adds "uncounted", as compare/README.md has it; nothing where the arm's files do not say. */
void json_set_uncounted(json_t *object, const struct arm *arm);

/* Adds "counters": the figure of each of @names, "not available" for what the arm did not count. */
void json_set_counters(json_t *object, const struct arm *arm, const struct cell *cell,
		       const json_t *names);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef COMPARE_JSON_CURVES_H
#define COMPARE_JSON_CURVES_H

#include "compare/model.h"

/* Adds "curves", as compare/README.md has it; nothing where there are none. */
void json_set_curves(json_t *root, const struct comparison *c);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cost curves: rows of one case that differ in their size only, or in the size of their folios
 * only, and the straight line that what a call costs over its pages is, or is not.
 */
#ifndef COMPARE_CURVE_H
#define COMPARE_CURVE_H

#include "compare/model.h"

/* A line through three points fits too well to show whether it is one. */
#define CURVE_MIN_SIZES 4

/* No straight line: a row is farther from it than this share of its time. */
#define CURVE_BENT 0.10

/*
 * Finds the curves of what was judged, and fits them. What belongs together is read off the results
 * and no list of names: rows whose names differ in a size at their end only (4K, 40K), which is the
 * region's or the folios' as recorded, and of which all else that is recorded is the same.
 *
 * Lines are of curves over size, where the pages of a call are known, from CURVE_MIN_SIZES sizes on
 * that every arm has (an arm with fewer has no line, and does not count). A boot is a line; an
 * arm's coefficient is the geometric mean of its boots' (the arithmetic one, if one is not above
 * 0), with an interval by Student's t over boots. Changes are those of the boots' coefficients, by
 * the contrast's method; there are none where one is not above 0, or a row has none. -ENOMEM.
 */
int curve_make(struct comparison *c);

/* Whether a row of the arm is too far from the line. */
bool curve_is_bent(const struct cost_line *line);

/* Of @cell, which has samples: pages of a call; 0: not known. */
int64_t curve_pages(const struct cell *cell);

/* How long a call of @cell takes on @line. */
double curve_line_ns(const struct cost_line *line, const struct cell *cell);

#endif

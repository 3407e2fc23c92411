/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of a comparison as people read them: three significant digits, "-" for what is not known.
 */
#ifndef COMPARE_FIGURE_H
#define COMPARE_FIGURE_H

#include "compare/model.h"

/* By value, so that several fit into one call. */
struct figure {
	char text[24];
};

/* A ratio as "+2.90%", "-14.9%". */
struct figure figure_change(double ratio);

/* Percentage points from the ratio to the farther bound of its interval, without a sign: "0.95".
 * The interval is symmetric in the logarithm, so that the upper bound is the farther one. */
struct figure figure_plus_minus(const struct change *change);

/* 0.03 as "3%", with that many significant digits, from 9% on three. */
struct figure figure_percent(double share, int digits);

/* Spreads in percent of both sides: "0.4/12". */
struct figure figure_spreads(double base, double here);

/* "523 ns"; "18.0 M" for an arm whose nanoseconds are instructions. */
struct figure figure_time(const struct arm *arm, double ns);

/* "1.84" seconds, or billions of instructions. */
struct figure figure_seconds(double ns);

/* "REGRESSION"; with a '*' behind it where methods disagree. */
struct figure figure_verdict(const struct judgement *j);

/* Whether a column of that width leaves nothing that tells the arms' names apart. */
bool figure_look_alike(const struct arm *a, const struct arm *b, size_t width);

/* What one figure of the row is of: "call"; where none are counted "iteration" or what was
 * published ("program"). */
const char *figure_unit(const struct workload *w);

/* Of the first arm that ran the case; NULL: none did. */
const struct workload *row_workload(const struct comparison *c, const struct row *row);

/* Whether both sides measured the row. Of what only one has, nothing is to be seen. */
bool has_both(const struct comparison *c, const struct contrast *contrast, size_t row);

/* Whether some contrast has both. */
bool is_shown(const struct comparison *c, size_t row);

/* The threshold of most cases; of the larger where two are as frequent. */
double common_threshold(const struct comparison *c);

/* Whether it is that of all cases that are judged. */
bool has_one_threshold(const struct comparison *c);

#endif

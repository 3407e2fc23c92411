/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A straight line through what calls cost. Pure functions on arrays of finite numbers. */
#ifndef COMPARE_FIT_H
#define COMPARE_FIT_H

#include <stddef.h>

enum coefficient {
	INTERCEPT, /* what a call costs by itself */
	SLOPE,     /* what each page adds */
	NR_COEFFICIENTS
};

struct fit {
	double value[NR_COEFFICIENTS];
	/* Independent relative errors of the times by 1 % make one of this many percent in it. */
	double gain[NR_COEFFICIENTS];
};

/* All doubles, so that GSL can stride over them. */
struct fit_point {
	double pages, time;
	double weight; /* fit_line()'s own */
};

/*
 * time = intercept + slope * pages through @n >= 2 times above 0, of at least two different numbers
 * of pages. Least squares of relative errors, which is weights of 1 / time^2: noise is in
 * proportion to the time, and the times of a curve span orders of magnitude. Unweighted, the
 * largest range alone would decide: 1 % of its milliseconds is many times the intercept.
 */
struct fit fit_line(struct fit_point *points, size_t n);

/* How far the time lies above the line (below: negative), as a share of the time. */
double fit_residual(const struct fit *fit, const struct fit_point *point);

#endif

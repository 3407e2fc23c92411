// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/fit.h"

#include <gsl/gsl_fit.h>
#include <math.h>

#define STRIDE (sizeof(struct fit_point) / sizeof(double))

struct fit fit_line(struct fit_point *points, size_t n)
{
	double *value, cov[3], chisq;
	struct fit fit;

	for (size_t i = 0; i < n; i++)
		points[i].weight = 1 / (points[i].time * points[i].time);
	value = fit.value;
	gsl_fit_wlinear(&points->pages, STRIDE, &points->weight, STRIDE, &points->time, STRIDE, n,
			&value[INTERCEPT], &value[SLOPE], &cov[0], &cov[1], &cov[2], &chisq);
	/* GSL takes the weights for inverse variances: those of relative errors of 1. */
	fit.gain[INTERCEPT] = sqrt(cov[0]) / fabs(value[INTERCEPT]);
	fit.gain[SLOPE] = sqrt(cov[2]) / fabs(value[SLOPE]);
	return fit;
}

double fit_residual(const struct fit *fit, const struct fit_point *point)
{
	double line = fit->value[INTERCEPT] + fit->value[SLOPE] * point->pages;

	return (point->time - line) / point->time;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/components.h"

#include "bench/util.h"

#include <math.h>

static double square(double x)
{
	return x * x;
}

static double or_zero(double x)
{
	return isnan(x) ? 0 : x;
}

/*
 * The variance of the median of n values against that of their mean. For the standard normal
 * distribution the former is the integral of x^2 over the density of the order statistic in the
 * middle, or of (x + y)^2 / 4 over that of the two there, worked out with scipy; for many, pi / 2n.
 */
static double median_inefficiency(size_t n)
{
	static const double exact[] = {
		0,        1,        1,        1.346013, 1.192798, 1.434168, 1.288456,
		1.473128, 1.345447, 1.494912, 1.383264, 1.508787, 1.410194, 1.518387,
		1.430350, 1.525420, 1.446003, 1.530792, 1.458513, 1.535029, 1.468741,
		1.538455, 1.477258, 1.541283, 1.484463, 1.543656, 1.490635, 1.545677,
	};

	return n < ARRAY_SIZE(exact) ? exact[n] : M_PI_2;
}

double components_variance(const struct components *c, size_t processes, size_t repetitions)
{
	double per_process = median_inefficiency(processes) / (double)processes;
	double per_repetition = median_inefficiency(repetitions) / (double)repetitions;

	return square(or_zero(c->boot)) +
	       per_process * (square(or_zero(c->process)) +
			      per_repetition * square(or_zero(c->repetition)));
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "anova.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>

/* Values of observations lie that many doubles apart. */
#define STRIDE (sizeof(struct observation) / sizeof(double))
_Static_assert(sizeof(struct observation) % sizeof(double) == 0, "observations are no array");

/* Sums over all boots, by the names of anova.h. */
struct sums {
	double values, boots, processes; /* N, a, b */
	double squares_boot, squares_process, squares_repetition;
	double boot_sizes, process_sizes, process_shares; /* sum n_i^2, sum n_ij^2, S */
};

static double mean_of(const struct observation *first, size_t n)
{
	return gsl_stats_mean(&first->value, STRIDE, n);
}

static double square(double x)
{
	return x * x;
}

static size_t length_of_boot(const struct observation *first, size_t n)
{
	size_t i = 1;

	while (i < n && first[i].boot == first->boot)
		i++;
	return i;
}

static size_t length_of_process(const struct observation *first, size_t n)
{
	size_t i = 1;

	while (i < n && first[i].process == first->process)
		i++;
	return i;
}

/* @n observations of one boot. */
static void add_boot(struct sums *s, const struct observation *boot, size_t n, double overall)
{
	double boot_mean = mean_of(boot, n), size = (double)n;

	s->boots++;
	s->boot_sizes += size * size;
	s->squares_boot += size * square(boot_mean - overall);
	for (size_t i = 0, length; i < n; i += length) {
		const struct observation *process = boot + i;
		double mean, part;

		length = length_of_process(process, n - i);
		mean = mean_of(process, length);
		part = (double)length;
		s->processes++;
		s->process_sizes += part * part;
		s->process_shares += part * part / size;
		s->squares_process += part * square(mean - boot_mean);
		s->squares_repetition += gsl_stats_tss_m(&process->value, STRIDE, length, mean);
	}
}

/*
 * A level's variance, negative ones too, from what the levels below leave of its sum of squares;
 * NAN without degrees of freedom.
 */
static double solve(double left, double df, double factor)
{
	return df > 0 ? left / factor : NAN;
}

static double or_zero(double x)
{
	return isnan(x) ? 0 : x;
}

/* fmax() would take the 0 for a NAN. */
static double deviation(double variance)
{
	return variance < 0 ? 0 : sqrt(variance);
}

int anova_components(const struct observation *sorted, size_t n, struct components *c)
{
	struct sums s = {.values = (double)n};
	double overall = mean_of(sorted, n), df_boot, df_process, df_repetition;
	double repetition, process, boot, below;

	for (size_t i = 0, length; i < n; i += length) {
		length = length_of_boot(sorted + i, n - i);
		add_boot(&s, sorted + i, length, overall);
	}
	df_repetition = s.values - s.processes;
	df_process = s.processes - s.boots;
	df_boot = s.boots - 1;

	repetition = solve(s.squares_repetition, df_repetition, df_repetition);
	below = df_process * or_zero(repetition);
	process = solve(s.squares_process - below, df_process, s.values - s.process_shares);
	below = df_boot * or_zero(repetition) +
		(s.process_shares - s.process_sizes / s.values) * or_zero(process);
	boot = solve(s.squares_boot - below, df_boot, s.values - s.boot_sizes / s.values);

	*c = (struct components){deviation(boot), deviation(process), deviation(repetition)};
	return (int)s.boots;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/estimate.h"

#include "bench/util.h"

#include <errno.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

double estimate_median(double *values, size_t n)
{
	gsl_sort(values, 1, n);
	return gsl_stats_median_from_sorted_data(values, 1, n);
}

double estimate_iqr_percent(double *values, size_t n)
{
	double q25, q50, q75;

	if (n < 2)
		return NAN;
	gsl_sort(values, 1, n);
	q25 = gsl_stats_quantile_from_sorted_data(values, 1, n, 0.25);
	q50 = gsl_stats_quantile_from_sorted_data(values, 1, n, 0.50);
	q75 = gsl_stats_quantile_from_sorted_data(values, 1, n, 0.75);
	return 100 * (q75 - q25) / q50;
}

double estimate_geometric_mean(const double *values, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += log(values[i]);
	return exp(sum / (double)n);
}

double estimate_change_percent(double base, double other)
{
	return 100 * (other / base - 1);
}

static double range_percent(double *values, size_t n)
{
	double median;

	if (n < 2)
		return NAN;
	median = estimate_median(values, n);
	return 100 * (values[n - 1] - values[0]) / median;
}

/* Of @n observations of one process: their median, with @values as room. */
static double process_median(const struct observation *first, size_t n, double *values)
{
	for (size_t i = 0; i < n; i++)
		values[i] = first[i].value;
	return estimate_median(values, n);
}

static size_t length_of_process(const struct observation *first, const struct observation *end)
{
	const struct observation *o = first;

	while (o < end && o->boot == first->boot && o->process == first->process)
		o++;
	return (size_t)(o - first);
}

static void count_process(struct estimate *whole, size_t repetitions)
{
	if (!whole->min_repetitions || repetitions < whole->min_repetitions)
		whole->min_repetitions = repetitions;
	if (repetitions > whole->max_repetitions)
		whole->max_repetitions = repetitions;
}

static void count_boot(struct estimate *whole, const struct boot_estimate *boot)
{
	if (!whole->nr_boots || boot->nr_processes < whole->min_processes)
		whole->min_processes = boot->nr_processes;
	if (boot->nr_processes > whole->max_processes)
		whole->max_processes = boot->nr_processes;
	if (!whole->nr_boots || boot->min < whole->min)
		whole->min = boot->min;
	whole->spread_percent = fmax(whole->spread_percent, boot->spread_percent);
	whole->process_spread_percent =
		fmax(whole->process_spread_percent, boot->process_spread_percent);
	whole->nr_boots++;
}

int estimate_levels(const struct observation *sorted, size_t n, struct boot_estimate *boots,
		    struct estimate *whole)
{
	_cleanup_free_ double *values = malloc(n * sizeof(*values));
	_cleanup_free_ double *medians = malloc(n * sizeof(*medians));
	const struct observation *end = sorted + n, *o = sorted;
	/* fmax() passes over a NAN, so that it is left only where no boot has a figure. */
	struct estimate e = {.spread_percent = NAN, .process_spread_percent = NAN};

	if (!values || !medians)
		return -ENOMEM;
	while (o < end) {
		struct boot_estimate *boot = &boots[e.nr_boots];
		const struct observation *first = o;

		*boot = (struct boot_estimate){.boot = o->boot};
		while (o < end && o->boot == boot->boot) {
			size_t length = length_of_process(o, end);

			medians[boot->nr_processes++] = process_median(o, length, values);
			count_process(&e, length);
			o += length;
		}
		boot->nr_repetitions = (size_t)(o - first);
		boot->median = estimate_median(medians, boot->nr_processes);
		boot->process_spread_percent = range_percent(medians, boot->nr_processes);
		for (size_t i = 0; i < boot->nr_repetitions; i++)
			values[i] = first[i].value;
		boot->spread_percent = estimate_iqr_percent(values, boot->nr_repetitions);
		boot->min = gsl_stats_min(values, 1, boot->nr_repetitions);
		count_boot(&e, boot);
	}
	for (size_t i = 0; i < e.nr_boots; i++)
		values[i] = boots[i].median;
	e.value = estimate_geometric_mean(values, e.nr_boots);
	*whole = e;
	return (int)e.nr_boots;
}

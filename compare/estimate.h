/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From repetitions to one figure. Repetitions of a process share its memory layout, processes of a
 * boot share the boot's, so each level is reduced by itself and the boot stays the unit: pooling
 * all repetitions would pretend to more independent data than there is (Kalibera and Jones,
 * "Rigorous benchmarking in reasonable time", ISMM 2013).
 *
 *   process  median of its repetitions
 *   boot     median of its processes
 *   arm      geometric mean of its boots: exp(mean(ln boot)), which makes the ratio of two arms the
 *            mean of the boots' log-ratios
 *
 * The median of an even number is the mean of the two in the middle. Quantiles interpolate linearly
 * between order statistics (type 7 of Hyndman and Fan, "Sample quantiles in statistical packages",
 * The American Statistician 50(4), 1996), which is GSL's way.
 *
 * Pure functions on arrays of finite numbers; those that reorder their input say so.
 */
#ifndef COMPARE_ESTIMATE_H
#define COMPARE_ESTIMATE_H

#include <stddef.h>
#include <stdint.h>

/* A value with its place in the hierarchy. Equal numbers are one boot, one process of it. */
struct observation {
	uint32_t boot, process;
	double value;
};

struct boot_estimate {
	uint32_t boot;
	size_t nr_processes, nr_repetitions; /* the latter of all its processes */
	double median;                       /* over repetitions, then over processes */
	double min; /* of all repetitions; secondary, never for a verdict */
	/* 100 (q75 - q25) / q50 over all repetitions; NAN for fewer than 2 */
	double spread_percent;
	/* 100 (max - min) / median of the process medians; NAN for fewer than 2 */
	double process_spread_percent;
};

struct estimate {
	size_t nr_boots;
	size_t min_processes, max_processes;           /* per boot */
	size_t min_repetitions, max_repetitions;       /* per process */
	double value;                                  /* geometric mean of the boots' medians */
	double min;                                    /* of all */
	double spread_percent, process_spread_percent; /* the largest of any boot, or NAN */
};

/* @n of at least 1; reorder @values. */
double estimate_median(double *values, size_t n);
double estimate_iqr_percent(double *values, size_t n);

/* @n of at least 1, each greater than 0. */
double estimate_geometric_mean(const double *values, size_t n);

/* 100 (other / base - 1). */
double estimate_change_percent(double base, double other);

/*
 * Reduces @n >= 1 observations, sorted by boot, then process, to one entry of @boots per boot, of
 * which there must be room for as many as there are, and to @whole. Returns the number of boots, or
 * -ENOMEM.
 */
int estimate_levels(const struct observation *sorted, size_t n, struct boot_estimate *boots,
		    struct estimate *whole);

#endif

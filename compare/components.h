/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the noise comes from: how much figures vary between boots, between processes of a boot and
 * between repetitions of a process; and how much a boot's figure therefore varies.
 *
 * Values are natural logarithms of times, so that standard deviations are relative:
 * 0.01 is 1 %.
 */
#ifndef COMPARE_COMPONENTS_H
#define COMPARE_COMPONENTS_H

#include <stddef.h>

/*
 * Standard deviations, each level's own. NAN: not replicated, so not to be told apart; what it
 * varies is in the level above then.
 */
struct components {
	double boot;       /* needs 2 boots */
	double process;    /* needs a boot with 2 processes */
	double repetition; /* needs a process with 2 repetitions */
};

/*
 * Variance of a boot's figure, from @processes processes of @repetitions used repetitions (1 or
 * more): medians are taken of both.
 *
 *   v = boot^2 + m(P) process^2 / P + m(P) m(R) repetition^2 / (P R)
 *
 * m(n) is what the median of n values of a normal distribution varies beyond their mean: 1 to
 * pi / 2. A NAN counts as 0, which is right for campaigns with one of that level, as the one it was
 * estimated from.
 */
double components_variance(const struct components *c, size_t processes, size_t repetitions);

#endif

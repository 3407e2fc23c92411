/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the noise comes from, by the textbook. Independent of how plan estimates it, and of how
 * campaign.h makes it, which is held to it.
 */
#ifndef TESTS_SYNTHETIC_ANOVA_H
#define TESTS_SYNTHETIC_ANOVA_H

#include "compare/components.h"
#include "compare/estimate.h"

/*
 * Of one arm: @n >= 1 observations, sorted by boot, then process. Nested analysis of variance: the
 * mean squares are equated with what they are expected to be, and solved from the repetitions up.
 * Numbers of processes and repetitions may differ. With N values, n_i of boot i and n_ij of its
 * process j, a boots and b processes:
 *
 *   E(MS_repetition) = r                       N - b degrees of freedom
 *   E(MS_process)    = r + k1 p                b - a    k1 = (N - S) / (b - a)
 *   E(MS_boot)       = r + k2 p + k3 t         a - 1    k2 = (S - sum n_ij^2 / N) / (a - 1)
 *   S = sum_i (sum_j n_ij^2) / n_i                      k3 = (N - sum n_i^2 / N) / (a - 1)
 *
 * for the variances r of repetitions, p of processes and t of boots (Gates and Shiue, Biometrics
 * 18, 1962; Searle, Casella and McCulloch, "Variance components", 1992; Sokal and Rohlf,
 * "Biometry", chapter 10). A variance that comes out negative is reported as 0; those above it are
 * solved with what came out, which keeps them unbiased.
 *
 * Returns the number of boots. Cannot fail.
 */
int anova_components(const struct observation *sorted, size_t n, struct components *c);

#endif

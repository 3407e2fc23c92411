/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One result file for people: what a run prints at its end. The figures are those that compare
 * would show for it.
 */
#ifndef COMPARE_SUMMARY_H
#define COMPARE_SUMMARY_H

#include "bench/util.h"

/*
 * Reads @path and prints a line per row, with a second one where it has directions or a published
 * unit, then what failed or was skipped and why. ASCII, at most 79 columns but for reasons. 0 or a
 * negative errno with @err.
 */
int summary_print(FILE *f, const char *path, struct error *err);

#endif

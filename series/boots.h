/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a series' kernels to its table. */
#ifndef SERIES_BOOTS_H
#define SERIES_BOOTS_H

#include "series.h"

/* Whether boots have begun earlier. */
bool boots_begun(const struct series *s);

/*
 * Boots all kernels as a campaign in @s->dir/boots, prints the table to standard output, and
 * returns the exit status: that of the comparison; 2 also where a commit has no result; 3 with
 * @err.
 * @signo: what ended it early; 0: nothing.
 */
int boots_run(struct series *s, int *signo, struct error *err);

#endif

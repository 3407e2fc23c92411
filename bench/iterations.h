/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Iteration counts of an earlier result: two arms of a comparison should have the same.
 */
#ifndef BENCH_ITERATIONS_H
#define BENCH_ITERATIONS_H

#include "util.h"

/*
 * From the result file @from, or the newest of the folder or, in @results_dir, the label @from: an
 * object, row name to {"iterations", "size"}, the region's. -ENOENT or -EBADMSG with @err.
 */
int iterations_from(const char *from, const char *results_dir, json_t **by_name, struct error *err);

#endif

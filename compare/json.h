/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The comparison as one JSON object, all times in nanoseconds, shares in percent:
 *
 *   "ptebench_compare"  version of this form: 1
 *   "status"            the exit status of `ptebench compare`
 *   "arms"[]            name, label, input, published, clock, files[], source, boots[] with id,
 *                       release, version, machine
 *   "cases"[]           name, and arms[] in the order above: arm, verdict, reason, real_time per
 *                       iteration, min, change_percent, spread_percent, process_spread_percent,
 * boots[] with id, median, processes, repetitions; directions[] per call; iterations, calls,
 * published, folios and parameters as results/README.md calls them "differences"[]     per arm:
 * facts that differ from the first arm's, null where one is not stated
 *
 * What is not known is absent.
 */
#ifndef COMPARE_JSON_H
#define COMPARE_JSON_H

#include "compare/model.h"

/* Of a judged comparison. Returns 0, -ENOMEM, or -EIO where the stream has an error. */
int json_write(FILE *f, const struct comparison *c);

#endif

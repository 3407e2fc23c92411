/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether a machine is fit to measure on. Pure data: nothing is changed, nothing printed. @rootfd
 * is a directory that stands for "/".
 */
#ifndef BENCH_CHECK_H
#define BENCH_CHECK_H

#include "util.h"

/*
 * An array of objects, the gravest first:
 *
 *   level   "bad"   figures from this machine must not be used
 *           "warn"  noise, doubt, or cases that cannot be measured or verified
 *           "note"  worth knowing
 *           "ok"    looked at and found fit
 *   what    the finding, e.g. "governor powersave"
 *   why     it matters
 *   remedy  what to do about it, a command where there is one; absent from "ok"
 *
 * @kernel and @machine are those of sysinfo.h. Returns 0 or -ENOMEM.
 */
int check_findings(int rootfd, const json_t *kernel, const json_t *machine, json_t **findings);

/*
 * Refuses a clock source that counts timer ticks. Returns 0, also where the clock source is not to
 * be found out, or -EINVAL with the reason and a remedy in @err.
 */
int check_clocksource(int rootfd, struct error *err);

#endif

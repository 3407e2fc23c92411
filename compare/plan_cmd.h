/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `ptebench plan DIR...`: options, output, exit status. */
#ifndef COMPARE_PLAN_CMD_H
#define COMPARE_PLAN_CMD_H

#include "bench/util.h"

/*
 * @argv[0] is "plan". Labels are looked for in @results_dir, which may be NULL. Writes to standard
 * output. Returns the exit status: 0 it is said, 3 bad input or not written; @err is set for 3 and
 * only then.
 */
int plan_main(int argc, char **argv, const char *results_dir, struct error *err);

#endif

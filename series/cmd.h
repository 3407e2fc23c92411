/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `ptebench series`: builds and boots the kernels of a git range, and prints a row per commit. */
#ifndef SERIES_CMD_H
#define SERIES_CMD_H

#include "bench/util.h"

/*
 * @argv[0] is "series". Returns the exit status: that of the comparison; 2 also where a commit has
 * no result; 3 for bad input, with @err where the reason was not told yet. @signo is set to the
 * signal that ended it early, when everything is cleaned up; 0: none.
 */
int series_main(int argc, char **argv, const char *results_dir, int *signo, struct error *err);

#endif

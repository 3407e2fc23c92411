/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef VM_CMD_H
#define VM_CMD_H

#include "bench/util.h"

/*
 * `ptebench vm`: see vm_print_help(). Returns the exit status; text for people goes to standard
 * error, the comparison to standard output. @err has text where something went wrong. *@signo: the
 * signal that ended it, or 0.
 */
int vm_main(int argc, char **argv, const char *results_dir, int *signo, struct error *err);

#endif

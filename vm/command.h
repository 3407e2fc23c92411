/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs another program to its end.
 */
#ifndef VM_COMMAND_H
#define VM_COMMAND_H

#include "bench/util.h"

/*
 * Runs @argv, found in PATH, in the folder @dir (NULL: the current one) with English messages and
 * nothing on standard input. What it prints goes to *@output, which the caller frees; NULL: to
 * nowhere.
 *
 * 0; -ENOENT if there is no such program, -EIO if it failed: @err is then its main complaint.
 */
int command_run(const char *const argv[], const char *dir, char **output, struct error *err);

/* Whether a program of this name is in PATH. */
bool command_exists(const char *name);

#endif

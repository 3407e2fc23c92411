/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a forked child does before it becomes another program.
 */
#ifndef VM_CHILD_H
#define VM_CHILD_H

#include <sys/types.h>

/*
 * In a child of @parent: from here on @death_signal ends it with its parent, also with one that is
 * gone already, it blocks and ignores no signal of ours, and reads nothing: its standard input is
 * /dev/null, which may be written too.
 */
void child_begin(pid_t parent, int death_signal);

#endif

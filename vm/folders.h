/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The folders of a system, or of a sysroot, in which its loader looks for libraries.
 */
#ifndef VM_FOLDERS_H
#define VM_FOLDERS_H

#include "bench/util.h"

struct folders {
	char **paths; /* absolute within the sysroot */
	size_t nr;
};

/*
 * Those of @sysroot/etc/ld.so.conf with what it includes, and then those that the loaders of
 * @machine (EM_…) know by themselves. A configuration that is not there adds none. 0 or -ENOMEM.
 */
int folders_of(const char *sysroot, int machine, struct folders *folders);
void folders_release(struct folders *folders);

#endif

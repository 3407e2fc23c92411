/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which shared libraries a program needs, and theirs, and where they are: what the loader would do,
 * for a program of any machine.
 */
#ifndef VM_LIBRARIES_H
#define VM_LIBRARIES_H

#include "bench/util.h"

#include <limits.h>

struct library {
	char *name;          /* as programs ask for it: "libc.so.6" */
	char path[PATH_MAX]; /* the file, symbolic links resolved */
};

struct libraries {
	int machine;       /* of the program: EM_… of <elf.h> */
	char *interpreter; /* where the program expects its loader; NULL: it is static */
	struct library *list;
	size_t nr; /* the loader is the first, unless the program is static */
};

/*
 * Looks for them in the folder @sysroot, "" for this system: in the DT_RUNPATH (or DT_RPATH) of the
 * one that needs it, the folders of /etc/ld.so.conf and those that loaders know by themselves.
 * Absolute symbolic links in @sysroot stay in it. Libraries opened by dlopen() are not seen.
 *
 * 0; -ENOENT if one is not to be found; -ENOEXEC if @program is no ELF file; errors of open().
 * All with @err.
 */
int libraries_find(const char *program, const char *sysroot, struct libraries *libraries,
		   struct error *err);
void libraries_release(struct libraries *libraries);

#endif

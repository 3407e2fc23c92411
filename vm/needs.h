/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a program or shared library says that it needs (ELF, of any machine).
 */
#ifndef VM_NEEDS_H
#define VM_NEEDS_H

#include "bench/util.h"

struct needs {
	int machine, elf_class; /* EM_…, ELFCLASS… of <elf.h> */
	char *interpreter;      /* the loader's path, PT_INTERP; NULL: none, as of libraries */
	char *runpath;          /* DT_RUNPATH, or else DT_RPATH; NULL: none */
	char **names;           /* DT_NEEDED */
	size_t nr;
};

/*
 * 0; -ENOEXEC if the open file is not ELF, is damaged, or is linked dynamically and was stripped of
 * its section headers; -ENOMEM.
 */
int needs_read(int fd, struct needs *needs);
void needs_release(struct needs *needs);

#endif

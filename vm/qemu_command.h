/* SPDX-License-Identifier: GPL-2.0-or-later */
/* QEMU's command line. */
#ifndef VM_QEMU_COMMAND_H
#define VM_QEMU_COMMAND_H

#include "qemu.h"

#define QEMU_ARGUMENTS_MAX 40

/* Pointers into itself and into the settings. */
struct qemu_command {
	const char *argv[QEMU_ARGUMENTS_MAX];
	char memory[32], parameters[1024];
};

/* "qemu-system-x86_64", and the Debian package that brings it. */
const char *qemu_program(enum vm_arch arch);
const char *qemu_package(enum vm_arch arch);

/*
 * Fills @command. With @err: -ENAMETOOLONG if the kernel's command line gets too long, -EINVAL for
 * less memory than any kernel needs.
 */
int qemu_command_make(const struct vm_settings *settings, struct qemu_command *command,
		      struct error *err);

#endif

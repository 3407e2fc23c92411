/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A part of the guest's init. */
#ifndef VM_INIT_SYMBOLS_H
#define VM_INIT_SYMBOLS_H

/*
 * Tells the plugin in QEMU of the functions of /proc/kallsyms, as symbols.h says, by marks:
 * megabytes would take longer over the console than all that is counted. Nothing where the kernel
 * has none.
 */
void symbols_tell(void);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A part of the guest's init. */
#ifndef VM_INIT_SYMBOLS_H
#define VM_INIT_SYMBOLS_H

/*
 * Sends the functions of /proc/kallsyms to @fd, as symbols.h says, in a frame; one without content
 * where the kernel tells of none.
 */
void symbols_send(int fd);

#endif

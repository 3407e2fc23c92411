/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The guest's end of the console, see guest.h. Needs nothing but libc.
 */
#ifndef VM_SEND_H
#define VM_SEND_H

#include <stddef.h>

/* Writes @size bytes as a frame. 0 or a negative errno. */
int frame_send(int fd, const char *kind, const void *data, size_t size);

#endif

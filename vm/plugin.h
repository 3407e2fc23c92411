/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of ours that counts instructions in QEMU (plugin/count.c). */
#ifndef VM_PLUGIN_H
#define VM_PLUGIN_H

#include "image.h"

#define PLUGIN_OPTION_MAX (2 * PATH_MAX + 64)

/*
 * What QEMU's -plugin takes to have it count into the file @out. Returns 0, or a negative errno
 * with @err; @option has PLUGIN_OPTION_MAX bytes.
 */
int plugin_option(const char *out, char *option, struct error *err);

/* Whether QEMU for @arch loads it: -ENOTSUP with @err if not, or a negative errno. */
int plugin_check(enum vm_arch arch, struct error *err);

#endif

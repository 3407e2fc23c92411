/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The programs and headers that a kernel's build needs, looked for before it begins. */
#ifndef SERIES_TOOLS_H
#define SERIES_TOOLS_H

#include "vm/image.h"

/* Before the names of a compiler's programs; "" for this machine's architecture. */
const char *tools_prefix(enum vm_arch arch);

/*
 * What each kernel needs to be configured and built, but for tools_compiler(). -ENOENT with @err,
 * which names all that is missing.
 */
int tools_check(struct error *err);

/* What kernels with the configuration @config, a .config's text, need on top. As tools_check(). */
int tools_check_config(const char *config, struct error *err);

/* The first line of what the compiler for @arch says of its version, to @version. -ENOENT, -EIO
 * with @err. */
int tools_compiler(enum vm_arch arch, char *version, size_t size, struct error *err);

#endif

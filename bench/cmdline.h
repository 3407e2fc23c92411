/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parameters that a kernel was booted with, read as the kernel reads them. */
#ifndef BENCH_CMDLINE_H
#define BENCH_CMDLINE_H

#include "util.h"

/*
 * The value of parameter @name into @buf, cut to fit; "" where it stands without one. The last one
 * counts, '-' and '_' are alike, double quotes hold words together, and what follows "--" belongs
 * to init. Returns @buf, or NULL if the parameter is not there.
 */
const char *cmdline_get(const char *cmdline, const char *name, char *buf, size_t size);

/* A switch as kstrtobool() takes it: 1, 0, or -EINVAL for what the kernel would pass over. */
int cmdline_parse_bool(const char *value);

#endif

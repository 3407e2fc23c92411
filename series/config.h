/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts of kernel configurations. */
#ifndef SERIES_CONFIG_H
#define SERIES_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the .config @config has CONFIG_@option=y. */
bool config_enabled(const char *config, const char *option);

/*
 * What of @fragment, lines "CONFIG_A=y", "CONFIG_A=\"\"" and "# CONFIG_A is not set", @config does
 * not have: the lines that were wanted, separated by ", " and cut to fit in @missing. Returns how
 * many.
 */
size_t config_missing(const char *fragment, const char *config, char *missing, size_t size);

#endif

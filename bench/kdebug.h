/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Debugging aids of the kernel that are in force, not merely built in: those compiled into each
 * code path, and those that a default or a boot parameter switched on.
 */
#ifndef BENCH_KDEBUG_H
#define BENCH_KDEBUG_H

#include "kconfig.h"

/*
 * An array of what puts each of them in force: "CONFIG_KASAN=y", "page_table_check=on",
 * "current_tracer=function". Where @config is NULL (unknown), a boot parameter that asks for one is
 * believed. Returns 0 or -ENOMEM.
 */
int kdebug_find(int rootfd, const struct kconfig *config, const char *cmdline, json_t **causes);

struct kdebug_effect {
	const char *level; /* of a finding: "bad", "warn" or "note" */
	const char *why;   /* static */
	char remedy[160];
};

/* What an entry of that array does to figures. -ENOENT for one that is not from there. */
int kdebug_explain(const char *cause, struct kdebug_effect *effect);

#endif

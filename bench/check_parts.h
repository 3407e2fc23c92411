/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the parts of check.c alone. */
#ifndef BENCH_CHECK_PARTS_H
#define BENCH_CHECK_PARTS_H

#include "util.h"

struct check {
	int rootfd;
	const json_t *kernel, *machine;
	json_t *findings;
};

/* Adds a finding. @remedy is NULL for "ok" only. Returns 0 or -ENOMEM. */
int check_add(struct check *c, const char *level, const char *what, const char *why,
	      const char *remedy);

/* A text of machine.cpu, or NULL. */
const char *check_cpu_text(const struct check *c, const char *key);

/* Each looks at one thing and adds what it finds; nothing where there is nothing to see. */

/* check_clock.c */
int check_clock(struct check *c);

/* check_cpu.c */
int check_governor(struct check *c);
int check_turbo(struct check *c);
int check_smt(struct check *c);
int check_isolated(struct check *c);
int check_nohz_full(struct check *c);
int check_virtual(struct check *c);
int check_load(struct check *c);

/* check_kernel.c */
int check_config(struct check *c);
int check_debug(struct check *c);
int check_tracing(struct check *c);
int check_numa_balancing(struct check *c);
int check_nmi_watchdog(struct check *c);
int check_swap(struct check *c);

/* check_pages.c */
int check_thp(struct check *c);
int check_mthp(struct check *c);
int check_root(struct check *c);
int check_pagemap(struct check *c);
int check_kpageflags(struct check *c);

#endif

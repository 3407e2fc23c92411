/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What this machine offers to cases, and why a row cannot be measured on it.
 */
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#include "pin.h"
#include "registry.h"
#include "thp.h"

struct host {
	int rootfd; /* of "/" or a fixture; borrowed */
	uint64_t page_bytes;
	uint64_t pmd_bytes;           /* 0: no THP */
	const char *settings_refused; /* why THP settings cannot be written; NULL: they can */
	struct thp_state thp;         /* as found */
	struct placement placement;
	uint64_t memory_bytes;    /* that may still be allocated */
	const char *memory_limit; /* by what */
};

/* Looks at all of it; @cpu and @node as in pin_choose(). 0, or a negative errno with @err. */
int host_look(int rootfd, int cpu, int node, struct host *host, struct error *err);

/* The region of a row: --size where the case is scalable and @size_bytes is not 0. */
uint64_t row_size(const struct selected *row, uint64_t size_bytes);

/*
 * Why @row with a region of @size_bytes cannot be measured here: -ENOTSUP (or -ENOMEM) with the
 * reason, 0 if it can.
 */
int host_unmet(const struct host *host, const struct selected *row, uint64_t size_bytes,
	       struct error *why);

/*
 * The settings that @row needs, which has folios: none where no setting decides about them. 0, or
 * -ENOTSUP with the reason.
 */
int host_thp_plan(const struct host *host, const struct selected *row, struct thp_state *plan,
		  struct error *why);

/* What a row needs in words: "1G of 64K folios". Returns @buf. */
const char *row_needs(const struct selected *row, char *buf, size_t size);

#endif

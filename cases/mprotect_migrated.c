// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mprotect() over pages that have just been migrated: { move_pages(2) of the whole region to
 * another NUMA node; R; move_pages(2) back; RW }. Migration entries are in the page tables only
 * while migration goes on, and it is over when move_pages() returns. So this is what mprotect()
 * costs over PTEs that migration has just written anew, to folios whose struct pages are not in any
 * cache; at R they are those of the other node. It is not the walk over migration entries.
 * Counted in instructions, it is mprotect_4k. Pages are of order 0 because migration may split
 * larger folios, as Linux 6.12 did with 64K ones in a guest of two nodes.
 *
 * One iteration is two mprotect() calls; only they are timed.
 */
#include "bench/case.h"

#include <errno.h>
#include <numa.h>
#include <numaif.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* What move_pages() takes. */
struct moves {
	unsigned long nr;
	void **pages;
	int *home, *other, *status;
};

/* 0 if all are there; the number of those that are not, or -1 with errno. */
static int move(const struct moves *m, const int *nodes)
{
	return (int)move_pages(0, m->nr, m->pages, nodes, m->status, MPOL_MF_MOVE);
}

static int run(struct case_run *run, uint64_t n)
{
	const struct moves *m = run->data;
	int failed = 0;

	for (uint64_t i = 0; i < n; i++) {
		failed |= move(m, m->other);
		case_time_on(run);
		failed |= mprotect(run->region, run->size_bytes, PROT_READ);
		run->direction_ns[0] += case_time_off(run);
		failed |= move(m, m->home);
		case_time_on(run);
		failed |= mprotect(run->region, run->size_bytes, PROT_READ | PROT_WRITE);
		run->direction_ns[1] += case_time_off(run);
	}
	return failed < 0 ? -errno : failed ? -EBUSY : 0;
}

/* The first node but @home that has memory which this process may use; -1 if there is none. */
static int node_beside(int home)
{
	for (int node = 0; numa_available() >= 0 && node <= numa_max_node(); node++)
		if (node != home && numa_bitmask_isbitset(numa_all_nodes_ptr, (unsigned int)node) &&
		    numa_node_size64(node, NULL) > 0)
			return node;
	return -1;
}

static int unmet(const struct case_variant *variant, struct error *why)
{
	(void)variant;
	if (node_beside(node_beside(-1)) < 0)
		return error_set(why, -ENOTSUP, "needs two NUMA nodes with memory");
	return 0;
}

static void teardown(struct case_run *run)
{
	struct moves *m = run->data;

	free(m->pages);
	free(m->home);
	free(m->other);
	free(m->status);
	free(m);
}

static int make_moves(struct case_run *run, struct moves *m)
{
	m->nr = run->size_bytes / run->page_bytes;
	m->pages = calloc(m->nr, sizeof(*m->pages));
	m->home = calloc(m->nr, sizeof(*m->home));
	m->other = calloc(m->nr, sizeof(*m->other));
	m->status = calloc(m->nr, sizeof(*m->status));
	if (!m->pages || !m->home || !m->other || !m->status)
		return -ENOMEM;
	for (unsigned long i = 0; i < m->nr; i++)
		m->pages[i] = run->region + i * run->page_bytes;
	/* Where they are. */
	if (move_pages(0, m->nr, m->pages, NULL, m->home, 0))
		return -errno;
	for (unsigned long i = 0; i < m->nr; i++)
		m->other[i] = node_beside(m->home[i]);
	return 0;
}

/* Without CONFIG_MIGRATION there is no such call, and containers may forbid it. */
static int setup(struct case_run *run)
{
	int ret;

	run->data = calloc(1, sizeof(struct moves));
	if (!run->data)
		return -ENOMEM;
	ret = make_moves(run, run->data);
	if (ret)
		teardown(run);
	if (ret == -ENOSYS || ret == -EPERM)
		return error_set(run->why, -ENOTSUP, "move_pages: %s", strerror(-ret));
	return ret;
}

static const struct case_variant variants[] = {
	{.size_bytes = 4 << 20, .folio_bytes = FOLIO_BASE},
};

static const struct bench_case mprotect_migrated = {
	.name = "mprotect_migrated",
	.summary = "region to R after a migration, and to RW after one back",
	.source = "asked for in review: pages that were migrated in between",
	.tags = (const char *const[]){"states", "numa", NULL},
	.variants = variants,
	.nr_variants = ARRAY_SIZE(variants),
	.on_request = true,
	.own_time = true,
	.max_iterations = 5, /* migration takes far longer than what is timed */
	.calls_per_iteration = 2,
	.pages_per_call = PAGES_OF_REGION,
	.directions = {"r", "rw"},
	.unmet = unmet,
	.setup = setup,
	.run = run,
	.teardown = teardown,
};

BENCH_CASE(mprotect_migrated);

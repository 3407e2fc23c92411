/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How each page state (case.h) is named, and how the harness brings it about.
 */
#ifndef BENCH_PAGES_H
#define BENCH_PAGES_H

#include "case.h"

/* What a region is a mapping of: the kernel decides about folios by other rules for each. */
enum memory {
	MEMORY_ANON,   /* MAP_PRIVATE | MAP_ANONYMOUS */
	MEMORY_SHARED, /* MAP_SHARED | MAP_ANONYMOUS: shmem */
	MEMORY_MEMFD,  /* MAP_SHARED of a memfd: tmpfs */
	MEMORY_FILE    /* MAP_SHARED of a file on a disk */
};

enum touch {
	TOUCH_WRITE,
	TOUCH_READ,
	TOUCH_NONE
};

/* What the state's name says of whether pages are dirty. */
enum dirt {
	DIRT_ANY, /* nothing, or it follows from the rest */
	DIRT_ALL,
	DIRT_NONE
};

struct page_facts {
	const char *name; /* in results: "exclusive" */
	const char *note; /* in lists, after the folios: "forked"; "" for exclusive ones */
	enum memory memory;
	enum touch touch;
	enum dirt dirt;
	bool forked;
	bool swap;   /* the run turns a swap file on for the time of a worker */
	bool mapped; /* a folio is behind each page, and of the order asked for */
};

/* Lives as long as the program. */
const struct page_facts *pages_facts(enum page_state state);

#endif

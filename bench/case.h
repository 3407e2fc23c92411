/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The contract between a case (what is measured) and the harness (how it is measured). A case is
 * one C file in cases/ that ends in a `static const struct bench_case` and BENCH_CASE(); everything
 * that it needs stands in that descriptor. The harness establishes it, proves it, and skips the
 * case with the exact reason where it cannot be had. cases/template.c is a commented start.
 */
#ifndef BENCH_CASE_H
#define BENCH_CASE_H

#include "marks.h"
#include "util.h"

/* The folios that a region is made of. Any other value is a size in bytes, a power of two. */
#define FOLIO_BASE 0 /* order 0: one base page each */
#define FOLIO_PMD  1 /* as large as one PMD maps: 2 MiB with 4K pages on x86-64 and arm64 */

/* The number of pages that one call works on is that of the whole region. */
#define PAGES_OF_REGION (-1)

/*
 * Where every region starts, as in the posted programs: aligned to any PMD range, and far from
 * where mmap() and the heap put things, so that no neighbour merges with the region's VMA.
 */
#define REGION_ADDRESS (1UL << 30)

/*
 * What every page of the region is while it is measured. Both proofs demand it of each page
 * (folio.h says how they tell). The harness brings about all but the last group.
 */
enum page_state {
	/* Anonymous, private. */
	PAGES_EXCLUSIVE, /* written, mapped by this process alone */
	PAGES_FORKED,    /* written, then a fork: the child measures, the parent maps them too */
	PAGES_ZERO,      /* only read: all are the shared zero page */
	PAGES_UNTOUCHED, /* neither: nothing is mapped */

	/* MAP_SHARED, mapped by this process alone. */
	PAGES_SHARED,       /* MAP_ANONYMOUS, written */
	PAGES_SHARED_CLEAN, /* MAP_ANONYMOUS, only read */
	PAGES_MEMFD,        /* a memfd, written */
	PAGES_FILE,         /* page cache of a file on a disk, written back, then only read */

	/* setup() makes them of PAGES_EXCLUSIVE. */
	PAGES_TRACKED,      /* still exclusive, with soft-dirty tracking, not written since */
	PAGES_LAZYFREE,     /* still exclusive, clean: may be freed rather than swapped out */
	PAGES_UFFD_PRESENT, /* still exclusive, write-protected by userfaultfd */
	PAGES_SWAPPED,      /* swap entries; the harness provides the swap */
	PAGES_GUARD,        /* guard markers */
	PAGES_UFFD_WP,      /* userfaultfd's write-protect markers, without a page */

	NR_PAGE_STATES
};

/* What varies between the runs of one case. */
struct case_variant {
	const char *name;      /* the row is named CASE/NAME; NULL: CASE alone */
	uint64_t size_bytes;   /* the region; 0: the case has none */
	uint64_t folio_bytes;  /* FOLIO_BASE, FOLIO_PMD or a size */
	enum page_state pages; /* PAGES_EXCLUSIVE where nothing is said */
	unsigned int vmas;     /* that the region is split into, by case_split(); 0: one */
	unsigned int spinners; /* threads of the same mm that spin on other cores meanwhile */
	int arg;               /* the case's own */
};

/* Around the timing of a process. */
enum moment {
	BEFORE,
	AFTER,
	NR_MOMENTS
};

struct case_run;

struct bench_case {
	const char *name;        /* [a-z0-9_]+ */
	const char *summary;     /* one line for `list`, what one iteration does */
	const char *source;      /* where the workload was published, or why it is here */
	const char *const *tags; /* ends with NULL; --cases takes them like names; NULL: none */
	const struct case_variant *variants;
	size_t nr_variants;

	bool on_request;    /* not in the default suite: only when --cases names it */
	bool control;       /* exercises nothing that a patch to mprotect or mremap can touch */
	bool scalable;      /* --size and --quick replace the variants' size_bytes */
	bool pte_mapped;    /* map PMD-sized folios by PTEs, without splitting the folios */
	bool maps_itself;   /* it maps the region and calls case_prove() on it */
	bool faults_region; /* each iteration faults in the variant's size_bytes, once */
	bool own_time;      /* only what lies between case_time_on() and _off() counts */
	unsigned int max_repetitions; /* 0: as the user says; for runs of many seconds */
	uint64_t max_iterations;      /* 0: no limit; 1: one run() is the whole workload */

	unsigned int room_factor; /* address space to keep free for it, in regions; 0: one */

	/* How time per iteration turns into the units people quote. */
	unsigned int calls_per_iteration; /* 0: one iteration is no number of equal calls */
	int pages_per_call;        /* PAGES_OF_REGION, a number, or 0 where pages mean nothing */
	const char *directions[2]; /* what case_run.direction_ns[] hold, or NULL */
	unsigned int published_iterations; /* published results count so many as one; 0: none */
	const char *published_unit;        /* and call them so, e.g. "40 cycles" */
	const char *published_name;        /* what the list calls the workload, e.g. "T1"; NULL */

	/* Why this machine cannot run the variant, into @why, with -ENOTSUP; 0: it can. May be
	 * NULL. */
	int (*unmet)(const struct case_variant *variant, struct error *why);

	/*
	 * setup() runs once per process, after the region is there and before it is proved; run()
	 * does @n iterations and nothing else; check() runs after the last repetition. They return
	 * 0 or a negative errno. -ENOTSUP of setup() with a reason in case_run.why skips the row:
	 * for what only trying it can tell. All but run() may be NULL.
	 */
	int (*setup)(struct case_run *run);
	int (*run)(struct case_run *run, uint64_t n);
	int (*check)(struct case_run *run);
	void (*teardown)(struct case_run *run); /* once setup() has succeeded */
};

/* One process's run of a variant. A case reads all of it and writes what is marked. */
struct case_run {
	const struct bench_case *c;
	const struct case_variant *variant;
	char *region; /* mapped read-write, in the state asked for; NULL for maps_itself */
	uint64_t size_bytes;
	uint64_t page_bytes;      /* base page */
	uint64_t pmd_bytes;       /* what one PMD maps */
	uint64_t direction_ns[2]; /* written: totals of the current repetition */
	uint64_t own_ns;          /* written: totals of own_time, mostly by case_time_off() */
	uint64_t own_start_ns;    /* case_time_on()'s */
	void *data;               /* written: the case's own, freed by its teardown() */
	struct error *why;        /* written by setup(): the reason for a negative errno */
	struct prover *prover;    /* the harness's, as are the next three */
	struct marks marks;
	bool counted;      /* this repetition is between marks */
	struct perf *perf; /* NULL: there is nothing to count with */
};

/* Around what own_time is to count, as often as need be. The latter returns the time between. */
static inline void case_time_on(struct case_run *run)
{
	run->own_start_ns = now_ns();
	if (run->counted)
		run->marks.begin();
}

static inline uint64_t case_time_off(struct case_run *run)
{
	uint64_t ns;

	if (run->counted)
		run->marks.end();
	ns = now_ns() - run->own_start_ns;
	run->own_ns += ns;
	return ns;
}

/*
 * For cases that map by themselves: proves that the folios of @addr are those that the variant asks
 * for, and records it as of that @moment. Takes milliseconds: keep it out of
 * what is timed. Returns 0, or -EBADMSG where they are not, with the reason kept for the result.
 */
int case_prove(struct case_run *run, enum moment moment, void *addr, uint64_t size_bytes);

/*
 * PTE-maps every PMD-mapped folio of the region without splitting it: VMAs are split and merged
 * around one base page of each PMD range. The way of the posted program of "Optimize mprotect() for
 * large folios" (MADV_DONTFORK and back). Returns 0 or a negative errno.
 */
int case_pte_map(void *addr, uint64_t size_bytes, uint64_t page_bytes, uint64_t pmd_bytes);

/*
 * Writes one byte to each base page of the variant's size at @addr, as the harness does with an
 * exclusive region, so that the same folios come: for cases that give up memory in each iteration.
 */
void case_fault_in(const struct case_run *run, void *addr);

/*
 * Splits the region into @nr VMAs of equal size, by MADV_DONTFORK on every second one, which no
 * mprotect() or mremap() merges again. 0, or a negative errno; -EINVAL if the pages don't divide.
 */
int case_split(void *addr, uint64_t size_bytes, uint64_t page_bytes, unsigned int nr);

/*
 * Forks; the child returns and goes on as this worker, the parent only waits for it and ends as it
 * did. All anonymous memory is then mapped by two processes and not exclusive, as after the fork()
 * of any program. 0 in the child, or a negative errno.
 */
int case_continue_in_child(void);

/*
 * Registers a descriptor: its address goes into a linker section that the harness walks. Case files
 * must be linked as objects, since a static archive would drop them.
 */
#define BENCH_CASE(descriptor)                                   \
	static const struct bench_case *const descriptor##_entry \
		__attribute__((used, section("bench_cases"))) = &(descriptor)

#endif

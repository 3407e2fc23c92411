/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A comparison in memory: what the result files say, reduced to flat arrays, and what was worked
 * out from it. reader.h fills it, verdict.h judges it, the writers (text.h, json.h) only read it.
 * All of it belongs to the struct comparison.
 *
 *   comparison -> arms[]  a kernel each; the first is the baseline
 *                   -> boots[], runs[] (a run is a file)
 *              -> rows[]  a case each, sorted by name
 *                   -> cells[]  one per arm: samples, estimates, verdict
 */
#ifndef COMPARE_MODEL_H
#define COMPARE_MODEL_H

#include "bench/util.h"
#include "compare/estimate.h"

#define MAX_DIRECTIONS 2

/* One used repetition. */
struct sample {
	uint32_t run, process, repetition;
	uint32_t place;                      /* index in the file's benchmarks[], for messages */
	double iteration_ns;                 /* real time per iteration */
	double direction_ns[MAX_DIRECTIONS]; /* per call of that direction */
};

/* Whole numbers that say what was run. Two arms that differ in one ran different workloads. */
enum workload_number {
	WORKLOAD_SIZE,
	WORKLOAD_FOLIO,
	WORKLOAD_SPINNERS,
	WORKLOAD_PAGES,
	WORKLOAD_BASE_PAGE,
	WORKLOAD_FOLIO_ORDER,
	WORKLOAD_CALLS,
	WORKLOAD_PAGES_PER_CALL,
	WORKLOAD_PUBLISHED_ITERATIONS,
	NR_WORKLOAD_NUMBERS
};

struct workload {
	int64_t number[NR_WORKLOAD_NUMBERS]; /* -1: not stated */
	char published_unit[32];             /* empty: none */
	char published_name[8];              /* the list's name of it, "T1"; empty: none */
	size_t nr_directions;
	char directions[MAX_DIRECTIONS][24];
};

enum verdict {
	VERDICT_BASELINE,  /* of the first arm, which is compared with nothing */
	VERDICT_PUBLISHED, /* a figure from a mailing list: shown, never judged */
	VERDICT_INCONCLUSIVE,
	VERDICT_UNVERIFIED,
	VERDICT_MISSING,
	VERDICT_NOT_MEASURED, /* skipped in all arms: nothing is missing beside anything */
	VERDICT_ERROR,
	VERDICT_INCOMPARABLE,
};

/* What one arm has of one case. */
struct cell {
	struct sample *samples;
	size_t nr_samples, samples_room;
	struct workload workload; /* of all samples */
	uint64_t min_iterations, max_iterations;
	size_t nr_contended;
	size_t nr_verified, nr_unverified; /* samples; neither: the case has no region to prove */
	char *failed, *skipped;            /* the first reason given; NULL: none */

	struct boot_estimate *boots; /* NULL without samples */
	size_t nr_boots;
	struct estimate estimate;                   /* ns per iteration */
	struct estimate directions[MAX_DIRECTIONS]; /* ns per call */

	enum verdict verdict;
	char *reason; /* of the verdict, a clause; NULL for VERDICT_BASELINE */
};

struct row {
	char *name;
	bool control;       /* a file says that no patch can touch it */
	struct cell *cells; /* as many as there are arms */
};

/* One boot of an arm's kernel. */
struct boot {
	char *id;
	char *release, *version; /* uname's two; NULL: not stated */
	char *machine;           /* summary for people; NULL: not stated */
	int64_t block, position; /* in the campaign, in the block; -1: not stated */
	size_t nr_runs;
};

struct run {
	char *path, *date;       /* date may be NULL */
	int64_t seed;            /* of its order; -1: not stated */
	int64_t block, position; /* -1: not stated */
	uint32_t boot;           /* index into the arm's boots */
	bool interrupted;
};

/* What the context says of machine and settings: "machine.cpu.smt" is "on". */
struct fact {
	char *name, *value;
	bool varies; /* between the arm's files; value is the first file's */
};

struct source {
	char *url, *title, *author, *date, *note; /* each may be NULL */
};

struct arm {
	char *name;     /* unlike all others' */
	char *label;    /* as in its files */
	char *input;    /* as the user gave it */
	char *clock;    /* "wall", "instructions"; NULL: not stated */
	bool published; /* figures from a mailing list: source says whose */
	/*
	 * Files of some other program that uses google/benchmark. They say nothing of boots: all
	 * are one, called "not stated", and each file is a process of it.
	 */
	bool flat;
	struct source source;
	struct run *runs;
	size_t nr_runs, runs_room;
	struct boot *boots;
	size_t nr_boots, boots_room;
	struct fact *facts; /* sorted by name */
	size_t nr_facts, facts_room;
};

struct comparison {
	struct arm *arms;
	size_t nr_arms;
	struct row *rows;
	size_t nr_rows, rows_room;
	json_t *row_index; /* name to index in rows, while they are read */
};

/* With room for @nr_arms, all empty. -ENOMEM. */
int comparison_init(struct comparison *c, size_t nr_arms);
void comparison_free(struct comparison *c);

/* The row of that name, added if need be; valid until the next is added. NULL: no memory. */
struct row *comparison_row(struct comparison *c, const char *name);

/* Sorts the rows by name, numbers in names by value: 4K, 40K, 400K. Ends comparison_row(). */
void comparison_sort(struct comparison *c);

const char *verdict_name(enum verdict verdict);

/*
 * Makes room for one more element of @size bytes in @array, doubling; the new one is zeroed.
 * Returns a pointer to it, or NULL with @array as it was. The caller counts it.
 */
void *array_add(void *array, size_t count, size_t *room, size_t size);

#endif

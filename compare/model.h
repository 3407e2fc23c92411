/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A comparison in memory: what the result files say, reduced to flat arrays, and what was worked
 * out from it. reader.h fills it, verdict.h judges it, the writers only read it.
 * All of it belongs to the struct comparison.
 *
 *   comparison -> arms[]  a kernel each; the first is the baseline
 *                   -> boots[], runs[] (a run is a file)
 *              -> rows[]  a case each, sorted by name
 *                   -> cells[]  one per arm: samples, estimates
 *              -> contrasts[]  an arm held against another
 *                   -> judgements[]  one per row: change, interval, verdict
 *              -> curves[]  rows that differ in one size
 *                   -> lines[]  one per arm: what a call costs, and what each page adds
 */
#ifndef COMPARE_MODEL_H
#define COMPARE_MODEL_H

#include "bench/util.h"
#include "compare/estimate.h"
#include "compare/fit.h"
#include "compare/stats.h"

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
	WORKLOAD_VMAS,
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
	char page_state[24];                 /* empty: exclusive, or no pages */
	char published_unit[32];             /* empty: none */
	char published_name[8];              /* the list's name of it, "T1"; empty: none */
	size_t nr_directions;
	char directions[MAX_DIRECTIONS][24];
};

/* results/README.md says what each means to a reader of a report; verdict.h how it is reached. */
enum verdict {
	VERDICT_REGRESSION,
	VERDICT_IMPROVEMENT,
	VERDICT_SMALL_CHANGE,
	VERDICT_NO_REGRESSION,
	VERDICT_EQUIVALENT,
	/* From here on: no pass. */
	VERDICT_INCONCLUSIVE,
	VERDICT_UNSTABLE,
	VERDICT_UNVERIFIED,
	VERDICT_MISSING,
	VERDICT_ERROR,
	VERDICT_INCOMPARABLE,
	/* From here on: nothing to judge. */
	VERDICT_NOT_MEASURED, /* skipped in all arms, or missing beside a published figure only */
	VERDICT_PUBLISHED,    /* a figure from a mailing list: shown, never judged */
	NR_VERDICTS
};

/* What worker processes spent, summed over those that state it. */
struct spent {
	size_t workers;
	double setup_ns;   /* with proving */
	double measure_ns; /* with the repetition that is not used */
};

/* Something that was counted beside the time, of one case and arm: counters.h. */
struct counter {
	char *name;
	double *samples; /* per iteration, of each repetition or worker that has it */
	size_t nr, room;
};

struct counters {
	struct counter *counter;
	size_t nr, room;
	size_t nr_workers; /* that counted events */
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
	size_t nr_failed, nr_skipped;      /* boots that give one */
	struct spent spent;
	struct counters counters;

	/* Per boot; all in the same order, NULL without samples. */
	struct boot_estimate *boots, *direction_boots[MAX_DIRECTIONS];
	size_t nr_boots;
	struct estimate estimate;                   /* ns per iteration */
	struct estimate directions[MAX_DIRECTIONS]; /* ns per call */
};

struct row {
	char *name;
	bool control;       /* exercises nothing that a patch to mprotect or mremap can touch */
	bool no_control;    /* a file says so */
	bool disputed;      /* a control in one file and none in another; counts as none */
	double threshold;   /* a change of less is no regression: 0.03 */
	struct cell *cells; /* as many as there are arms */
};

/* Names of counters that were not to be had. */
struct uncounted {
	bool stated; /* by a file; else nothing is known of counters */
	char **names;
	size_t nr, room;
};

/* One boot of an arm's kernel. */
struct boot {
	char *id;
	char *release, *version; /* uname's two; NULL: not stated */
	char *machine;           /* summary for people; NULL: not stated */
	int64_t block, position; /* of the campaign; an arm has a block once; -1: not stated */
	int64_t start;           /* of its first run, in seconds since 1970; 0: not known */
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
	struct uncounted uncounted;
	struct fact *facts; /* sorted by name */
	size_t nr_facts, facts_room;
};

enum method {
	METHOD_NONE,         /* no verdict is possible: why says the reason */
	METHOD_PAIRED,       /* paired t over blocks */
	METHOD_WELCH,        /* Welch's t over boots */
	METHOD_INSTRUCTIONS, /* known resolution of the instruction clock */
};

/* A ratio, here over base, and the 95 % interval around it; NAN: not known. */
struct change {
	double ratio;
	struct interval interval;
};

/* What is said of one case of a contrast. */
struct judgement {
	enum verdict verdict;
	char *reason; /* of the verdict, a clause; never NULL once judged */
	bool fragile; /* methods disagree on whether there is a difference */

	/* Where there are samples on both sides: */
	struct change change, directions[MAX_DIRECTIONS];

	enum method
		method; /* the contrast's but for too few boots or an instruction clock's outlier */
	size_t nr_units; /* blocks, or boots of the arm that has fewer */
	/* Where there is a method: */
	struct difference difference;
	double sd;                   /* of the logarithms: of blocks, or pooled of boots */
	struct interval interval_90; /* as ratios */
	double p, p_adjusted; /* the latter over the contrast's gated cases; NAN: not gated */
	struct interval sign_interval; /* as ratios; without bounds if too few blocks */
	double p_sign_flip;            /* NAN where there are no blocks */
	/*
	 * Of 100 such campaigns without a change 80 exclude a slowdown of that much (0.02 is 2 %)
	 * or more, as NO-REGRESSION needs: stats_detectable(). To find a change among many cases,
	 * for which p is adjusted, is another question: plan.h.
	 */
	double detectable;
	size_t boots_needed; /* per arm, for the threshold to be excluded; 0: no number will do */
};

struct mismatch;

/* One arm held against another. */
struct contrast {
	size_t base, here; /* arms */
	bool step;         /* against the predecessor, beside the one against the first */
	enum method method;
	char why[320];   /* METHOD_NONE: a clause */
	size_t nr_units; /* most that a case has: blocks, or boots of the arm that has fewer */
	struct judgement *judgements; /* as the rows */
	size_t nr_gated;              /* cases in the family of the adjusted p */
	double prior_df;              /* of moderation; 0: p is the paired or Welch's own */
	const char *moved_control;    /* a row, or NULL; borrowed */
	struct mismatch *mismatches;  /* of machine and settings */
	size_t nr_mismatches, nr_fatal;
};

/* The baseline's boots, halved (self_check.h) and held against each other. */
struct self_check {
	size_t nr_boots[2]; /* 0: fewer than two boots */
	size_t nr_rows;
	double median_change, largest_change; /* of |ratio - 1| */
	const char *largest;                  /* row; borrowed */
	const char *moved;                    /* a row that changed significantly, or NULL */
};

/* An arm's cost per call as a straight line over the pages of the call. */
struct cost_line {
	size_t nr_boots; /* those with every row that is fitted, a line each; 0: no line */
	/* Theirs: boot, and as median the coefficient. */
	struct boot_estimate *boots[NR_COEFFICIENTS];
	double value[NR_COEFFICIENTS];             /* ns */
	struct interval interval[NR_COEFFICIENTS]; /* 95 %; NAN: one boot */
	double gain[NR_COEFFICIENTS];              /* the boots' largest: fit.h */
	double worst; /* residual of the row that is farthest from the line: fit.h */
	size_t worst_row;
};

/* Rows that differ in their size only, or in the size of their folios only; two or more. */
struct curve {
	char *name;              /* what their names have in common: "mprotect_toggle/rw" */
	enum workload_number x;  /* what they differ in: WORKLOAD_SIZE, WORKLOAD_FOLIO */
	size_t *rows, nr_rows;   /* ascending in it */
	size_t *fitted;          /* those that the lines go through */
	size_t nr_fitted;        /* 0: no arm has a line */
	struct cost_line *lines; /* per arm */
	/* Per contrast; shown, never judged. NAN: not known. */
	struct change (*changes)[NR_COEFFICIENTS];
};

struct step;

struct comparison {
	struct arm *arms;
	size_t nr_arms;
	/* Of a patch series (steps.h): the arms are those of them that have results. Borrowed. */
	const struct step *steps; /* NULL: nothing but the arms is known */
	size_t nr_steps;
	struct row *rows;
	size_t nr_rows, rows_room;
	struct contrast *contrasts; /* each arm against the first; with --step also in turn */
	size_t nr_contrasts;
	struct self_check self_check;
	struct curve *curves; /* curve.h */
	size_t nr_curves, curves_room;
	json_t *row_index; /* name to index in rows, while they are read */
};

/* With room for @nr_arms, all empty. -ENOMEM. */
int comparison_init(struct comparison *c, size_t nr_arms);
void comparison_free(struct comparison *c);

/* "new", or "2 of 6 boots of new" where @nr are not all of them. Returns @buf. */
const char *arm_boots_text(const struct arm *arm, size_t nr, char *buf, size_t size);

/* Adds @more to @sum. */
void spent_add(struct spent *sum, const struct spent *more);

/* The row of that name, added if need be; valid until the next is added. NULL: no memory. */
struct row *comparison_row(struct comparison *c, const char *name);

/* Whether a row is meant by the glob: by its name, or by its case's, the part before the '/'. */
bool row_name_matches(const char *glob, const char *name);

/* Whether the arm's nanoseconds are executed instructions. */
bool counts_instructions(const struct arm *arm);

/* Sorts the rows by name, numbers and sizes by value: 4K, 64K, 1M. Ends comparison_row(). */
void comparison_sort(struct comparison *c);

/* "NO-REGRESSION". */
const char *verdict_name(enum verdict verdict);

/*
 * Makes room for one more element of @size bytes in @array, doubling; the new one is zeroed.
 * Returns a pointer to it, or NULL with @array as it was. The caller counts it.
 */
void *array_add(void *array, size_t count, size_t *room, size_t size);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What worker.c, which does the job, shares with worker_report.c, which tells of it.
 */
#ifndef BENCH_WORKER_PARTS_H
#define BENCH_WORKER_PARTS_H

#include "job.h"
#include "measure.h"
#include "mem.h"
#include "prover.h"
#include "registry.h"

struct worker {
	struct job job;
	struct selected row;
	struct case_run run;
	struct prover prover;
	struct residency residency;
	struct spinners *spinners;
	struct sample *samples; /* the warm-up, then job.repetitions */
	double spin_ratio[MAX_SPINNERS];
	uint64_t iterations, setup_ns, measure_ns;
	bool calibrated, has_folios;
	bool skipped;              /* for the reason in err: the machine lacks something */
	struct perf perf;          /* open for the timed part */
	json_t *mthp_start, *mthp; /* at the start; change over the timed part */
	json_t *vmstat;            /* change over the timed part; NULL: cannot be had */
	struct error err;
};

/* The answer to the job (job.h); @ret is how the job ended. A new reference. */
json_t *worker_report(const struct worker *w, int ret);

#endif

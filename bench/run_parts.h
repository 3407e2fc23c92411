/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What run.c, which runs the suite, shares with run_plan.c, which makes up what is run.
 */
#ifndef BENCH_RUN_PARTS_H
#define BENCH_RUN_PARTS_H

#include "host.h"
#include "run.h"
#include "schedule.h"
#include "state.h"

struct suite {
	const struct run_options *options;
	FILE *log;
	struct host host;
	struct state state;
	struct selected *rows; /* those that can be measured */
	size_t nr_rows;
	struct slot *slots;
	size_t nr_slots;
	json_t *result;
	json_t *iterations; /* by name: frozen or calibrated */
	json_t *frozen;     /* by name: from --iterations-from */
	char applied[48];   /* the kind of folio that the settings are for; "": as found */
	int signals;        /* signalfd */
	bool perf;          /* there are hardware counters: perf.h */
	struct run_outcome *outcome;
};

/* Splits the selection into what can be measured and, in @skipped, what cannot and why. */
int suite_select(struct suite *s, json_t *skipped, struct error *err);

/* Makes the slots, and takes iteration counts from an earlier result where one is given. */
int suite_plan(struct suite *s, const char *results_dir, struct error *err);

#endif

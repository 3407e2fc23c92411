/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A comparison built by hand, with names that each form of a report must escape. */
#ifndef TESTS_HOSTILE_H
#define TESTS_HOSTILE_H

#include "compare/model.h"

#include <math.h>
#include <string.h>

/* What XML, CSV, JSON, KTAP and Go's format each give a meaning to; a letter beyond ASCII. */
#define HOSTILE "a<b>&\"c'|,`$;*#%d -1\tx\ny\xc3\xa9"

#define UNKNOWN          \
	{                \
		NAN, NAN \
	}

static char long_name[301];

static struct boot boots[2][3] = {
	{{.id = "b0", .release = "6.18.0", .block = -1, .position = -1},
	 {.id = "b1", .block = -1, .position = -1},
	 {.id = "b2", .block = -1, .position = -1}},
	{{.id = "h0", .block = 0, .position = 1},
	 {.id = "h1", .block = -1, .position = -1},
	 {.id = "h2", .block = -1, .position = -1}},
};

static struct run runs[2] = {{.path = "base.json"}, {.path = "\xff.json", .date = "2026-01-06"}};

static struct arm arms[2] = {
	{.name = "base", .label = "base", .input = "base", .clock = "wall", .runs = &runs[0]},
	{.name = "n<&\x01 ", .label = "new", .input = "new", .runs = &runs[1]},
};

/* Three boots of 100, 110 and 121: geometric mean 110. */
static struct boot_estimate estimates[3] = {
	{.boot = 0, .median = 100, .nr_processes = 3, .nr_repetitions = 27},
	{.boot = 1, .median = 110, .nr_processes = 3, .nr_repetitions = 27},
	{.boot = 2, .median = 121, .nr_processes = 3, .nr_repetitions = 27},
};
static struct boot_estimate single = {.median = 5e9, .nr_processes = 1, .nr_repetitions = 1};

#define MEASURED(n, list, time)                                                          \
	{                                                                                \
		.nr_samples = 9, .nr_boots = (n), .boots = (list), .min_iterations = 20, \
		.max_iterations = 40,                                                    \
		.estimate = {.value = (time),                                            \
			     .min = (time),                                              \
			     .spread_percent = NAN,                                      \
			     .process_spread_percent = 0.5},                             \
	}

static struct cell cells[4][2] = {
	{MEASURED(1, &single, 100), MEASURED(3, estimates, 110)},
	{MEASURED(1, &single, 5e9), MEASURED(1, &single, 5e9)},
	{MEASURED(1, &single, 5e9), MEASURED(1, &single, 5e9)},
	{{.skipped = "no THP"}, {.skipped = "no THP"}},
};

static struct row rows[4] = {
	{.name = HOSTILE, .threshold = 0.03, .cells = cells[0]},
	{.name = "nop", .control = true, .threshold = 0.03, .cells = cells[1]},
	{.name = long_name, .threshold = 0.05, .cells = cells[2]},
	{.name = "-skipped-8", .threshold = 0.03, .cells = cells[3]},
};

static struct judgement judgements[4] = {
	{
		.verdict = VERDICT_REGRESSION,
		.reason = "slower, \"5\" # SKIP\n\xc3",
		.fragile = true,
		.change = {1.1, {1.05, 1.25}},
		.directions = {{1.5, UNKNOWN}, {NAN, UNKNOWN}},
		.method = METHOD_PAIRED,
		.nr_units = 6,
		.interval_90 = {1.0625, 1.125},
		.p = 0.001,
		.p_adjusted = 0.004,
		.sign_interval = {0, INFINITY},
		.p_sign_flip = 0.03125,
		.detectable = 0.02,
		.boots_needed = 0,
	},
	{
		.verdict = VERDICT_EQUIVALENT,
		.reason = "same",
		.change = {1, UNKNOWN},
		.method = METHOD_NONE,
	},
	{
		.verdict = VERDICT_UNSTABLE,
		.reason = "nop\nmoved",
		.change = {0.5, {0.25, 0.75}},
		.method = METHOD_WELCH,
		.nr_units = 5,
		.interval_90 = {NAN, 1.5},
		.p = 0.25,
		.p_adjusted = NAN,
		.sign_interval = UNKNOWN,
		.p_sign_flip = NAN,
		.detectable = INFINITY,
		.boots_needed = 12,
	},
	{.verdict = VERDICT_NOT_MEASURED, .reason = "no THP", .change = {NAN, UNKNOWN}},
};

static struct contrast contrast = {
	.here = 1,
	.method = METHOD_PAIRED,
	.nr_units = 6,
	.nr_gated = 2,
	.judgements = judgements,
};

static struct comparison comparison = {
	.arms = arms,
	.nr_arms = 2,
	.rows = rows,
	.nr_rows = 4,
	.contrasts = &contrast,
	.nr_contrasts = 1,
};

/* Of the group. */
static int setup(void **state)
{
	struct workload *w = &cells[0][1].workload;

	(void)state;
	memset(long_name, 'x', sizeof(long_name) - 1);
	for (int a = 0; a < 2; a++) {
		arms[a].boots = boots[a];
		arms[a].nr_boots = 3;
		arms[a].nr_runs = 1;
		for (int r = 0; r < 4; r++)
			for (int i = 0; i < NR_WORKLOAD_NUMBERS; i++)
				cells[r][a].workload.number[i] = -1;
	}
	/* An iteration is two calls of five pages. */
	w->number[WORKLOAD_CALLS] = 2;
	w->number[WORKLOAD_PAGES_PER_CALL] = 5;
	w->nr_directions = 1;
	strcpy(w->directions[0], "R W");
	cells[0][1].direction_boots[0] = estimates;
	cells[0][1].directions[0] = cells[0][1].estimate;
	return 0;
}

#endif

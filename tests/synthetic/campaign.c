// SPDX-License-Identifier: GPL-2.0-or-later
#include "campaign.h"

#include "compare/threshold.h"

#include <errno.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 2026-01-01T00:00:00Z */
#define CAMPAIGN_START 1767225600

struct campaign campaign_default(void)
{
	return (struct campaign){
		.nr_arms = 2,
		.nr_cases = 8,
		.blocks = 6,
		.processes = 3,
		.repetitions = 9,
		.setup_ns = 5e7,
		.per_repetition_ns = 5e7,
		.clock = "wall",
		.seed = 1,
	};
}

static gsl_rng *random_numbers(const struct campaign *campaign, unsigned int stream)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	if (rng)
		gsl_rng_set(rng, 2 * (unsigned long)campaign->seed + stream);
	return rng;
}

int campaign_order(const struct campaign *campaign, size_t *arms)
{
	size_t n = campaign->nr_arms, *order = malloc(n * sizeof(*order));
	gsl_rng *rng = random_numbers(campaign, 1);
	int ret = order && rng ? 0 : -ENOMEM;

	for (size_t i = 0; i < n && !ret; i++)
		order[i] = i;
	for (size_t b = 0; b < campaign->blocks && !ret; b++) {
		if (!campaign->sequential && b % n == 0)
			gsl_ran_shuffle(rng, order, n, sizeof(*order));
		for (size_t i = 0; i < n; i++)
			if (campaign->sequential)
				arms[i * campaign->blocks + b] = i;
			else
				arms[b * n + i] = order[(i + b) % n];
	}
	if (rng)
		gsl_rng_free(rng);
	free(order);
	return ret;
}

/* 0 without drawing: a level that is not wanted costs no time. */
static double noise(gsl_rng *rng, double sd)
{
	return sd > 0 ? gsl_ran_gaussian_ziggurat(rng, sd) : 0;
}

static double repetition_noise(const struct campaign *campaign, gsl_rng *rng)
{
	double x = noise(rng, campaign->repetition);

	if (campaign->tail_share > 0 && gsl_rng_uniform(rng) < campaign->tail_share)
		x += gsl_ran_exponential(rng, campaign->tail);
	return x;
}

/* What a boot of @arm adds to one row's cell. */
static void measure(const struct campaign *campaign, gsl_rng *rng, uint32_t run, double level,
		    struct cell *cell)
{
	for (uint32_t p = 0; p < campaign->processes; p++) {
		double process = level + noise(rng, campaign->process);

		for (uint32_t r = 0; r < campaign->repetitions; r++)
			cell->samples[cell->nr_samples++] = (struct sample){
				.run = run,
				.process = p,
				.repetition = r,
				.iteration_ns = exp(process + repetition_noise(campaign, rng)),
			};
	}
}

static size_t first_size(const struct campaign *campaign)
{
	return campaign->nr_cases + campaign->nr_controls;
}

/* Base pages of 4K: 1, 4, 16, ... */
static int64_t pages_of(const struct campaign *campaign, size_t row)
{
	return (int64_t)1 << (2 * (row - first_size(campaign)));
}

/* The logarithm of what two calls take. */
static double curve_level(const struct campaign *campaign, size_t row, size_t arm)
{
	double slope = campaign->slope * (arm ? 1 + campaign->slope_change : 1);
	double intercept = campaign->intercept * (arm ? 1 + campaign->intercept_change : 1);
	bool large = row - first_size(campaign) >= campaign->nr_sizes / 2;

	return log(2 * (intercept + slope * (double)pages_of(campaign, row))) +
	       (large ? campaign->bend : 0);
}

static double level_of(const struct campaign *campaign, size_t row, size_t arm)
{
	double effect = campaign->effects && row < first_size(campaign)
				? campaign->effects[row * campaign->nr_arms + arm]
				: 0;

	if (row >= first_size(campaign))
		return curve_level(campaign, row, arm);
	return log(1000 * (double)(row + 1)) + effect;
}

static void measure_boot(const struct campaign *campaign, gsl_rng *rng, struct comparison *c,
			 size_t arm, double common)
{
	uint32_t run = (uint32_t)c->arms[arm].nr_runs - 1;

	for (size_t r = 0; r < c->nr_rows; r++) {
		double sd = campaign->row_boot ? campaign->row_boot[r] : campaign->boot;
		double level = level_of(campaign, r, arm) + common + noise(rng, sd);

		measure(campaign, rng, run, level, &c->rows[r].cells[arm]);
	}
}

static int add_boot(const struct campaign *campaign, struct arm *arm, size_t index)
{
	bool blocks = !campaign->sequential;
	size_t n = campaign->nr_arms, i = arm->nr_boots++;
	struct boot *boot = &arm->boots[i];
	struct run *run = &arm->runs[arm->nr_runs++];

	boot->block = blocks ? (int64_t)(index / n) : -1;
	boot->position = blocks ? (int64_t)(index % n) : -1;
	boot->start = CAMPAIGN_START + 600 * (int64_t)index;
	boot->nr_runs = 1;
	run->boot = (uint32_t)i;
	run->seed = (int64_t)(blocks ? index / n : i);
	if (asprintf(&boot->id, "%08llx-0000-4000-8000-%012zx", (unsigned long long)campaign->seed,
		     index) < 0)
		boot->id = NULL;
	if (asprintf(&boot->release, "6.12.0-%s", arm->name) < 0)
		boot->release = NULL;
	if (asprintf(&run->path, "%s/%02zu.json", arm->name, i + 1) < 0)
		run->path = NULL;
	/* A boot every ten minutes. */
	if (asprintf(&run->date, "2026-01-%02zuT%02zu:%02zu:00+00:00", 1 + index / 144,
		     index / 6 % 24, index % 6 * 10) < 0)
		run->date = NULL;
	return boot->id && boot->release && run->path && run->date ? 0 : -ENOMEM;
}

static int init_arms(const struct campaign *campaign, struct comparison *c)
{
	for (size_t a = 0; a < c->nr_arms; a++) {
		struct arm *arm = &c->arms[a];

		if (asprintf(&arm->label, a > 1 ? "new-%zu" : a ? "new" : "base", a) < 0)
			arm->label = NULL;
		arm->name = arm->label ? strdup(arm->label) : NULL;
		arm->input = arm->label ? strdup(arm->label) : NULL;
		arm->clock = strdup(campaign->clock);
		arm->runs = calloc(campaign->blocks, sizeof(*arm->runs));
		arm->boots = calloc(campaign->blocks, sizeof(*arm->boots));
		if (!arm->name || !arm->input || !arm->clock || !arm->runs || !arm->boots)
			return -ENOMEM;
		arm->runs_room = arm->boots_room = campaign->blocks;
	}
	return 0;
}

static int init_cell(const struct campaign *campaign, struct cell *cell)
{
	size_t room = campaign->blocks * campaign->processes * campaign->repetitions;

	for (size_t i = 0; i < NR_WORKLOAD_NUMBERS; i++)
		cell->workload.number[i] = -1;
	cell->workload.number[WORKLOAD_CALLS] = 2;
	cell->workload.number[WORKLOAD_SIZE] = 0;
	cell->workload.number[WORKLOAD_FOLIO] = 0;
	cell->workload.number[WORKLOAD_SPINNERS] = 0;
	cell->workload.number[WORKLOAD_PAGES] = 0;
	cell->workload.number[WORKLOAD_BASE_PAGE] = 4096;
	cell->min_iterations = cell->max_iterations = 1000;
	cell->samples = calloc(room, sizeof(*cell->samples));
	cell->samples_room = room;
	cell->spent.workers = campaign->blocks * campaign->processes;
	cell->spent.setup_ns = campaign->setup_ns * (double)cell->spent.workers;
	cell->spent.measure_ns = campaign->per_repetition_ns * (double)(campaign->repetitions + 1) *
				 (double)cell->spent.workers;
	return cell->samples ? 0 : -ENOMEM;
}

static void init_size(int64_t pages, struct workload *w)
{
	w->number[WORKLOAD_SIZE] = 4096 * pages;
	w->number[WORKLOAD_FOLIO] = 4096;
	w->number[WORKLOAD_PAGES] = pages;
	w->number[WORKLOAD_PAGES_PER_CALL] = pages;
}

static int init_rows(const struct campaign *campaign, struct comparison *c)
{
	size_t first = first_size(campaign);

	for (size_t r = 0; r < first + campaign->nr_sizes; r++) {
		bool control = r >= campaign->nr_cases && r < first;
		struct row *row;
		char name[32];

		if (r >= first)
			snprintf(name, sizeof(name), "curve/%" PRId64 "K",
				 4 * pages_of(campaign, r));
		else
			snprintf(name, sizeof(name), control ? "control_%zu" : "case_%zu",
				 control ? r - campaign->nr_cases + 1 : r + 1);
		row = comparison_row(c, name);
		if (!row)
			return -ENOMEM;
		row->control = control;
		row->threshold = strcmp(campaign->clock, "instructions")
					 ? DEFAULT_THRESHOLD
					 : DEFAULT_INSTRUCTIONS_THRESHOLD;
		for (size_t a = 0; a < c->nr_arms; a++) {
			if (init_cell(campaign, &row->cells[a]))
				return -ENOMEM;
			if (r >= first)
				init_size(pages_of(campaign, r), &row->cells[a].workload);
		}
	}
	/* Their order does not change, so that effects find them. */
	comparison_sort(c);
	return 0;
}

static int run_boots(const struct campaign *campaign, struct comparison *c)
{
	size_t nr = c->nr_arms * campaign->blocks, *order = malloc(nr * sizeof(*order));
	gsl_rng *rng = random_numbers(campaign, 0);
	int ret = order && rng ? campaign_order(campaign, order) : -ENOMEM;
	double block = 0;

	for (size_t i = 0; i < nr && !ret; i++) {
		double drift = nr > 1 ? campaign->drift * (double)i / (double)(nr - 1) : 0;

		if (!campaign->sequential && i % c->nr_arms == 0)
			block = noise(rng, campaign->block);
		ret = add_boot(campaign, &c->arms[order[i]], i);
		measure_boot(campaign, rng, c, order[i],
			     block + drift + noise(rng, campaign->shared_boot));
	}
	if (rng)
		gsl_rng_free(rng);
	free(order);
	return ret;
}

int campaign_make(const struct campaign *campaign, struct comparison *c)
{
	struct comparison made;
	int ret = comparison_init(&made, campaign->nr_arms);

	if (ret)
		return ret;
	ret = init_arms(campaign, &made);
	if (!ret)
		ret = init_rows(campaign, &made);
	if (!ret)
		ret = run_boots(campaign, &made);
	if (ret)
		comparison_free(&made);
	else
		*c = made;
	return ret;
}

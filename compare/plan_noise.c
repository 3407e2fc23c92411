// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/plan_noise.h"

#include "compare/adjust.h"
#include "compare/blocks.h"
#include "compare/moderate.h"

#include <errno.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Half of normal values lie within that many standard deviations. */
#define QUARTILE 0.6744897501960817

/* Variances of equals, as they are pooled. */
struct pooled {
	double squares;
	size_t df;
};

static void pool(struct pooled *p, const double *values, size_t n)
{
	if (n < 2)
		return;
	p->squares += gsl_stats_tss(values, 1, n);
	p->df += n - 1;
}

static double variance(const struct pooled *p)
{
	return p->df ? p->squares / (double)p->df : NAN;
}

/* What is gathered of one row. */
struct gathered {
	double *distances; /* of repetitions */
	size_t nr_distances;
	struct pooled processes, boots;
};

/* Distances of @n logarithms of one process, but the least. Returns their median; sorts them. */
static double add_process(struct gathered *g, double *logs, size_t n)
{
	double *distances = g->distances + g->nr_distances, median = estimate_median(logs, n);

	for (size_t i = 0; i < n; i++)
		/* Two lie 1 / sqrt(2) as far from their middle as from that of many. */
		distances[i] = fabs(logs[i] - median) * (n == 2 ? M_SQRT2 : 1);
	gsl_sort(distances, 1, n);
	memmove(distances, distances + 1, (n - 1) * sizeof(*distances));
	g->nr_distances += n - 1;
	return median;
}

/* Samples of a process stand together; those of a boot need not. @logs, @medians: room for all. */
static void gather_processes(struct gathered *g, const struct arm *arm, const struct cell *cell,
			     double *logs, double *medians, uint32_t *boots)
{
	size_t nr = 0;

	for (size_t i = 0, n; i < cell->nr_samples; i += n) {
		const struct sample *first = &cell->samples[i];

		for (n = 0; i + n < cell->nr_samples && first[n].run == first->run &&
			    first[n].process == first->process;
		     n++)
			logs[n] = log(first[n].iteration_ns);
		boots[nr] = arm->runs[first->run].boot;
		medians[nr++] = add_process(g, logs, n);
	}
	for (uint32_t b = 0; b < arm->nr_boots; b++) {
		size_t n = 0;

		for (size_t i = 0; i < nr; i++)
			if (boots[i] == b)
				logs[n++] = medians[i];
		pool(&g->processes, logs, n);
	}
}

/* NULL: none was in it, or the block is -1, for none. */
static const struct boot_estimate *in_block(const struct arm *arm, const struct cell *cell,
					    int64_t block)
{
	for (size_t i = 0; i < cell->nr_boots && block >= 0; i++)
		if (arm->boots[cell->boots[i].boot].block == block)
			return &cell->boots[i];
	return NULL;
}

/* Of the arm's boots, or of half of their differences from the first arm's. */
static void gather_boots(struct gathered *g, const struct comparison *c, const struct row *row,
			 size_t arm, bool in_blocks, double *logs)
{
	const struct cell *cell = &row->cells[arm];
	size_t n = 0;

	if (in_blocks && !arm)
		return;
	for (size_t i = 0; i < cell->nr_boots; i++) {
		int64_t block = c->arms[arm].boots[cell->boots[i].boot].block;
		const struct boot_estimate *base =
			in_blocks ? in_block(&c->arms[0], &row->cells[0], block) : NULL;

		if (!in_blocks)
			logs[n++] = log(cell->boots[i].median);
		else if (base)
			logs[n++] = log(cell->boots[i].median / base->median) / M_SQRT2;
	}
	pool(&g->boots, logs, n);
}

static size_t most_samples(const struct row *row, size_t nr_arms, size_t *sum)
{
	size_t most = 0;

	*sum = 0;
	for (size_t a = 0; a < nr_arms; a++) {
		size_t n = row->cells[a].nr_samples;

		*sum += n;
		most = n > most ? n : most;
	}
	return most;
}

static int gather(struct gathered *g, const struct comparison *c, const struct row *row,
		  bool in_blocks)
{
	size_t sum, most = most_samples(row, c->nr_arms, &sum);
	_cleanup_free_ double *logs = malloc(most * sizeof(*logs));
	_cleanup_free_ double *medians = malloc(most * sizeof(*medians));
	_cleanup_free_ uint32_t *boots = malloc(most * sizeof(*boots));

	g->distances = malloc(sum * sizeof(*g->distances));
	if (!logs || !medians || !boots || !g->distances)
		return -ENOMEM;
	for (size_t a = 0; a < c->nr_arms; a++) {
		gather_processes(g, &c->arms[a], &row->cells[a], logs, medians, boots);
		gather_boots(g, c, row, a, in_blocks, logs);
	}
	return 0;
}

/* From the repetitions up, each level less what those below put into it. */
static struct components solve(const struct gathered *g, const struct plan_design *design)
{
	struct components c = {NAN, NAN, NAN};
	double v;

	if (g->nr_distances)
		c.repetition = estimate_median(g->distances, g->nr_distances) / QUARTILE;
	if (g->processes.df) {
		v = variance(&g->processes) - components_variance(&c, 1, design->repetitions);
		c.process = sqrt(fmax(v, 0));
	}
	if (g->boots.df) {
		v = variance(&g->boots) -
		    components_variance(&c, design->processes, design->repetitions);
		c.boot = sqrt(fmax(v, 0));
	}
	return c;
}

static void add_times(struct plan_case *pc, const struct row *row, size_t nr_arms)
{
	struct spent spent = {0};
	size_t samples = 0;

	for (size_t a = 0; a < nr_arms; a++) {
		spent_add(&spent, &row->cells[a].spent);
		samples += row->cells[a].nr_samples;
	}
	if (!spent.workers)
		return;
	pc->fixed_ns = spent.setup_ns / (double)spent.workers;
	/* One more in each worker is not used. */
	pc->repetition_ns = spent.measure_ns / (double)(samples + spent.workers);
}

static void least(size_t *kept, size_t n)
{
	*kept = !*kept || n < *kept ? n : *kept;
}

static void add_design(struct plan_design *design, const struct row *row, size_t nr_arms)
{
	for (size_t a = 0; a < nr_arms; a++) {
		const struct cell *cell = &row->cells[a];

		if (!cell->nr_samples)
			continue;
		least(&design->processes, cell->estimate.min_processes);
		least(&design->repetitions, cell->estimate.min_repetitions);
	}
}

static void find_design(const struct comparison *c, struct plan_noise *noise)
{
	noise->in_blocks = c->nr_arms > 1;
	/* From two on, differences within them vary. */
	for (size_t a = 1; a < c->nr_arms; a++)
		noise->in_blocks &= blocks_shared(&c->arms[0], &c->arms[a]) > 1;
	for (size_t a = noise->in_blocks; a < c->nr_arms; a++)
		least(&noise->present.blocks, noise->in_blocks
						      ? blocks_shared(&c->arms[0], &c->arms[a])
						      : c->arms[a].nr_boots);
	for (size_t r = 0; r < c->nr_rows; r++)
		add_design(&noise->present, &c->rows[r], c->nr_arms);
}

/* Variances of the gated cases, for the prior. */
struct variances {
	double *variance, *df;
	size_t nr;
};

static int read_row(const struct comparison *c, const struct row *row, struct plan_noise *noise,
		    struct variances *v)
{
	struct plan_case *pc = &noise->cases[noise->nr_cases];
	struct plan_design design = {0};
	struct gathered g = {0};
	int ret = gather(&g, c, row, noise->in_blocks);

	add_design(&design, row, c->nr_arms);
	if (!ret) {
		*pc = (struct plan_case){.name = row->name, .control = row->control};
		pc->noise = solve(&g, &design);
		add_times(pc, row, c->nr_arms);
		noise->nr_cases++;
		noise->nr_gated += !row->control;
		noise->boot_df = g.boots.df > noise->boot_df ? g.boots.df : noise->boot_df;
		if (g.boots.df && !row->control) {
			v->variance[v->nr] = variance(&g.boots);
			v->df[v->nr++] = (double)g.boots.df;
		}
	}
	free(g.distances);
	return ret;
}

int plan_noise_read(const struct comparison *c, struct plan_noise *noise)
{
	_cleanup_free_ double *variances = malloc((c->nr_rows + 1) * sizeof(*variances));
	_cleanup_free_ double *df = malloc((c->nr_rows + 1) * sizeof(*df));
	struct plan_noise n = {.cases = calloc(c->nr_rows + 1, sizeof(*n.cases))};
	struct variances v = {variances, df, 0};
	int ret = n.cases && variances && df ? 0 : -ENOMEM;
	size_t samples;

	find_design(c, &n);
	for (size_t r = 0; r < c->nr_rows && !ret; r++)
		if (most_samples(&c->rows[r], c->nr_arms, &samples))
			ret = read_row(c, &c->rows[r], &n, &v);
	if (ret) {
		free(n.cases);
		return ret;
	}
	if (n.nr_gated >= MODERATE_FROM)
		n.prior_df =
			v.nr >= MODERATE_FROM ? moderate_fit(variances, df, v.nr).df : INFINITY;
	*noise = n;
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/contrast.h"

#include "compare/blocks.h"
#include "compare/facts.h"

#include <errno.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The logarithms of one series, one figure per boot, on both sides. */
struct series {
	double resolution; /* of the instruction clock: standard deviation between boots; else 0 */
	double within; /* standard deviation of a boot's figure by its repetitions, the largest */
	double *base, *here; /* per boot */
	size_t nr_base, nr_here;
	double *pairs; /* here minus base, per block that both have */
	size_t nr_pairs;
};

static void series_free(struct series *s)
{
	free(s->base);
	free(s->here);
	free(s->pairs);
}

static const char *shared_boot(const struct arm *a, const struct arm *b)
{
	for (size_t i = 0; i < a->nr_boots; i++)
		for (size_t j = 0; j < b->nr_boots; j++)
			if (!strcmp(a->boots[i].id, b->boots[j].id))
				return a->boots[i].id;
	return NULL;
}

/* The arms' common value of a fact; NULL where they differ, or one does not state it. */
static const char *common_fact(const struct arm *a, const struct arm *b, const char *name)
{
	const struct fact *x = facts_find(a, name), *y = facts_find(b, name);

	if (!x || !y || x->varies || y->varies || strcmp(x->value, y->value))
		return NULL;
	return x->value;
}

/* Says in @why that both arms are one build. Returns whether they are. */
static bool same_build(const struct arm *a, const struct arm *b, char *why, size_t size)
{
	const char *release = common_fact(a, b, "kernel.release");
	const char *version = common_fact(a, b, "kernel.version");

	if (!release || !version)
		return false;
	snprintf(why, size,
		 "both arms are the same build, Linux %.64s %.96s: did the machine boot the other "
		 "kernel? --allow kernel.version to compare a kernel with itself",
		 release, version);
	return true;
}

static bool can_pair(const struct arm *a, const struct arm *b)
{
	int64_t apart[2];

	return blocks_have_all(a) && blocks_have_all(b) && blocks_shared(a, b) > 1 &&
	       blocks_stand_together(a, b, apart);
}

static void say_one_boot(struct contrast *contrast, const struct arm *base, const struct arm *here,
			 const char *what)
{
	char *why = contrast->why;
	size_t size = sizeof(contrast->why);

	if (base->nr_boots == here->nr_boots)
		snprintf(why, size, "one boot per arm: %s", what);
	else
		snprintf(why, size, "one boot of %.60s: %s",
			 base->nr_boots == 1 ? base->name : here->name, what);
}

void contrast_choose_method(const struct comparison *c, struct contrast *contrast, bool with_itself)
{
	const struct arm *base = &c->arms[contrast->base], *here = &c->arms[contrast->here];
	size_t fewer = base->nr_boots < here->nr_boots ? base->nr_boots : here->nr_boots;
	const char *boot = shared_boot(base, here);
	char *why = contrast->why;
	size_t size = sizeof(contrast->why);
	bool instructions = counts_instructions(base) && counts_instructions(here);

	contrast->method = METHOD_NONE;
	if (base->published || here->published)
		snprintf(why, size, "single published figures without a spread are not judged");
	else if (base->flat || here->flat)
		snprintf(why, size,
			 "flat data: files of another program do not say which boot "
			 "they are of");
	else if (boot)
		snprintf(why, size,
			 "both arms have boot %.40s: one kernel, two labels, so that a "
			 "difference is noise",
			 boot);
	else if (!with_itself && same_build(base, here, why, size))
		return;
	else if (instructions && fewer > 1)
		contrast->method = METHOD_INSTRUCTIONS;
	else if (can_pair(base, here))
		contrast->method = METHOD_PAIRED;
	else if (fewer > 1)
		contrast->method = METHOD_WELCH;
	else
		say_one_boot(contrast, base, here,
			     instructions ? "whether its instructions repeat is not known, boot it "
					    "twice"
					  : "the difference may be the boot's");
}

static struct boot_figures figures_of(const struct cell *cell, int direction)
{
	return (struct boot_figures){
		.boots = direction < 0 ? cell->boots : cell->direction_boots[direction],
		.nr = cell->nr_boots,
	};
}

static double *logarithms(const struct boot_estimate *boots, size_t nr)
{
	double *logs = malloc(nr * sizeof(*logs));

	for (size_t i = 0; logs && i < nr; i++)
		logs[i] = log(boots[i].median);
	return logs;
}

/* The logarithm of the arm's boot in @block, of which there is one at most; NAN: none. */
static double in_block(const struct arm *arm, const struct boot_estimate *boots, const double *logs,
		       size_t nr, int64_t block)
{
	for (size_t i = 0; i < nr; i++)
		if (arm->boots[boots[i].boot].block == block)
			return logs[i];
	return NAN;
}

/*
 * The median of n repetitions with a normal distribution varies by 1.2533 / sqrt(n) of their
 * standard deviation, which is the interquartile range over 1.349.
 */
static double largest_within(const struct boot_estimate *boots, size_t nr)
{
	double largest = 0;

	for (size_t i = 0; i < nr; i++) {
		double sd = boots[i].spread_percent / 100 / 1.349;

		largest = fmax(largest, 1.2533 * sd / sqrt((double)boots[i].nr_repetitions));
	}
	return largest;
}

static int read_series(const struct comparison *c, const struct contrast *contrast,
		       struct boot_figures base, struct boot_figures here, struct series *s)
{
	const struct arm *base_arm = &c->arms[contrast->base], *arm = &c->arms[contrast->here];

	s->resolution = contrast->method == METHOD_INSTRUCTIONS ? INSTRUCTION_SD : 0;
	s->nr_base = base.nr;
	s->nr_here = here.nr;
	s->within = fmax(largest_within(base.boots, base.nr), largest_within(here.boots, here.nr));
	s->base = logarithms(base.boots, s->nr_base);
	s->here = logarithms(here.boots, s->nr_here);
	s->pairs = malloc(s->nr_base * sizeof(*s->pairs));
	if (!s->base || !s->here || !s->pairs)
		return -ENOMEM;
	for (size_t i = 0; i < s->nr_base; i++) {
		int64_t block = base_arm->boots[base.boots[i].boot].block;
		double d = in_block(arm, here.boots, s->here, s->nr_here, block) - s->base[i];

		if (block >= 0 && !isnan(d))
			s->pairs[s->nr_pairs++] = d;
	}
	return 0;
}

static double spread(const double *values, size_t n)
{
	double low, high;

	gsl_stats_minmax(&low, &high, values, 1, n);
	return high - low;
}

/* Of boots around their arm's mean. */
static double pooled_sd(const struct series *s)
{
	double squares =
		gsl_stats_tss(s->base, 1, s->nr_base) + gsl_stats_tss(s->here, 1, s->nr_here);

	return sqrt(squares / (double)(s->nr_base + s->nr_here - 2));
}

static double mean_difference(const struct series *s)
{
	return gsl_stats_mean(s->here, 1, s->nr_here) - gsl_stats_mean(s->base, 1, s->nr_base);
}

static double standard_error(const struct series *s, double sd)
{
	return sd * sqrt(1 / (double)s->nr_base + 1 / (double)s->nr_here);
}

static struct difference by_instructions(const struct series *s, double *sd)
{
	*sd = fmax(pooled_sd(s), s->resolution);
	return (struct difference){
		.mean = mean_difference(s),
		.se = standard_error(s, *sd),
		.df = INFINITY,
	};
}

/* What the row's boots allow of the contrast's method. */
static enum method row_method(enum method method, const struct series *s)
{
	size_t fewer = s->nr_base < s->nr_here ? s->nr_base : s->nr_here;

	/* Two boots may also agree by luck: their repetitions have to, as well. */
	if (method == METHOD_INSTRUCTIONS &&
	    (fmax(spread(s->base, s->nr_base), spread(s->here, s->nr_here)) > INSTRUCTION_SPREAD ||
	     s->within > INSTRUCTION_SPREAD))
		method = s->nr_pairs > 1 ? METHOD_PAIRED : METHOD_WELCH;
	return (method == METHOD_PAIRED ? s->nr_pairs : fewer) < 2 ? METHOD_NONE : method;
}

static struct difference differ(enum method method, const struct series *s, double *sd)
{
	struct difference d;

	if (method == METHOD_INSTRUCTIONS)
		return by_instructions(s, sd);
	/* Two boots whose repetitions differ may agree to the instruction, by luck. */
	if (method == METHOD_WELCH) {
		*sd = fmax(pooled_sd(s), s->resolution);
		d = stats_welch(s->base, s->nr_base, s->here, s->nr_here);
		d.se = fmax(d.se, standard_error(s, s->resolution));
		return d;
	}
	d = stats_paired(s->pairs, s->nr_pairs);
	d.se = fmax(d.se, s->resolution * sqrt(2 / (double)s->nr_pairs));
	*sd = d.se * sqrt((double)s->nr_pairs);
	return d;
}

static struct interval ratios(struct interval logarithms)
{
	return (struct interval){exp(logarithms.low), exp(logarithms.high)};
}

/* Without a method there is no interval; then the difference has no part in it. */
static struct change change_of(enum method method, const struct series *s,
			       const struct difference *d)
{
	if (method == METHOD_NONE)
		return (struct change){exp(mean_difference(s)), {NAN, NAN}};
	return (struct change){exp(d->mean), ratios(stats_interval(d, 0.95))};
}

static size_t boots_needed(enum method method, const struct series *s, double sd, double threshold)
{
	double effect = log1p(threshold);

	if (method == METHOD_PAIRED)
		return stats_blocks_needed(sd, effect);
	if (method == METHOD_WELCH)
		return stats_boots_needed(fmax(gsl_stats_sd(s->base, 1, s->nr_base), s->resolution),
					  fmax(gsl_stats_sd(s->here, 1, s->nr_here), s->resolution),
					  effect);
	return stats_boots_needed(sd, sd, effect);
}

/* The judgement is as judgement_clear() left it. */
static void fill(struct judgement *j, struct series *s, double threshold)
{
	size_t fewer = s->nr_base < s->nr_here ? s->nr_base : s->nr_here;

	if (j->method != METHOD_NONE)
		j->difference = differ(j->method, s, &j->sd);
	j->change = change_of(j->method, s, &j->difference);
	if (j->method == METHOD_NONE)
		return;
	j->nr_units = j->method == METHOD_PAIRED ? s->nr_pairs : fewer;
	j->interval_90 = ratios(stats_interval(&j->difference, 0.90));
	j->p = stats_p_value(&j->difference);
	j->detectable = expm1(stats_detectable(&j->difference));
	j->boots_needed = boots_needed(j->method, s, j->sd, threshold);
	if (j->method != METHOD_PAIRED)
		return;
	j->p_sign_flip = stats_sign_flip_p(s->pairs, s->nr_pairs);
	j->sign_interval = ratios(stats_sign_interval(s->pairs, s->nr_pairs, 0.95));
	/* Fewer blocks cannot reach 0.05 by signs, whatever they show. */
	if (s->nr_pairs >= 6)
		j->fragile =
			(j->p < 0.05) != (j->p_sign_flip < 0.05) ||
			(j->p < 0.05) != (j->sign_interval.low > 1 || j->sign_interval.high < 1);
}

int contrast_measure(const struct comparison *c, const struct contrast *contrast, size_t row)
{
	const struct workload *base = &c->rows[row].cells[contrast->base].workload;
	const struct workload *here = &c->rows[row].cells[contrast->here].workload;
	/* Published figures may lack the directions. */
	size_t directions = base->nr_directions < here->nr_directions ? base->nr_directions
								      : here->nr_directions;
	struct judgement *j = &contrast->judgements[row];

	for (int d = -1; d < (int)directions; d++) {
		__attribute__((cleanup(series_free))) struct series s = {0};
		int ret =
			read_series(c, contrast, figures_of(&c->rows[row].cells[contrast->base], d),
				    figures_of(&c->rows[row].cells[contrast->here], d), &s);

		if (ret)
			return ret;
		if (d < 0) {
			j->method = row_method(contrast->method, &s);
			fill(j, &s, c->rows[row].threshold);
		} else {
			struct difference difference = {0};
			double sd;

			if (j->method != METHOD_NONE)
				difference = differ(j->method, &s, &sd);
			j->directions[d] = change_of(j->method, &s, &difference);
		}
	}
	return 0;
}

int contrast_change(const struct comparison *c, const struct contrast *contrast,
		    struct boot_figures base, struct boot_figures here, double gain,
		    struct change *change)
{
	__attribute__((cleanup(series_free))) struct series s = {0};
	struct difference difference = {0};
	int ret = read_series(c, contrast, base, here, &s);
	enum method method;
	double sd;

	if (ret)
		return ret;
	s.resolution *= gain;
	method = row_method(contrast->method, &s);
	if (method != METHOD_NONE)
		difference = differ(method, &s, &sd);
	*change = change_of(method, &s, &difference);
	return 0;
}

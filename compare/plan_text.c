// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/plan_text.h"

#include "compare/wrap.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME_COLUMNS 31

/* A paragraph. */
static int say(FILE *f, const char *fmt, ...) BENCH_PRINTF(2, 3);

static int say(FILE *f, const char *fmt, ...)
{
	char *text = NULL;
	va_list args;
	int len;

	va_start(args, fmt);
	len = vasprintf(&text, fmt, args);
	va_end(args);
	if (len < 0)
		return -ENOMEM;
	wrap_text(f, 0, text);
	free(text);
	return 0;
}

static const char *percent(char *buf, size_t size, double sd)
{
	if (isnan(sd))
		snprintf(buf, size, "-");
	else
		snprintf(buf, size, "%.2f", 100 * sd);
	return buf;
}

static const char *duration(char *buf, size_t size, double ns)
{
	uint64_t s = (uint64_t)llround(ns / 1e9), min = (s + 30) / 60, h = (s + 1800) / 3600;

	if (ns <= 0)
		snprintf(buf, size, "not known");
	else if (s < 120)
		snprintf(buf, size, "%" PRIu64 " s", s);
	else if (min < 120)
		snprintf(buf, size, "%" PRIu64 " min", min);
	else if (h < 48)
		snprintf(buf, size, "%" PRIu64 " h %02" PRIu64 " min", min / 60, min % 60);
	else
		snprintf(buf, size, "%" PRIu64 " d %" PRIu64 " h", h / 24, h % 24);
	return buf;
}

/* The level that adds most to the variance of a boot's figure. */
static const char *largest_part(const struct components *c, const struct plan_design *d)
{
	const struct components boot = {c->boot, 0, 0}, process = {0, c->process, 0};
	const struct components repetition = {0, 0, c->repetition};
	double b = components_variance(&boot, d->processes, d->repetitions);
	double p = components_variance(&process, d->processes, d->repetitions);
	double r = components_variance(&repetition, d->processes, d->repetitions);

	if (b >= p && b >= r)
		return b > 0 ? "boot" : "-";
	return p >= r ? "process" : "repetition";
}

static const char *blocks_text(char *buf, size_t size, size_t blocks)
{
	snprintf(buf, size, blocks ? "%zu" : "> %zu", blocks ? blocks : (size_t)PLAN_MAX_BLOCKS);
	return buf;
}

static void print_cases(FILE *f, const struct plan *plan, const struct plan_noise *noise,
			const size_t *needed)
{
	fprintf(f, "%-*s %6s %7s %6s  %-10s %s\n", NAME_COLUMNS, "noise: sd in %", "boot",
		"process", "rep.", "mostly", "blocks");
	for (size_t i = 0; i < plan->nr_cases; i++) {
		const struct plan_case *c = &plan->cases[i];
		char name[64], b[16], p[16], r[16], blocks[16];

		fprintf(f, "%-*s %6s %7s %6s  %-10s %6s\n", NAME_COLUMNS,
			wrap_cut(name, sizeof(name), c->name, NAME_COLUMNS),
			percent(b, sizeof(b), c->noise.boot),
			percent(p, sizeof(p), c->noise.process),
			percent(r, sizeof(r), c->noise.repetition),
			largest_part(&c->noise, &noise->present),
			c->control ? "-" : blocks_text(blocks, sizeof(blocks), needed[i]));
	}
}

static int by_blocks(const void *a, const void *b)
{
	size_t x = *(const size_t *)a - 1, y = *(const size_t *)b - 1;

	/* 0, for none, is the largest now. */
	return (x > y) - (x < y);
}

static double time_of(const struct plan_case *c, size_t repetitions)
{
	return c->fixed_ns + c->repetition_ns * (double)(repetitions + 1);
}

static int print_extremes(FILE *f, const struct plan *plan, const struct plan_noise *noise,
			  const size_t *needed)
{
	_cleanup_free_ size_t *sorted = malloc((plan->nr_gated + 1) * sizeof(*sorted));
	size_t repetitions = noise->present.repetitions, worst = 0, longest = 0, n = 0;
	double sum = 0;
	char typical[16], most[16];

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < plan->nr_cases; i++) {
		double time = time_of(&plan->cases[i], repetitions);

		sum += time;
		longest = time > time_of(&plan->cases[longest], repetitions) ? i : longest;
		if (plan->cases[i].control)
			continue;
		worst = !n || by_blocks(&needed[i], &needed[worst]) > 0 ? i : worst;
		sorted[n++] = needed[i];
	}
	qsort(sorted, n, sizeof(*sorted), by_blocks);
	if (say(f,
		"With %zu x %zu the typical case (median) needs %s blocks; the worst is %s with %s.",
		noise->present.processes, repetitions,
		blocks_text(typical, sizeof(typical), sorted[(n - 1) / 2]), plan->cases[worst].name,
		blocks_text(most, sizeof(most), needed[worst])))
		return -ENOMEM;
	if (!sum)
		return 0;
	return say(f, "%s takes the most of the measuring time, %.0f %%.",
		   plan->cases[longest].name,
		   100 * time_of(&plan->cases[longest], repetitions) / sum);
}

static void print_design(FILE *f, const struct plan *plan, const char *name,
			 const struct plan_design *d)
{
	char size[32], time[32];

	snprintf(size, sizeof(size), "%zu x %zu", d->processes, d->repetitions);
	fprintf(f, "%-*s %6zu  %-14s %14s\n", NAME_COLUMNS, name, d->blocks, size,
		duration(time, sizeof(time), plan_time_ns(plan, d)));
}

static int print_cheapest(FILE *f, const struct plan *plan, const char *name, size_t found,
			  enum plan_thrift thrift)
{
	struct plan_design d;
	int ret = plan_cheapest(plan, found, thrift, &d);

	if (ret > 0)
		print_design(f, plan, name, &d);
	else if (!ret)
		fprintf(f, "%-*s %6s\n", NAME_COLUMNS, name, "none");
	return ret < 0 ? ret : 0;
}

static int print_designs(FILE *f, const struct plan *plan, const struct plan_noise *noise,
			 const size_t *needed)
{
	static const struct {
		const char *name;
		bool all;
		enum plan_thrift thrift;
	} proposals[] = {
		{"least time, half of the cases", false, PLAN_LEAST_TIME},
		{"least time, all cases", true, PLAN_LEAST_TIME},
		{"few boots, half of the cases", false, PLAN_FEW_BLOCKS},
		{"few boots, all cases", true, PLAN_FEW_BLOCKS},
	};
	size_t found = 0, half = (plan->nr_gated + 1) / 2;
	char name[64];

	for (size_t i = 0; i < plan->nr_cases; i++)
		found += !plan->cases[i].control && needed[i] && needed[i] <= noise->present.blocks;
	fprintf(f, "%-*s %6s  %-14s %14s\n", NAME_COLUMNS, "designs for two kernels", "blocks",
		"proc. x rep.", "measuring");
	snprintf(name, sizeof(name), "present: finds it in %zu of %zu", found, plan->nr_gated);
	print_design(f, plan, name, &noise->present);
	for (size_t i = 0; i < ARRAY_SIZE(proposals); i++) {
		int ret = print_cheapest(f, plan, proposals[i].name,
					 proposals[i].all ? plan->nr_gated : half,
					 proposals[i].thrift);

		if (ret)
			return ret;
	}
	return say(f, "To each come 2 x blocks reboots, whose time the results do not say: the "
		      "longer they take, the better are few.");
}

static int print_basis(FILE *f, const struct plan *plan, const struct plan_noise *noise)
{
	int ret;

	if (!noise->boot_df)
		return say(f, "One boot per kernel: what differs from boot to boot is not in these "
			      "figures, which are lower bounds. It is often the most; measure two "
			      "boots or more.");
	/* Relative standard error of a standard deviation. */
	ret = say(f, "Boots: from %zu degree%s of freedom, %s; give or take %.0f %%.",
		  noise->boot_df, noise->boot_df == 1 ? "" : "s",
		  noise->in_blocks ? "of differences within blocks"
				   : "between boots, drift included",
		  100 / sqrt(2 * (double)noise->boot_df));
	if (ret || !plan->instructions)
		return ret;
	return say(f, "Under the instruction clock, boots count as varying by 0.1 %% at least.");
}

static int print_aim(FILE *f, const struct plan *plan)
{
	double effect = 100 * expm1(plan->effect), threshold = 100 * expm1(plan->threshold);
	const char *s = plan->nr_gated == 1 ? "" : "s";
	int ret;

	if (plan->effect > plan->threshold)
		return say(
			f,
			"To find a slowdown of %g %% in %.0f of 100 campaigns, as a REGRESSION by "
			"compare's threshold of %g %% among %zu case%s:",
			effect, 100 * PLAN_POWER, threshold, plan->nr_gated, s);
	ret = say(f,
		  "To find a change of %g %% in %.0f of 100 campaigns, as significant among %zu "
		  "case%s:",
		  effect, 100 * PLAN_POWER, plan->nr_gated, s);
	return ret ? ret
		   : say(f,
			 "By compare's threshold of %g %% it is a REGRESSION in half of the "
			 "campaigns at most, however many blocks there are: that takes a lower "
			 "--threshold.",
			 threshold);
}

int plan_text_write(FILE *f, const struct plan *plan, const struct plan_noise *noise)
{
	_cleanup_free_ size_t *needed = calloc(plan->nr_cases, sizeof(*needed));
	int ret = needed ? plan_blocks(plan, &noise->present, needed) : -ENOMEM;

	if (!ret)
		ret = print_aim(f, plan);
	if (ret)
		return ret;
	fputc('\n', f);
	print_cases(f, plan, noise, needed);
	fputc('\n', f);
	ret = print_basis(f, plan, noise);
	if (!ret)
		ret = print_extremes(f, plan, noise, needed);
	fputc('\n', f);
	return ret ? ret : print_designs(f, plan, noise, needed);
}

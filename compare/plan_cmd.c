// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/plan_cmd.h"

#include "compare/levels.h"
#include "compare/options.h"
#include "compare/plan_text.h"
#include "compare/reader.h"
#include "compare/threshold.h"
#include "compare/verdict.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STATUS_BAD 3

/* Twice the thresholds or nearly: what is as large as the threshold is found in half of campaigns.
 */
#define DEFAULT_DETECT              0.05
#define DEFAULT_INSTRUCTIONS_DETECT 0.02

static const char help[] =
	"usage: ptebench plan RESULTS... [options]\n"
	"\n"
	"How many blocks, processes and repetitions it takes to find a change, and how long\n"
	"that lasts, from the noise in results that are there. RESULTS are result files,\n"
	"folders or labels of one kernel each, as for compare; boots in blocks tell most.\n"
	"\n"
	"  --detect P           a slowdown of that size, to be called a REGRESSION (default:\n"
	"                       5%, or 2% with the instruction clock); one up to compare's\n"
	"                       default threshold, to be significant\n"
	"  --cases GLOB[,GLOB]  only the cases or rows that match, e.g. 'mprotect_*'\n"
	"  --help               this\n"
	"\n"
	"Exit status: 0 it is said, 3 bad input.\n";

struct options {
	struct reader_options reader;
	double detect; /* 0: not given */
	bool help;
};

static int parse_options(int argc, char **argv, struct options *o, struct error *err)
{
	static const struct option longs[] = {
		{"detect", required_argument, NULL, 'd'},
		{"cases", required_argument, NULL, 'c'},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	int opt, at, ret = 0;

	/* 0 also makes getopt forget the options of main(). */
	optind = 0;
	opterr = 0;
	while (at = optind ? optind : 1,
	       !ret && (opt = getopt_long(argc, argv, ":h", longs, NULL)) != -1) {
		if (opt == 'd')
			ret = threshold_parse_percent("--detect", optarg, &o->detect, err);
		else if (opt == 'c')
			o->reader.cases = optarg;
		else if (opt == 'h')
			o->help = true;
		else
			ret = error_set(err, -EINVAL, "%s: %s (see plan --help)",
					option_met(argv, at),
					opt == ':' ? "needs a value" : "no such option");
	}
	if (!ret && !o->help && optind == argc)
		ret = error_set(err, -EINVAL,
				"plan: needs results to plan from (ptebench plan RESULTS...)");
	return ret;
}

static int check_arms(const struct comparison *c, struct error *err)
{
	for (size_t a = 0; a < c->nr_arms; a++) {
		const struct arm *arm = &c->arms[a];

		if (arm->published)
			return error_set(err, -EINVAL,
					 "%s: published figures, which have no spread to plan from "
					 "(give results of ptebench run)",
					 arm->input);
		if (counts_instructions(arm) != counts_instructions(&c->arms[0]))
			return error_set(err, -EINVAL,
					 "%s: clock is %s, not %s as in %s (plan them apart)",
					 arm->input, arm->clock ? arm->clock : "not stated",
					 c->arms[0].clock ? c->arms[0].clock : "not stated",
					 c->arms[0].input);
	}
	return 0;
}

/* In memory first, so that there is all of it or nothing. */
static int write_out(const struct plan *plan, const struct plan_noise *noise, struct error *err)
{
	_cleanup_free_ char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	int ret = f ? plan_text_write(f, plan, noise) : -ENOMEM;

	if (f && fclose(f) && !ret)
		ret = -ENOMEM;
	if (ret)
		return error_set(err, ret, "plan: not enough memory (plan fewer cases at once)");
	if (fwrite(text, 1, size, stdout) != size || fflush(stdout))
		return error_set(err, -errno,
				 "standard output: cannot be written: %s (is it full?)",
				 strerror(errno));
	return 0;
}

static int plan_from(const struct options *o, struct comparison *c, struct error *err)
{
	bool instructions = counts_instructions(&c->arms[0]);
	double detect = o->detect;
	struct plan_noise noise;
	struct plan plan;
	int ret = check_arms(c, err);

	if (ret)
		return ret;
	ret = levels_estimate(c);
	if (!ret)
		ret = plan_noise_read(c, &noise);
	if (ret)
		return error_set(err, ret, "plan: not enough memory (plan fewer cases at once)");
	if (!detect)
		detect = instructions ? DEFAULT_INSTRUCTIONS_DETECT : DEFAULT_DETECT;
	plan = (struct plan){
		.cases = noise.cases,
		.nr_cases = noise.nr_cases,
		.nr_gated = noise.nr_gated,
		.effect = log1p(detect),
		.threshold =
			log1p(instructions ? DEFAULT_INSTRUCTIONS_THRESHOLD : DEFAULT_THRESHOLD),
		.prior_df = instructions ? 0 : noise.prior_df,
		.instructions = instructions,
		.min_blocks = instructions ? 2 : MIN_UNITS,
	};
	if (plan.nr_gated)
		ret = write_out(&plan, &noise, err);
	else
		ret = error_set(err, -EINVAL,
				"%s: no measured case but controls, which find nothing (choose "
				"others by --cases)",
				c->arms[0].input);
	free(noise.cases);
	return ret;
}

int plan_main(int argc, char **argv, const char *results_dir, struct error *err)
{
	__attribute__((cleanup(comparison_free))) struct comparison c = {0};
	struct options o = {.reader.results_dir = results_dir};

	if (parse_options(argc, argv, &o, err))
		return STATUS_BAD;
	if (o.help) {
		/* main() finds out if it could not be printed. */
		fputs(help, stdout);
		return 0;
	}
	if (reader_load(&c, (const char *const *)argv + optind, (size_t)(argc - optind), &o.reader,
			err) ||
	    plan_from(&o, &c, err))
		return STATUS_BAD;
	return 0;
}

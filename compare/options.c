// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
	"usage: ptebench compare BASE NEW... [options]\n"
	"\n"
	"Compares kernels: each NEW against BASE. Each is a result file, a folder (all\n"
	"*.json below it) or a label (a folder of that name under the results folder),\n"
	"and must be of one kernel. Files of other google/benchmark programs are shown\n"
	"and not judged, as are the mailing lists' figures in results/published/.\n"
	"Verdicts are of whole iterations; a case's directions, alone, and what a call and\n"
	"a page cost, fitted over sizes, are shown and not judged.\n"
	"\n"
	"  --threshold T        a slowdown by less is no regression: 3% (default; 1% with\n"
	"                       the instruction clock); GLOB=T for some cases; repeatable\n"
	"  --thresholds FILE    the same from a JSON file:\n"
	"                       {\"default\": \"3%\", \"cases\": {\"mprotect_*\": \"1%\"}}\n"
	"                       globs that match no row are told on standard error,\n"
	"                       unless --cases is given\n"
	"  --step               compare each NEW also with the one before it\n"
	"  --cases GLOB[,GLOB]  only the cases or rows that match, e.g. 'mprotect_*', and the\n"
	"                       controls; each GLOB must match one\n"
	"  --allow FACT[,FACT]  let machine or settings differ in this: a name or glob of\n"
	"                       the differences listed, e.g. kernel.cmdline;\n"
	"                       kernel.version: compare a kernel with itself\n"
	"  --require-verified   judge only rows whose folios were proved (default)\n"
	"  --no-require-verified\n"
	"                       judge the others as well\n"
	"  --format F[=FILE]    the report's form, and its file; repeatable, all from one\n"
	"                       reading\n"
	"  --out FILE           the file of the form that has none of its own\n"
	"  --help               this\n"
	"\n"
	"Forms:\n";

static const char help_end[] =
	"\n"
	"Exit status: 0 no regression, 1 regression (with --step also by a step),\n"
	"2 inconclusive, unstable, unverified, missing or failed, 3 not comparable or bad\n"
	"input.\n";

int compare_print_help(struct error *err)
{
	fputs(help, stdout);
	for (size_t i = 0; writers[i]; i++)
		printf("  %-15s %s\n", writers[i]->name, writers[i]->summary);
	fputs(help_end, stdout);
	if (!fflush(stdout) && !ferror(stdout))
		return 0;
	return error_set(err, -EIO, "standard output: cannot be written: %s (is it full?)",
			 strerror(errno));
}

static int no_memory(struct error *err)
{
	return error_set(err, -ENOMEM, "compare: not enough memory (compare fewer files at once)");
}

static int add_report(struct compare_options *o, const char *text, struct error *err)
{
	size_t len = strcspn(text, "=");
	struct report *report =
		array_add(&o->reports, o->nr_reports, &o->reports_room, sizeof(*report));
	char name[32];

	if (!report)
		return no_memory(err);
	snprintf(name, sizeof(name), "%.*s", (int)len, text);
	report->writer = writer_find(name);
	if (!report->writer)
		return error_set(err, -EINVAL,
				 "--format %.60s: no such form (compare --help lists them)", text);
	if (text[len] && !text[len + 1])
		return error_set(err, -EINVAL, "--format %.60s: no file after '=' (%s=FILE)", text,
				 name);
	report->path = text[len] ? text + len + 1 : NULL;
	o->nr_reports++;
	return 0;
}

static int add_allow(struct compare_options *o, const char *list, struct error *err)
{
	for (const char *name = list;; name++) {
		size_t len = strcspn(name, ",");
		char **added;

		if (!len)
			return error_set(err, -EINVAL,
					 "--allow '%.60s': a name is empty (the report lists those "
					 "of facts that differ)",
					 list);
		added = array_add(&o->allow, o->nr_allow, &o->allow_room, sizeof(*added));
		if (!added || !(*added = strndup(name, len)))
			return no_memory(err);
		o->nr_allow++;
		name += len;
		if (!*name)
			return 0;
	}
}

static int check_files(const struct compare_options *o, struct error *err)
{
	for (size_t i = 0; i < o->nr_reports; i++)
		for (size_t k = 0; k < i && o->reports[i].path; k++)
			if (o->reports[k].path && !strcmp(o->reports[k].path, o->reports[i].path))
				return error_set(err, -EINVAL,
						 "--format %s and %s: both to %s (give each a file "
						 "of its own)",
						 o->reports[k].writer->name,
						 o->reports[i].writer->name, o->reports[i].path);
	return 0;
}

/* The form that has no file of its own goes to --out or standard output; there is one such. */
static int place_reports(struct compare_options *o, const char *out, struct error *err)
{
	struct report *homeless = NULL;

	if (!o->nr_reports && add_report(o, o->steps ? "series" : "text", err))
		return -ENOMEM;
	for (size_t i = 0; i < o->nr_reports; i++) {
		if (o->reports[i].path)
			continue;
		if (homeless)
			return error_set(err, -EINVAL,
					 "--format %s and %s: both without a file (write %s=FILE)",
					 homeless->writer->name, o->reports[i].writer->name,
					 o->reports[i].writer->name);
		homeless = &o->reports[i];
		homeless->path = out;
	}
	if (out && !homeless)
		return error_set(err, -EINVAL,
				 "--out %s: each form has a file already (leave out --out)", out);
	return check_files(o, err);
}

const char *option_met(char *const *argv, int at)
{
	while (argv[at][0] != '-' || !argv[at][1])
		at++;
	return argv[at];
}

enum {
	OPT_REQUIRE = 256,
	OPT_NO_REQUIRE,
	OPT_THRESHOLDS,
};

/* @met: the argument that it is of. */
static int take_option(struct compare_options *o, int opt, const char **out, const char *met,
		       struct error *err)
{
	switch (opt) {
	case 'f':
		return add_report(o, optarg, err);
	case 'o':
		*out = optarg;
		return 0;
	case 'c':
		o->reader.cases = optarg;
		return 0;
	case 't':
		return threshold_add(&o->thresholds, optarg, err);
	case OPT_THRESHOLDS:
		return threshold_add_file(&o->thresholds, optarg, err);
	case 'a':
		return add_allow(o, optarg, err);
	case 's':
		o->verdict.step = true;
		return 0;
	case OPT_REQUIRE:
	case OPT_NO_REQUIRE:
		o->verdict.accept_unverified = opt == OPT_NO_REQUIRE;
		return 0;
	case 'h':
		o->help = true;
		return 0;
	case ':':
		return error_set(err, -EINVAL, "%s: needs a value (see compare --help)", met);
	default:
		return error_set(err, -EINVAL, "%s: no such option (see compare --help)", met);
	}
}

static int check_inputs(const struct compare_options *o, int argc, char *const *argv,
			struct error *err)
{
	if (o->steps && argc > optind)
		return error_set(err, -EINVAL,
				 "%s: a series has its own results (leave it out, or use compare)",
				 argv[optind]);
	if (!o->steps && argc - optind < 2)
		return error_set(
			err, -EINVAL,
			"compare: needs two results or more, got %d (ptebench compare BASE "
			"NEW...)",
			argc - optind);
	return 0;
}

static bool shows_steps(const struct compare_options *o)
{
	bool steps = false;

	for (size_t i = 0; i < o->nr_reports; i++)
		steps |= o->reports[i].writer->steps;
	return steps;
}

int compare_options_parse(struct compare_options *o, int argc, char **argv, struct error *err)
{
	static const struct option longs[] = {
		{"allow", required_argument, NULL, 'a'},
		{"cases", required_argument, NULL, 'c'},
		{"format", required_argument, NULL, 'f'},
		{"help", no_argument, NULL, 'h'},
		{"no-require-verified", no_argument, NULL, OPT_NO_REQUIRE},
		{"out", required_argument, NULL, 'o'},
		{"require-verified", no_argument, NULL, OPT_REQUIRE},
		{"step", no_argument, NULL, 's'},
		{"threshold", required_argument, NULL, 't'},
		{"thresholds", required_argument, NULL, OPT_THRESHOLDS},
		{0},
	};
	const char *out = NULL;
	int opt, ret, at;

	/* 0 also makes getopt forget the options of main(). */
	optind = 0;
	opterr = 0;
	while (at = optind ? optind : 1, (opt = getopt_long(argc, argv, ":h", longs, NULL)) != -1) {
		ret = take_option(o, opt, &out, option_met(argv, at), err);
		if (ret || o->help)
			return ret;
	}
	/* All have one configuration to begin with: what a commit makes of it is its doing. */
	if (o->steps && add_allow(o, "kernel.config.options", err))
		return -ENOMEM;
	o->verdict.allow = (const char *const *)o->allow;
	o->verdict.nr_allow = o->nr_allow;
	ret = check_inputs(o, argc, argv, err);
	if (!ret)
		ret = place_reports(o, out, err);
	o->verdict.step |= o->steps || shows_steps(o);
	o->verdict.same_build = o->steps;
	return ret;
}

void compare_options_free(struct compare_options *o)
{
	for (size_t i = 0; i < o->nr_allow; i++)
		free(o->allow[i]);
	free(o->allow);
	free(o->reports);
	threshold_free(&o->thresholds);
}

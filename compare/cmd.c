// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/cmd.h"

#include "compare/json.h"
#include "compare/reader.h"
#include "compare/text.h"
#include "compare/verdict.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#define STATUS_BAD 3

/* One line per form; each is a file of its own. */
static const struct writer {
	const char *name;
	int (*write)(FILE *f, const struct comparison *c);
} writers[] = {
	{"json", json_write},
	{"text", text_write},
};

static const char help[] =
	"usage: ptebench compare BASE NEW... [options]\n"
	"\n"
	"Compares kernels: each NEW against BASE. Each is a result file, a folder (all\n"
	"*.json below it) or a label (a folder of that name under the results folder),\n"
	"and must be of one kernel.\n"
	"\n"
	"  --format text|json  text (default): a table for a mail, at most 72 columns\n"
	"  --out FILE          write to FILE instead of standard output\n"
	"  --cases GLOB[,GLOB] only the cases or rows that match, e.g. 'mprotect_*'\n"
	"  --help              this\n"
	"\n"
	"Exit status: 0 no regression, 1 regression, 2 inconclusive, unverified, missing\n"
	"or failed, 3 not comparable or bad input. This version computes no intervals\n"
	"and so never says 0 or 1.\n";

struct options {
	const struct writer *writer;
	const char *out;
	struct reader_options reader;
	bool help;
};

static const struct writer *find_writer(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(writers); i++)
		if (!strcmp(writers[i].name, name))
			return &writers[i];
	return NULL;
}

static int parse_options(int argc, char **argv, struct options *o, struct error *err)
{
	static const struct option longs[] = {
		{"format", required_argument, NULL, 'f'},
		{"out", required_argument, NULL, 'o'},
		{"cases", required_argument, NULL, 'c'},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	int opt;

	/* 0 also makes getopt forget the options of main(). */
	optind = 0;
	opterr = 0;
	while ((opt = getopt_long(argc, argv, ":h", longs, NULL)) != -1) {
		switch (opt) {
		case 'f':
			o->writer = find_writer(optarg);
			if (!o->writer)
				return error_set(err, -EINVAL,
						 "--format %s: no such form (text or json)",
						 optarg);
			break;
		case 'o':
			o->out = optarg;
			break;
		case 'c':
			o->reader.cases = optarg;
			break;
		case 'h':
			o->help = true;
			return 0;
		case ':':
			return error_set(err, -EINVAL, "%s: needs a value (see compare --help)",
					 argv[optind - 1]);
		default:
			return error_set(err, -EINVAL, "%s: no such option (see compare --help)",
					 argv[optind - 1]);
		}
	}
	if (argc - optind < 2)
		return error_set(
			err, -EINVAL,
			"compare: needs two results or more, got %d (ptebench compare BASE "
			"NEW...)",
			argc - optind);
	return 0;
}

/* In memory first: a file or pipe never gets half of it because a later part fails. */
static int write_out(const struct options *o, const struct comparison *c, struct error *err)
{
	_cleanup_free_ char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	int ret = f ? o->writer->write(f, c) : -errno;

	if (f && fclose(f) && !ret)
		ret = -ENOMEM;
	if (!ret && o->out)
		ret = write_file_atomic(o->out, text, size, 0644);
	else if (!ret)
		ret = fwrite(text, 1, size, stdout) != size || fflush(stdout) ? -errno : 0;
	if (ret)
		error_set(err, ret, "%s: cannot be written: %s (check space and permissions)",
			  o->out ? o->out : "standard output", strerror(-ret));
	return ret;
}

static int compare(const struct options *o, const char *const *inputs, size_t nr, struct error *err)
{
	struct comparison c;
	size_t bad;
	int status;

	if (reader_load(&c, inputs, nr, &o->reader, err))
		return STATUS_BAD;
	status = verdict_judge(&c) ? STATUS_BAD : verdict_exit_status(&c);
	bad = verdict_count(&c, VERDICT_INCOMPARABLE);
	if (status == STATUS_BAD && !bad)
		error_set(err, -ENOMEM, "compare: not enough memory (compare fewer files at once)");
	else if (write_out(o, &c, err))
		status = STATUS_BAD;
	else if (status == STATUS_BAD)
		error_set(
			err, -EINVAL,
			"compare: %zu of the differences not comparable: workload or clock are not "
			"the same (the reasons are in the output)",
			bad);
	comparison_free(&c);
	return status;
}

static int print_help(struct error *err)
{
	if (fputs(help, stdout) >= 0 && !fflush(stdout))
		return 0;
	error_set(err, -EIO, "standard output: cannot be written: %s (is it full?)",
		  strerror(errno));
	return STATUS_BAD;
}

int compare_main(int argc, char **argv, const char *results_dir, struct error *err)
{
	struct options o = {
		.writer = find_writer("text"),
		.reader.results_dir = results_dir,
	};

	if (parse_options(argc, argv, &o, err))
		return STATUS_BAD;
	if (o.help)
		return print_help(err);
	return compare(&o, (const char *const *)argv + optind, (size_t)(argc - optind), err);
}

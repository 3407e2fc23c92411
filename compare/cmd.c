// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/cmd.h"

#include "compare/comparable.h"
#include "compare/groups.h"
#include "compare/steps.h"

#include <errno.h>
#include <getopt.h>
#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define STATUS_BAD 3
/* Of those in a warning. */
#define MAX_GLOBS 4

/* In memory first: a file or pipe never gets half of it because a later part fails. */
static int write_report(const struct report *report, const struct comparison *c, struct error *err)
{
	_cleanup_free_ char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	int ret = f ? report->writer->write(f, c) : -errno;

	if (f && fclose(f) && !ret)
		ret = -ENOMEM;
	if (!ret && report->path)
		ret = write_file_atomic(report->path, text, size, 0644);
	else if (!ret)
		ret = fwrite(text, 1, size, stdout) != size || fflush(stdout) ? -errno : 0;
	if (ret)
		error_set(err, ret, "%s: cannot be written: %s (check space and permissions)",
			  report->path ? report->path : "standard output", strerror(-ret));
	return ret;
}

static int write_reports(const struct compare_options *o, const struct comparison *c,
			 struct error *err)
{
	int ret = 0;

	for (size_t i = 0; i < o->nr_reports; i++) {
		struct error why;
		int failed = write_report(&o->reports[i], c, &why);

		/* The others are written all the same; the first failure is told. */
		if (failed && !ret) {
			ret = failed;
			*err = why;
		}
	}
	return ret;
}

/* A measured boot cannot be had again. */
static int check_outputs(const struct compare_options *o, const struct comparison *c,
			 struct error *err)
{
	struct stat output, input;

	for (size_t i = 0; i < o->nr_reports; i++) {
		if (!o->reports[i].path || stat(o->reports[i].path, &output))
			continue;
		for (size_t a = 0; a < c->nr_arms; a++)
			for (size_t r = 0; r < c->arms[a].nr_runs; r++)
				if (!stat(c->arms[a].runs[r].path, &input) &&
				    input.st_dev == output.st_dev && input.st_ino == output.st_ino)
					return error_set(
						err, -EINVAL,
						"%s: is a result that is compared (give the "
						"report another file)",
						o->reports[i].path);
	}
	return 0;
}

static int check_allow(const struct compare_options *o, const struct comparison *c,
		       struct error *err)
{
	/* The last one of a series is ours. */
	const size_t nr = o->nr_allow - !!o->steps;

	for (size_t i = 0; i < nr; i++)
		if (!comparable_is_known(c->arms, c->nr_arms, o->allow[i]))
			return error_set(
				err, -EINVAL,
				"--allow %.60s: no result states such a fact (the report lists "
				"those that differ)",
				o->allow[i]);
	return 0;
}

/*
 * A case that was renamed falls back to the common threshold, which may be the looser one, and the
 * comparison passes. On standard error, where a CI server's log has it whatever the report's form.
 * With --cases most of a file's globs match nothing, and mean no harm.
 */
static int warn_of_thresholds(const struct compare_options *o, const struct comparison *c,
			      struct error *err)
{
	_cleanup_json_ json_t *unused = threshold_unused(&o->thresholds, c);
	_cleanup_free_ char *globs = unused ? names_text(unused, MAX_GLOBS) : NULL;

	if (!globs)
		return error_set(err, -ENOMEM,
				 "compare: not enough memory (compare fewer files at once)");
	if (!o->reader.cases && json_array_size(unused))
		fprintf(stderr,
			"ptebench: warning: --thresholds: %s: no row of these files matches\n",
			globs);
	return 0;
}

static int judge(const struct compare_options *o, struct comparison *c, struct error *err)
{
	int ret = check_allow(o, c, err);

	if (!ret)
		ret = threshold_apply(&o->thresholds, c, err);
	if (!ret)
		ret = warn_of_thresholds(o, c, err);
	if (ret)
		return ret;
	ret = verdict_judge(c, &o->verdict);
	if (ret)
		error_set(err, ret, "compare: not enough memory (compare fewer files at once)");
	return ret;
}

/* The commits, and their names for the arms: 03-0123456789ab. */
static int take_steps(const struct compare_options *o, struct comparison *c, struct error *err)
{
	char name[STEP_NAME_SIZE];
	size_t arm = 0;

	c->steps = o->steps;
	c->nr_steps = o->nr_steps;
	for (size_t i = 0; i < o->nr_steps; i++) {
		if (!o->steps[i].arm)
			continue;
		free(c->arms[arm].name);
		c->arms[arm].name = strdup(step_name(o->steps, i, name));
		if (!c->arms[arm++].name)
			return error_set(err, -ENOMEM, "compare: not enough memory (free some)");
	}
	return 0;
}

static int compare(const struct compare_options *o, const char *const *inputs, size_t nr,
		   struct error *err)
{
	__attribute__((cleanup(comparison_free))) struct comparison c = {0};
	int status;

	if (reader_load(&c, inputs, nr, &o->reader, err) || take_steps(o, &c, err) ||
	    check_outputs(o, &c, err) || judge(o, &c, err) || write_reports(o, &c, err))
		return STATUS_BAD;
	status = verdict_exit_status(&c);
	if (status == STATUS_BAD)
		error_set(err, -EINVAL,
			  "compare: %zu verdict%s INCOMPARABLE: machine, settings, clock or "
			  "workload are not the same (the reasons are in the report)",
			  verdict_count(&c, VERDICT_INCOMPARABLE),
			  verdict_count(&c, VERDICT_INCOMPARABLE) == 1 ? "" : "s");
	return status;
}

int compare_run(struct compare_options *o, int argc, char **argv, const char *const *inputs,
		size_t nr, struct error *err)
{
	/* What GSL cannot compute is a NAN here; by default it would abort. */
	gsl_set_error_handler_off();
	if (compare_options_parse(o, argc, argv, err))
		return STATUS_BAD;
	if (o->help)
		return compare_print_help(err) ? STATUS_BAD : 0;
	if (inputs)
		return compare(o, inputs, nr, err);
	return compare(o, (const char *const *)argv + optind, (size_t)(argc - optind), err);
}

int compare_main(int argc, char **argv, const char *results_dir, struct error *err)
{
	__attribute__((cleanup(compare_options_free))) struct compare_options o = {
		.reader.results_dir = results_dir,
	};

	return compare_run(&o, argc, argv, NULL, 0, err);
}

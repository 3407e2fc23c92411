// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Subcommands, messages and exit codes: 0 fine, 1 regression, 2 a row failed or nothing can be
 * said, 3 bad usage or environment. Everything else is in the files that do it.
 */
#include "check.h"
#include "list.h"
#include "run.h"
#include "state.h"
#include "sysinfo.h"
#include "worker.h"

#include "compare/cmd.h"
#include "compare/plan_cmd.h"
#include "compare/summary.h"
#include "series/cmd.h"
#include "vm/cmd.h"
#include "vm/explain.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	FINE = 0,
	FAILED = 2,
	BAD = 3
};

static const char usage[] =
	"usage: ptebench VERB [options]\n"
	"\n"
	"  run        measure this kernel and write a result file\n"
	"  compare    compare kernels: BASE NEW...\n"
	"  vm         boot kernels under QEMU, measure in each boot, compare\n"
	"  explain    boot two kernels, show which kernel functions differ\n"
	"  series     build the kernels of a git range, boot each, a row per commit\n"
	"  plan       how many boots and repetitions it takes to find a change\n"
	"  list       the cases, what they need, whether this machine has it\n"
	"  check      is this machine fit to measure?\n"
	"  restore    undo what a killed run left of settings and swap\n"
	"\n"
	"  ptebench VERB --help says more. PTEBENCH_RESULTS is the results folder (default:\n"
	"  results).\n";

static const char *results_dir(void)
{
	const char *dir = getenv("PTEBENCH_RESULTS");

	return dir && *dir ? dir : "results";
}

static int complain(const struct error *err)
{
	fprintf(stderr, "ptebench: %s\n", err->text[0] ? err->text : "out of memory");
	return BAD;
}

/* What could not be printed was not said. */
static int end(int status)
{
	if (!fflush(stdout) && !ferror(stdout))
		return status;
	fprintf(stderr, "ptebench: standard output: cannot be written: %s\n", strerror(errno));
	return BAD;
}

/* For verbs without arguments but --json: 1 if it was given, 0 if not, -1 after --help, BAD. */
static int only_json(int argc, char **argv, bool has_json, const char *help, bool *json)
{
	*json = false;
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help")) {
			fputs(help, stdout);
			return -1;
		}
		if (!has_json || strcmp(argv[i], "--json")) {
			fprintf(stderr, "ptebench: %s: %s: unknown (see %s --help)\n", argv[0],
				argv[i], argv[0]);
			return BAD;
		}
		*json = true;
	}
	return 0;
}

/* Ends as the signal would have ended the program, now that all is cleaned up. */
static void die_of(int signo)
{
	sigset_t set;

	signal(signo, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, signo);
	raise(signo);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static bool is_regular(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

static int verb_run(int argc, char **argv)
{
	struct run_options options;
	struct run_outcome outcome;
	struct error err = {""};
	int status;
	int ret = run_options_parse(argc, argv, &options, &err);

	if (ret > 0)
		return FINE;
	if (ret)
		return complain(&err);
	ret = run_suite(&options, results_dir(), stderr, &outcome, &err);
	status = ret                                                     ? complain(&err)
		 : outcome.failed || (options.strict && outcome.skipped) ? FAILED
									 : FINE;
	if (!outcome.file[0])
		return status;
	err.text[0] = '\0';
	if (is_regular(outcome.file) && summary_print(stdout, outcome.file, &err))
		status = complain(&err);
	fprintf(stderr, "ptebench: %s: %s\n", outcome.signal ? "interrupted; so far" : "result",
		outcome.file);
	status = end(status);
	if (outcome.signal)
		die_of(outcome.signal);
	return status;
}

static int verb_compare(int argc, char **argv)
{
	struct error err = {""};
	int status = compare_main(argc, argv, results_dir(), &err);

	if (err.text[0])
		complain(&err);
	return status;
}

static int verb_plan(int argc, char **argv)
{
	struct error err = {""};
	int status = plan_main(argc, argv, results_dir(), &err);

	if (err.text[0])
		complain(&err);
	return status;
}

/* A verb that boots kernels. */
static int boot(int (*verb)(int argc, char **argv, const char *results_dir, int *signo,
			    struct error *err),
		int argc, char **argv)
{
	struct error err = {""};
	int signo, status = verb(argc, argv, results_dir(), &signo, &err);

	if (err.text[0])
		complain(&err);
	status = end(status);
	if (signo)
		die_of(signo);
	return status;
}

static int verb_vm(int argc, char **argv)
{
	return boot(vm_main, argc, argv);
}

static int verb_explain(int argc, char **argv)
{
	return boot(explain_main, argc, argv);
}

static int verb_series(int argc, char **argv)
{
	return boot(series_main, argc, argv);
}

static int verb_list(int argc, char **argv)
{
	struct list_options options;
	struct error err = {""};
	int ret = list_options_parse(argc, argv, &options, &err);

	if (ret > 0)
		return FINE;
	if (!ret)
		ret = list_print(stdout, &options, &err);
	return ret ? complain(&err) : FINE;
}

static void print_findings(const json_t *findings)
{
	json_t *finding;
	size_t i;

	json_array_foreach (findings, i, finding) {
		const char *remedy = json_string_value(json_object_get(finding, "remedy"));

		printf("%-5s %s\n", json_string_value(json_object_get(finding, "level")),
		       json_string_value(json_object_get(finding, "what")));
		if (!remedy)
			continue;
		printf("      why:    %s\n", json_string_value(json_object_get(finding, "why")));
		printf("      remedy: %s\n", remedy);
	}
}

/* The gravest come first. */
static bool any_bad(const json_t *findings)
{
	const json_t *first = json_array_get(findings, 0);

	return first && !strcmp(json_string_value(json_object_get(first, "level")), "bad");
}

static int verb_check(int argc, char **argv)
{
	_cleanup_json_ json_t *kernel = NULL, *machine = NULL, *findings = NULL;
	_cleanup_fd_ int rootfd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	bool json;
	int ret = only_json(argc, argv, true,
			    "usage: ptebench check [--json]\n\n"
			    "Exit status: 0 fit, or with warnings; 3 figures must not be used.\n",
			    &json);

	if (ret)
		return ret < 0 ? FINE : ret;
	if (sysinfo_kernel(rootfd, &kernel) || sysinfo_machine(rootfd, &machine) ||
	    check_findings(rootfd, kernel, machine, &findings)) {
		fprintf(stderr, "ptebench: check: out of memory\n");
		return BAD;
	}
	if (json) {
		json_dumpf(findings, stdout, JSON_INDENT(1));
		putchar('\n');
	} else {
		print_findings(findings);
		printf("\n%s\n", any_bad(findings)
					 ? "Unfit: figures from this machine must not be used."
					 : "Fit to measure.");
	}
	return any_bad(findings) ? BAD : FINE;
}

static int verb_restore(int argc, char **argv)
{
	_cleanup_fd_ int rootfd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	struct error err = {""};
	struct state state;
	bool restored, json;
	int ret =
		only_json(argc, argv, false,
			  "usage: ptebench restore\n\nPuts back the THP settings that a killed run "
			  "left, and removes its swap\nfile. Needs root.\n",
			  &json);

	if (ret)
		return ret < 0 ? FINE : ret;
	if (geteuid()) {
		fprintf(stderr, "ptebench: restore: only root may set /%s (run as root)\n",
			THP_DIR);
		return BAD;
	}
	if (state_open(rootfd, false, &state, &restored, &err) || state_close(&state, &err))
		return complain(&err);
	printf("%s\n", restored ? "The settings are as they were before the killed run."
				: "There was nothing to restore.");
	return FINE;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(int argc, char **argv);
	} verbs[] = {
		{"run", verb_run},   {"compare", verb_compare}, {"plan", verb_plan},
		{"vm", verb_vm},     {"explain", verb_explain}, {"series", verb_series},
		{"list", verb_list}, {"check", verb_check},     {"restore", verb_restore},
	};
	const char *verb = argc > 1 ? argv[1] : "";

	if (!strcmp(verb, "--help") || !strcmp(verb, "--version")) {
		fputs(verb[2] == 'h' ? usage : "ptebench " PTEBENCH_VERSION "\n", stdout);
		return FINE;
	}
	if (!strcmp(verb, "worker")) /* not for users: run starts it */
		return worker_main();
	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++)
		if (!strcmp(verb, verbs[i].name))
			return end(verbs[i].run(argc - 1, argv + 1));
	fprintf(stderr, "ptebench: %s: no such verb (see --help)\n", *verb ? verb : "(none)");
	return BAD;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What the harness adds: each case against the same work written as a plain C loop, both in fresh
 * processes on the same CPU, one after the other, pair by pair, so that what disturbs the machine
 * disturbs both. Prints the median ratio of the pairs with its quartiles. It judges nothing: on a
 * shared machine no threshold would be honest.
 *
 * usage: measures [PAIRS]     needs root; a few minutes. Also run by `meson test --benchmark`.
 */
#include "posted.h"

#include "bench/folio.h"
#include "bench/host.h"
#include "bench/registry.h"
#include "bench/state.h"
#include "bench/supervise.h"
#include "bench/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_PAIRS 400
#define TARGET_NS 50000000u

static const struct posted *find(const char *name)
{
	for (const struct posted *p = posted_programs; p->name; p++)
		if (!strcmp(p->name, name))
			return p;
	return NULL;
}

/* In a fresh process: `measures posted NAME ITERATIONS` prints ns per iteration. */
static int run_posted(char **argv)
{
	const struct posted *posted = find(argv[0]);
	uint64_t n;

	if (!posted || parse_u64(argv[1], &n))
		return 3;
	posted->run(n > 10 ? n / 10 : 0); /* the worker warms up, too */
	printf("%.6f\n", posted->run(n) / (double)n);
	return 0;
}

static int exec_posted(const char *name, uint64_t iterations, int cpu, double *ns)
{
	char command[256];
	FILE *pipe;
	int ok;

	/* Bound before it is executed, as workers are. */
	snprintf(command, sizeof(command), "exec taskset -c %d /proc/%d/exe posted %s %" PRIu64,
		 cpu, (int)getpid(), name, iterations);
	pipe = popen(command, "r");
	if (!pipe)
		return -errno;
	ok = fscanf(pipe, "%lf", ns);
	return pclose(pipe) || ok != 1 ? -EIO : 0;
}

/* The worker's way of the same: one repetition after a warm-up. */
static int run_case(struct job *job, int stop_fd, double *ns, double *prove_ms, struct error *err)
{
	_cleanup_json_ json_t *report = NULL;
	json_t *row;
	int ret = supervise(job, 120000000000u, stop_fd, &report, err);

	if (ret)
		return ret;
	row = json_array_get(json_object_get(report, "rows"), 0);
	if (!row)
		return error_set(err, -EIO, "%s",
				 json_string_value(json_object_get(report, "reason")));
	job->iterations = (uint64_t)json_integer_value(json_object_get(row, "iterations"));
	*ns = json_real_value(json_object_get(row, "real_time"));
	*prove_ms = (double)json_integer_value(json_object_get(report, "prove_ns")) / 1e6;
	return 0;
}

static void print_pairs(const char *name, double *posted, double *ours, double *ratio, size_t nr)
{
	char a[24], b[24];

	gsl_sort(posted, 1, nr);
	gsl_sort(ours, 1, nr);
	gsl_sort(ratio, 1, nr);
	printf("%-28s %9s %9s %+8.2f%% %+8.2f%% .. %+.2f%%  %zu\n", name,
	       format_ns(a, sizeof(a), gsl_stats_median_from_sorted_data(posted, 1, nr)),
	       format_ns(b, sizeof(b), gsl_stats_median_from_sorted_data(ours, 1, nr)),
	       100 * (gsl_stats_median_from_sorted_data(ratio, 1, nr) - 1),
	       100 * (gsl_stats_quantile_from_sorted_data(ratio, 1, nr, 0.25) - 1),
	       100 * (gsl_stats_quantile_from_sorted_data(ratio, 1, nr, 0.75) - 1), nr);
	fflush(stdout);
}

static int compare(const struct host *host, const struct posted *p, size_t pairs, int stop_fd,
		   double *prove_ms, struct error *err)
{
	static double posted[MAX_PAIRS], ours[MAX_PAIRS], ratio[MAX_PAIRS];
	struct selected row;
	struct job job = {
		.name = p->name,
		.repetitions = 1,
		.target_ns = TARGET_NS,
		.cpu = host->placement.cpu,
		.node = host->placement.node,
	};
	int ret = registry_find(p->name, &row);

	job.size_bytes = ret ? 0 : row.variant->size_bytes;
	/* The first finds the iterations; its figure is not used. */
	if (!ret)
		ret = run_case(&job, stop_fd, &ours[0], prove_ms, err);
	for (size_t i = 0; i < pairs && !ret; i++) {
		bool ours_first = i % 2; /* ABBA */

		if (ours_first)
			ret = run_case(&job, stop_fd, &ours[i], prove_ms, err);
		if (!ret)
			ret = exec_posted(p->name, job.iterations, job.cpu, &posted[i]);
		if (!ret && !ours_first)
			ret = run_case(&job, stop_fd, &ours[i], prove_ms, err);
		ratio[i] = ours[i] / posted[i];
	}
	if (!ret)
		print_pairs(p->name, posted, ours, ratio, pairs);
	return ret;
}

static int measure_all(const struct host *host, struct state *state, size_t pairs, int stop_fd,
		       struct error *err)
{
	double prove_ms = 0;

	printf("%-28s %9s %9s %9s %s\n", "", "C loop", "case", "ratio", "quartiles of the pairs");
	for (const struct posted *p = posted_programs; p->name; p++) {
		bool long_one = strstr(p->name, "verbatim");
		struct thp_state plan;
		struct selected row;
		int ret = registry_find(p->name, &row);

		if (!ret && row.variant->size_bytes) {
			ret = host_thp_plan(host, &row, &plan, err);
			if (!ret)
				ret = state_apply(state, &plan, err);
		}
		if (!ret)
			ret = compare(host, p, long_one ? pairs / 10 + 2 : pairs, stop_fd,
				      &prove_ms, err);
		if (ret)
			return ret;
		if (!strcmp(p->name, "mprotect_verbatim/4k"))
			/* Before and after, in the warm-up and in the repetition. */
			printf("  proving 1 GiB of 4K pages, once: %.0f ms\n", prove_ms / 4);
	}
	return 0;
}

int main(int argc, char **argv)
{
	_cleanup_fd_ int rootfd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	struct error err = {""};
	uint64_t pairs = 40;
	struct state state;
	struct host host;
	bool restored;
	sigset_t none;
	int stop_fd, ret;

	if (argc > 1 && !strcmp(argv[1], "worker"))
		return worker_main();
	if (argc == 4 && !strcmp(argv[1], "posted"))
		return run_posted(argv + 2);
	if (argc > 1 && (parse_u64(argv[1], &pairs) || pairs < 2 || pairs > MAX_PAIRS)) {
		fprintf(stderr, "usage: measures [PAIRS, 2 to %d]\n", MAX_PAIRS);
		return 3;
	}
	sigemptyset(&none);
	stop_fd = signalfd(-1, &none, SFD_CLOEXEC); /* never readable: the guardian restores */
	ret = state_open(rootfd, true, &state, &restored, &err);
	if (ret) {
		fprintf(stderr, "measures: %s\n", err.text);
		return 3;
	}
	ret = host_look(rootfd, -1, -1, &host, &err);
	if (!ret)
		ret = state_guard(&state, &host.thp, &err);
	if (!ret)
		ret = measure_all(&host, &state, pairs, stop_fd, &err);
	if (ret)
		fprintf(stderr, "measures: %s\n", err.text[0] ? err.text : strerror(-ret));
	return state_close(&state, &err) || ret ? 3 : 0;
}

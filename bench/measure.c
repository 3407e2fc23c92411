// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure.h"

#include "prover.h"
#include "shim/gbench.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>

/* Far more than any case needs: an end to looking for the number of one that takes no time. */
#define MAX_ITERATIONS 1000000000000u

/* Less than any instruction takes. */
#define LEAST_NS 0.001

#define NOT_AN_ERRNO "run() returned %d; 0 or a negative errno is wanted"

struct series {
	struct case_run *run;
	struct sample *samples;
	unsigned int nr, ran, reported;
	int ret;
};

static void reset(struct case_run *run)
{
	run->direction_ns[0] = run->direction_ns[1] = run->own_ns = 0;
}

static uint64_t two_digits(double n)
{
	double unit = n >= 100 ? pow(10, floor(log10(n)) - 1) : 1;

	return n < 1 ? 1 : (uint64_t)(round(n / unit) * unit);
}

int measure_calibrate(struct case_run *run, uint64_t target_ns, uint64_t *iterations,
		      struct error *err)
{
	const uint64_t max = run->c->max_iterations ? run->c->max_iterations : MAX_ITERATIONS;
	uint64_t n = 1;

	if (max == 1) {
		*iterations = 1;
		return 0;
	}
	for (;;) {
		uint64_t start = now_ns(), took;
		int ret;

		reset(run);
		ret = run->c->run(run, n);
		took = now_ns() - start;
		if (ret)
			return ret < 0 ? ret : error_set(err, -EPROTO, NOT_AN_ERRNO, ret);
		if (run->c->own_time)
			took = run->own_ns;
		/* An eighth of the target is long enough to extrapolate from, and short enough to
		 * waste. */
		if (took > target_ns / 8) {
			uint64_t wanted = two_digits((double)n * (double)target_ns / (double)took);

			*iterations = wanted < max ? wanted : max;
			return 0;
		}
		if (n == max) {
			*iterations = max;
			return 0;
		}
		n *= took < target_ns / 1000 ? 10 : 2;
		n = n < max ? n : max;
	}
}

/* These system calls are no part of the repetition: its time stands still. */
static void start_counting(struct gbench_state *state, struct perf *perf)
{
	if (!perf)
		return;
	gbench_pause(state);
	perf_start(perf);
	gbench_resume(state);
}

static void stop_counting(struct gbench_state *state, struct perf *perf, struct perf_counts *counts)
{
	if (!perf)
		return;
	gbench_pause(state);
	perf_stop(perf, counts);
	gbench_resume(state);
}

static void repetition(struct gbench_state *state, uint64_t iterations, void *user)
{
	struct series *s = user;
	struct sample *sample = &s->samples[s->ran];
	struct rusage before, after;
	struct perf_counts counts = {.known = false};
	struct perf *perf;
	const struct prover *prover = s->run->prover;
	uint64_t wall, cpu, prove_ns, prove_cpu_ns;
	bool marked;

	if (s->ran++ >= s->nr)
		return;
	/* The first one warms up. */
	s->run->counted = s->run->marks.begin && s->ran > 1;
	perf = s->ran > 1 ? s->run->perf : NULL;
	/* All that google/benchmark's clock sees, so that the one explains the other. */
	marked = s->run->counted && !s->run->c->own_time;
	if (marked)
		s->run->marks.begin();
	reset(s->run);
	prove_ns = prover ? prover->prove_ns : 0;
	prove_cpu_ns = prover ? prover->prove_cpu_ns : 0;
	getrusage(RUSAGE_THREAD, &before);
	start_counting(state, perf);
	cpu = thread_cpu_ns();
	wall = now_ns();
	s->ret = s->run->c->run(s->run, iterations);
	wall = now_ns() - wall;
	cpu = thread_cpu_ns() - cpu;
	stop_counting(state, perf, &counts);
	getrusage(RUSAGE_THREAD, &after);
	/* A case that proves in mid-run does so outside of its own time. */
	wall -= prover ? prover->prove_ns - prove_ns : 0;
	cpu -= prover ? prover->prove_cpu_ns - prove_cpu_ns : 0;
	*sample = (struct sample){
		.wall_ns = wall,
		.thread_cpu_ns = cpu,
		.direction_ns = {s->run->direction_ns[0], s->run->direction_ns[1]},
		.minor_faults = after.ru_minflt - before.ru_minflt,
		.major_faults = after.ru_majflt - before.ru_majflt,
		.voluntary = after.ru_nvcsw - before.ru_nvcsw,
		.involuntary = after.ru_nivcsw - before.ru_nivcsw,
		.perf = counts,
	};
	if (s->run->c->own_time)
		gbench_set_time(state, (double)s->run->own_ns / 1e9);
	if (s->ret)
		gbench_skip(state, s->ret < 0 ? strerror(-s->ret) : "run() returned no errno");
	if (marked)
		s->run->marks.end();
}

static void report(const struct gbench_result *result, void *user)
{
	struct series *s = user;

	if (s->reported < s->nr) {
		s->samples[s->reported].iterations = result->iterations;
		s->samples[s->reported].real_ns = result->real_ns;
		/* With a time of one's own, google/benchmark still reports the CPU time of it all.
		 */
		s->samples[s->reported].cpu_ns =
			s->run->c->own_time ? (double)s->samples[s->reported].thread_cpu_ns
					    : result->cpu_ns;
	}
	s->reported++;
}

int measure_run(struct case_run *run, const char *name, uint64_t iterations, unsigned int nr,
		struct sample *samples, struct error *err)
{
	struct gbench_options options = {
		.iterations = iterations,
		.repetitions = nr,
		.manual_time = run->c->own_time,
	};
	struct series series = {.run = run, .samples = samples, .nr = nr};
	int ret = gbench_register(name, &options, repetition, &series);

	if (!ret)
		ret = gbench_run(report, &series);
	if (series.ret > 0)
		return error_set(err, -EPROTO, NOT_AN_ERRNO, series.ret);
	if (series.ret)
		return series.ret;
	if (ret < 0 || series.ran != nr || series.reported != nr)
		return error_set(err, -EIO,
				 "google/benchmark ran %u and reported %u of %u repetitions "
				 "(unset BENCHMARK_ variables)",
				 series.ran, series.reported, nr);
	for (unsigned int i = 0; i < nr; i++)
		if (samples[i].real_ns < LEAST_NS * (double)samples[i].iterations)
			return error_set(err, -ERANGE,
					 "an iteration takes no time (does run() loop n times?)");
	return 0;
}

bool sample_contended(const struct sample *sample)
{
	double wall = (double)sample->wall_ns, cpu = (double)sample->thread_cpu_ns;

	return fabs(wall - cpu) > CONTENDED_RATIO * wall;
}

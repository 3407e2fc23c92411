// SPDX-License-Identifier: GPL-2.0-or-later
/* Cases that keep their own time: the figures are made up, and the machine's load means nothing. */
#include "bench/measure.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

/* A case whose iteration takes so long, and whose call number @fails_at fails. */
struct fake {
	uint64_t ns_per_iteration, most; /* the largest number of iterations it was called for */
	unsigned int calls, fails_at;
};

static int run(struct case_run *r, uint64_t n)
{
	struct fake *fake = r->data;

	assert_int_equal(r->own_ns, 0); /* of the current repetition only */
	r->own_ns = n * fake->ns_per_iteration;
	r->direction_ns[0] = n;
	r->direction_ns[1] = ++fake->calls;
	fake->most = n > fake->most ? n : fake->most;
	return fake->calls == fake->fails_at ? -ENOSPC : 0;
}

static const struct bench_case own_time = {.name = "fake", .own_time = true, .run = run};
static const struct bench_case once = {.name = "once", .run = run, .max_iterations = 1};
static const struct bench_case limited = {
	.name = "limited", .own_time = true, .run = run, .max_iterations = 1000};

static uint64_t calibrated(const struct bench_case *c, struct fake *fake, uint64_t target_ns)
{
	struct case_run r = {.c = c, .data = fake};
	uint64_t iterations = 0;

	assert_int_equal(measure_calibrate(&r, target_ns, &iterations, NULL), 0);
	return iterations;
}

static void test_calibrate(void **state)
{
	struct fake fake = {.ns_per_iteration = 100};

	(void)state;
	assert_int_equal(calibrated(&own_time, &fake, 50000000), 500000);
	/* An eighth of the target at least was run, and no more than about twice that. */
	assert_in_range(fake.most, 62500, 130000);
	fake = (struct fake){.ns_per_iteration = 37};
	assert_int_equal(calibrated(&own_time, &fake, 50000000), 1400000); /* 1351351 */
	fake = (struct fake){.ns_per_iteration = 1000000};
	assert_int_equal(calibrated(&own_time, &fake, 50000000), 50);
	fake = (struct fake){.ns_per_iteration = 3000000};
	assert_int_equal(calibrated(&own_time, &fake, 50000000), 17);
	/* Longer than the target: once. */
	fake = (struct fake){.ns_per_iteration = 1000000000};
	assert_int_equal(calibrated(&own_time, &fake, 50000000), 1);
	assert_int_equal(fake.calls, 1);
}

static void test_calibrate_once(void **state)
{
	struct fake fake = {.ns_per_iteration = 1};

	(void)state;
	assert_int_equal(calibrated(&once, &fake, 50000000), 1);
	assert_int_equal(fake.calls,
			 0); /* one call is the whole workload, not to be run for this */
}

static void test_calibrate_limited(void **state)
{
	struct fake fake = {.ns_per_iteration = 100};

	(void)state;
	assert_int_equal(calibrated(&limited, &fake, 50000000), 1000);
	fake = (struct fake){.ns_per_iteration = 10000}; /* 5000 would be right */
	assert_int_equal(calibrated(&limited, &fake, 50000000), 1000);
	fake = (struct fake){.ns_per_iteration = 1000000};
	assert_int_equal(calibrated(&limited, &fake, 50000000), 50);
}

/* Nor does looking for the number go beyond what the case can take. */
static void test_calibrate_within(void **state)
{
	struct fake fake = {.ns_per_iteration = 100};

	(void)state;
	calibrated(&limited, &fake, 50000000);
	assert_in_range(fake.most, 1, 1000);
}

static void test_calibrate_fails(void **state)
{
	struct fake fake = {.ns_per_iteration = 100, .fails_at = 3};
	struct case_run r = {.c = &own_time, .data = &fake};
	uint64_t iterations = 42;

	(void)state;
	assert_int_equal(measure_calibrate(&r, 50000000, &iterations, NULL), -ENOSPC);
	assert_int_equal(iterations, 42);
}

static void test_run(void **state)
{
	struct fake fake = {.ns_per_iteration = 100};
	struct case_run r = {.c = &own_time, .data = &fake};
	struct sample samples[4];
	struct error err = {""};

	(void)state;
	memset(samples, 0xff, sizeof(samples));
	assert_int_equal(measure_run(&r, "fake/x", 1000, 4, samples, &err), 0);
	assert_int_equal(fake.calls, 4);
	for (unsigned int i = 0; i < 4; i++) {
		assert_int_equal(samples[i].iterations, 1000);
		assert_true(samples[i].real_ns > 99999 && samples[i].real_ns < 100001);
		assert_int_equal(samples[i].direction_ns[0], 1000);
		assert_int_equal(samples[i].direction_ns[1], i + 1);
		assert_true(samples[i].minor_faults >= 0 && samples[i].involuntary >= 0);
		assert_true(samples[i].wall_ns < 60000000000);
	}
	/* Again, as the worker does after the warm-up. */
	assert_int_equal(measure_run(&r, "fake/x", 10, 2, samples, &err), 0);
	assert_int_equal(fake.calls, 6);
	assert_int_equal(samples[1].iterations, 10);
}

/* Whichever repetition fails, the last or one before it. */
static void test_run_fails(void **state)
{
	struct sample samples[4];
	struct error err = {""};

	(void)state;
	for (unsigned int at = 1; at <= 4; at++) {
		struct fake fake = {.ns_per_iteration = 100, .fails_at = at};
		struct case_run r = {.c = &own_time, .data = &fake};

		assert_int_equal(measure_run(&r, "fake", 10, 4, samples, &err), -ENOSPC);
	}
}

static void test_run_nothing(void **state)
{
	struct fake fake = {0};
	struct case_run r = {.c = &own_time, .data = &fake};
	struct error err = {""};

	(void)state;
	assert_true(measure_run(&r, "fake", 0, 1, NULL, &err) < 0);
	assert_true(err.text[0]);
	assert_int_equal(fake.calls, 0);
}

/* Page faults stand in for the hardware's counters: of each repetition but the warm-up. */
static int fault(struct case_run *r, uint64_t n)
{
	r->own_ns = n * 1000;
	for (uint64_t i = 0; i < n; i++) {
		char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			       0);

		/* The kernel takes the fault, as it writes there. */
		if (p == MAP_FAILED || clock_gettime(CLOCK_PROCESS_CPUTIME_ID, (void *)p) ||
		    munmap(p, 4096))
			return -errno;
	}
	return 0;
}

static const struct bench_case faulting = {.name = "faulting", .own_time = true, .run = fault};

static void test_perf(void **state)
{
	static const struct perf_event faults = {"faults", PERF_TYPE_SOFTWARE,
						 PERF_COUNT_SW_PAGE_FAULTS};
	struct case_run r = {.c = &faulting};
	struct sample samples[3];
	struct error err = {""};
	struct perf perf;

	(void)state;
	if (perf_open(&perf, &faults, 1, perf_sys_open, &err))
		skip();
	r.perf = &perf;
	assert_int_equal(measure_run(&r, "faulting", 100, 3, samples, &err), 0);
	assert_false(samples[0].perf.known);
	for (unsigned int i = 1; i < 3; i++) {
		assert_true(samples[i].perf.known);
		assert_in_range(samples[i].perf.value[0], 100, 150);
	}
	perf_close(&perf);
	r.perf = NULL;
	assert_int_equal(measure_run(&r, "faulting", 100, 3, samples, &err), 0);
	assert_false(samples[1].perf.known);
}

/* What happened, a character each: (, ), and what a case notes. */
static char events[32];

static void note(char c)
{
	size_t len = strlen(events);

	assert_true(len + 1 < sizeof(events));
	events[len] = c;
	events[len + 1] = '\0';
}

static void mark_begin(void)
{
	note('(');
}

static void mark_end(void)
{
	note(')');
}

static int run_noting(struct case_run *r, uint64_t n)
{
	(void)n;
	note('r');
	/* Fails when it has been called so often. */
	return r->data && !--*(int *)r->data ? -ENOSPC : 0;
}

/* Twice, with something in between that does not count. */
static int run_timed(struct case_run *r, uint64_t n)
{
	(void)n;
	note('a');
	case_time_on(r);
	note('b');
	case_time_off(r);
	note('c');
	case_time_on(r);
	note('d');
	return case_time_off(r) ? 0 : -EIO;
}

static const struct bench_case noting = {.name = "noting", .max_iterations = 10, .run = run_noting};
static const struct bench_case timed = {
	.name = "timed", .own_time = true, .max_iterations = 2, .run = run_timed};

static void check_marks(const struct bench_case *c, struct marks marks, void *data,
			const char *calibrating, const char *measuring)
{
	struct case_run r = {.c = c, .marks = marks, .data = data};
	struct sample samples[3];
	struct error err = {""};
	uint64_t iterations;

	events[0] = '\0';
	if (!data)
		assert_int_equal(measure_calibrate(&r, 1000000000000, &iterations, &err), 0);
	assert_string_equal(events, calibrating);
	events[0] = '\0';
	assert_int_equal(measure_run(&r, "marked", 1, 3, samples, &err), data ? -ENOSPC : 0);
	assert_string_equal(events, measuring);
}

/* Around used repetitions; neither while the number is looked for, nor in the warm-up. */
static void test_marks(void **state)
{
	const struct marks marks = {mark_begin, mark_end}, none = {NULL, NULL};
	int fails_at = 2;

	(void)state;
	check_marks(&noting, marks, NULL, "rr", "r(r)(r)");
	check_marks(&noting, none, NULL, "rr", "rrr");
	check_marks(&timed, marks, NULL, "abcdabcd", "abcda(b)c(d)a(b)c(d)");
	check_marks(&timed, none, NULL, "abcdabcd", "abcdabcdabcd");
	/* A failure leaves no mark without its end. */
	check_marks(&noting, marks, &fails_at, "", "r(r)");
}

static void test_contended(void **state)
{
	const struct sample quiet = {.wall_ns = 1000000, .thread_cpu_ns = 981000};
	const struct sample waited = {.wall_ns = 1000000, .thread_cpu_ns = 979000};
	const struct sample ahead = {.wall_ns = 1000000, .thread_cpu_ns = 1021000};
	/* By a kernel thread, for an instant, perhaps on the case's behalf. */
	const struct sample preempted = {.wall_ns = 1000, .thread_cpu_ns = 999, .involuntary = 1};
	const struct sample yielded = {.wall_ns = 1000, .thread_cpu_ns = 1000, .voluntary = 1};

	(void)state;
	assert_false(sample_contended(&quiet));
	assert_true(sample_contended(&waited));
	assert_true(sample_contended(&ahead));
	assert_false(sample_contended(&preempted));
	assert_false(sample_contended(&yielded));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_calibrate),
		cmocka_unit_test(test_calibrate_once),
		cmocka_unit_test(test_calibrate_limited),
		cmocka_unit_test(test_calibrate_within),
		cmocka_unit_test(test_calibrate_fails),
		cmocka_unit_test(test_run),
		cmocka_unit_test(test_run_fails),
		cmocka_unit_test(test_run_nothing),
		cmocka_unit_test(test_marks),
		cmocka_unit_test(test_contended),
		cmocka_unit_test(test_perf),
	};

	return cmocka_run_group_tests_name("measure", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "shim/gbench.h"

#include "bench/util.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define MAX_RESULTS 32

/* What was reported, copied, since it is valid only meanwhile. */
struct reported {
	char name[32], skipped[64], counter[2][16];
	struct gbench_result r;
	double value[2];
};

static struct reported reported[MAX_RESULTS];
static size_t nr_reported;

static void report(const struct gbench_result *result, void *user)
{
	struct reported *r = &reported[nr_reported++];

	assert_ptr_equal(user, &nr_reported);
	assert_in_range(nr_reported, 1, MAX_RESULTS);
	memset(r, 0, sizeof(*r));
	r->r = *result;
	snprintf(r->name, sizeof(r->name), "%s", result->name);
	snprintf(r->skipped, sizeof(r->skipped), "%s", result->skipped ? result->skipped : "");
	for (size_t i = 0; i < result->nr_counters && i < 2; i++) {
		snprintf(r->counter[i], sizeof(r->counter[i]), "%s", result->counters[i].name);
		r->value[i] = result->counters[i].value;
	}
}

static int run(void)
{
	nr_reported = 0;
	return gbench_run(report, &nr_reported);
}

/* One benchmark of a test; it counts how it is called. */
struct work {
	unsigned int calls, skip_at; /* 0: never */
	uint64_t iterations, busy_ns;
	double seconds; /* per call, reported by manual time */
	bool counters;
};

static void do_work(struct gbench_state *state, uint64_t iterations, void *user)
{
	struct work *w = user;
	uint64_t start = now_ns();

	w->calls++;
	w->iterations = iterations;
	while (now_ns() - start < w->busy_ns)
		;
	if (w->seconds > 0)
		gbench_set_time(state, w->seconds * w->calls);
	if (w->counters) {
		gbench_set_counter(state, "calls", w->calls);
		gbench_set_counter(state, "half", iterations / 2.0);
	}
	if (w->calls == w->skip_at) {
		char reason[] = "no such luck";

		gbench_skip(state, reason);
		memset(reason, 'x', sizeof(reason) - 1); /* it was copied */
	}
}

static void add(const char *name, uint64_t iterations, unsigned int repetitions, struct work *w)
{
	struct gbench_options options = {
		.iterations = iterations,
		.repetitions = repetitions,
		.manual_time = w->seconds > 0,
	};

	assert_int_equal(gbench_register(name, &options, do_work, w), 0);
}

static void test_iterations(void **state)
{
	static const uint64_t counts[] = {1, 2, 7, 1000, 123456789, 1ULL << 40};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(counts); i++) {
		struct work w = {0};

		add("whole", counts[i], 3, &w);
		assert_int_equal(run(), 1);
		/* Once per repetition, all of them each time. */
		assert_int_equal(w.calls, 3);
		assert_true(w.iterations == counts[i]);
		assert_int_equal(nr_reported, 3);
		assert_true(reported[2].r.iterations == counts[i]);
	}
}

static void test_order(void **state)
{
	struct work a = {.counters = true}, b = {.counters = true};

	(void)state;
	add("b_first", 10, 4, &a);
	add("a_second", 20, 2, &b);
	assert_int_equal(run(), 2);
	assert_int_equal(nr_reported, 6);
	for (unsigned int i = 0; i < 6; i++) {
		const struct reported *r = &reported[i];
		bool first = i < 4;

		assert_string_equal(r->name, first ? "b_first" : "a_second");
		assert_int_equal(r->r.repetition, first ? i : i - 4);
		assert_int_equal(r->r.iterations, first ? 10 : 20);
		assert_string_equal(r->skipped, "");
		assert_null(r->r.skipped);
		/* In the order in which they ran, not in that of the figures. */
		assert_true(r->value[0] == (first ? i : i - 4) + 1);
	}
}

static void test_one_repetition(void **state)
{
	struct work w = {0};

	(void)state;
	add("once", 5, 1, &w);
	assert_int_equal(run(), 1);
	assert_int_equal(w.calls, 1);
	assert_int_equal(nr_reported, 1);
	assert_int_equal(reported[0].r.repetition, 0);
}

static void test_counters(void **state)
{
	struct work w = {.counters = true};

	(void)state;
	add("counted", 1001, 2, &w);
	assert_int_equal(run(), 1);
	for (unsigned int i = 0; i < 2; i++) {
		assert_int_equal(reported[i].r.nr_counters, 2);
		assert_string_equal(reported[i].counter[0], "calls");
		assert_string_equal(reported[i].counter[1], "half");
		/* As they were set: divided by nothing. */
		assert_true(reported[i].value[0] == i + 1);
		assert_true(reported[i].value[1] == 500.5);
	}
	w = (struct work){0};
	add("uncounted", 1, 1, &w);
	assert_int_equal(run(), 1);
	assert_int_equal(reported[0].r.nr_counters, 0);
}

/* Of all iterations together: 3, 6 and 9 s, whatever the clocks say. */
static void test_manual_time(void **state)
{
	struct work w = {.seconds = 3};

	(void)state;
	add("manual", 1000, 3, &w);
	assert_int_equal(run(), 1);
	for (unsigned int i = 0; i < 3; i++) {
		double wanted = 3e9 * (i + 1);

		assert_true(reported[i].r.real_ns > wanted - 1 &&
			    reported[i].r.real_ns < wanted + 1);
		assert_true(reported[i].r.cpu_ns < 2e9);
	}
}

static void test_clocks(void **state)
{
	struct work w = {.busy_ns = 20000000};

	(void)state;
	add("busy", 1000000, 2, &w);
	assert_int_equal(run(), 1);
	for (unsigned int i = 0; i < 2; i++) {
		assert_true(reported[i].r.real_ns >= 20e6 && reported[i].r.real_ns < 20e9);
		/* Less if another process had the CPU meanwhile. */
		assert_true(reported[i].r.cpu_ns > 0);
		assert_true(reported[i].r.cpu_ns < reported[i].r.real_ns + 5e6);
	}
}

static void test_skip(void **state)
{
	struct work w = {.skip_at = 1}, next = {0};

	(void)state;
	add("skips", 10, 1, &w);
	add("goes_on", 10, 2, &next);
	assert_int_equal(run(), 2);
	assert_int_equal(nr_reported, 3);
	assert_string_equal(reported[0].name, "skips");
	assert_string_equal(reported[0].skipped, "no such luck");
	assert_null(reported[1].r.skipped);
	assert_null(reported[2].r.skipped);
	assert_int_equal(next.calls, 2);
}

/* What ran before is kept; what would come after is skipped too. */
static void test_skip_later(void **state)
{
	struct work w = {.skip_at = 2};

	(void)state;
	add("skips", 10, 4, &w);
	assert_int_equal(run(), 1);
	assert_int_equal(nr_reported, 4);
	assert_null(reported[0].r.skipped);
	assert_int_equal(reported[0].r.iterations, 10);
	assert_string_equal(reported[1].skipped, "no such luck");
	for (size_t i = 2; i < nr_reported; i++)
		assert_non_null(reported[i].r.skipped);
	/* The next benchmark starts afresh. */
	w = (struct work){0};
	add("works", 10, 2, &w);
	assert_int_equal(run(), 1);
	assert_null(reported[0].r.skipped);
	assert_null(reported[1].r.skipped);
}

/* The first of several: versions of google/benchmark are known to crash over it. */
static void test_skip_first(void **state)
{
	struct work w = {.skip_at = 1};

	(void)state;
	add("skips", 10, 4, &w);
	assert_int_equal(run(), 1);
	assert_string_equal(reported[0].skipped, "no such luck");
}

/* "Ends the repetition, and the benchmark". */
static void test_skip_ends(void **state)
{
	struct work w = {.skip_at = 2};

	(void)state;
	add("skips", 10, 4, &w);
	assert_int_equal(run(), 1);
	assert_int_equal(w.calls, 2);
}

static void test_refused(void **state)
{
	const struct gbench_options good = {.iterations = 1, .repetitions = 1};
	const struct gbench_options no_iterations = {.repetitions = 1};
	const struct gbench_options no_repetitions = {.iterations = 1};
	struct work w = {0};

	(void)state;
	assert_int_equal(gbench_register("", &good, do_work, &w), -EINVAL);
	assert_int_equal(gbench_register("x", &no_iterations, do_work, &w), -EINVAL);
	assert_int_equal(gbench_register("x", &no_repetitions, do_work, &w), -EINVAL);
	assert_int_equal(run(), 0);
	assert_int_equal(nr_reported, 0);
	assert_int_equal(w.calls, 0);
}

/* Nothing of one run is left in the next. */
static void test_two_runs(void **state)
{
	struct work first = {0}, second = {0}, dropped = {0};

	(void)state;
	add("first", 10, 2, &first);
	assert_int_equal(run(), 1);
	assert_int_equal(run(), 0);
	add("dropped", 10, 2, &dropped);
	gbench_clear();
	add("second", 30, 3, &second);
	assert_int_equal(run(), 1);
	assert_int_equal(first.calls, 2);
	assert_int_equal(dropped.calls, 0);
	assert_int_equal(second.calls, 3);
	assert_int_equal(nr_reported, 3);
	assert_string_equal(reported[0].name, "second");
	assert_int_equal(reported[0].r.repetition, 0);
}

/* Stdout is the report's, or the result's. */
static void test_writes_nothing(void **state)
{
	FILE *file = tmpfile();
	struct work w = {0};
	int out = dup(STDOUT_FILENO);

	(void)state;
	fflush(stdout);
	dup2(fileno(file), STDOUT_FILENO);
	add("quiet", 10, 2, &w);
	assert_int_equal(run(), 1);
	fflush(stdout);
	dup2(out, STDOUT_FILENO);
	close(out);
	assert_int_equal(lseek(fileno(file), 0, SEEK_END), 0);
	fclose(file);
}

static void test_machine(void **state)
{
	struct gbench_cpu_info cpu = {0};
	struct gbench_cache caches[16];
	size_t nr = gbench_caches(caches, ARRAY_SIZE(caches));

	(void)state;
	gbench_cpu(&cpu);
	assert_true(cpu.num_cpus >= 1);
	assert_true(cpu.mhz > 1);
	assert_in_range(cpu.scaling_enabled + 1, 0, 2);
	assert_int_equal(gbench_caches(NULL, 0), nr);
	for (size_t i = 0; i < nr && i < ARRAY_SIZE(caches); i++) {
		assert_in_range(caches[i].level, 1, 5);
		assert_true(caches[i].size_bytes >= 1024);
		assert_true(caches[i].type[0]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_iterations),     cmocka_unit_test(test_order),
		cmocka_unit_test(test_one_repetition), cmocka_unit_test(test_counters),
		cmocka_unit_test(test_manual_time),    cmocka_unit_test(test_clocks),
		cmocka_unit_test(test_skip),           cmocka_unit_test(test_skip_later),
		cmocka_unit_test(test_skip_first),     cmocka_unit_test(test_skip_ends),
		cmocka_unit_test(test_refused),        cmocka_unit_test(test_two_runs),
		cmocka_unit_test(test_writes_nothing), cmocka_unit_test(test_machine),
	};

	return cmocka_run_group_tests_name("gbench", tests, NULL, NULL);
}

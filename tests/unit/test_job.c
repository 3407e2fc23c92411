// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/job.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct job full = {
	.name = "mprotect_toggle/64K",
	.size_bytes = 1UL << 40, /* above 32 bits, as all that is 64 bits wide */
	.repetitions = 9,
	.iterations = 12345678901,
	.target_ns = 50000000000,
	.cpu = 3,
	.node = 1,
	.spinner_cpus = {5, 7, 4095},
	.nr_spinners = 3,
	.mark = 4711,
	.perf = true,
};

/* Through text, as it goes to the worker. */
static void round_trip(const struct job *job)
{
	_cleanup_json_ json_t *json = job_json(job), *read = NULL;
	_cleanup_free_ char *text = json_dumps(json, 0);
	struct job r;

	assert_non_null(text);
	read = json_loads(text, 0, NULL);
	memset(&r, 0xff, sizeof(r));
	assert_int_equal(job_from_json(read, &r), 0);
	assert_string_equal(r.name, job->name);
	assert_true(r.size_bytes == job->size_bytes);
	assert_int_equal(r.repetitions, job->repetitions);
	assert_true(r.iterations == job->iterations);
	assert_true(r.target_ns == job->target_ns);
	assert_int_equal(r.cpu, job->cpu);
	assert_int_equal(r.node, job->node);
	assert_int_equal(r.nr_spinners, job->nr_spinners);
	assert_int_equal(r.mark, job->mark);
	assert_int_equal(r.perf, job->perf);
	for (int i = 0; i < job->nr_spinners; i++)
		assert_int_equal(r.spinner_cpus[i], job->spinner_cpus[i]);
}

static void test_round_trip(void **state)
{
	struct job job = full;

	(void)state;
	round_trip(&job);
	job.size_bytes = job.iterations = 0; /* no region; calibrate */
	job.nr_spinners = 0;
	job.mark = -1; /* none */
	job.perf = false;
	round_trip(&job);
	job.nr_spinners = MAX_SPINNERS;
	for (int i = 0; i < MAX_SPINNERS; i++)
		job.spinner_cpus[i] = 2 * i + 1;
	round_trip(&job);
}

/* The full job with @key set to @value, or without it. */
static void refuse(const char *key, json_t *value)
{
	_cleanup_json_ json_t *json = job_json(&full);
	struct job r = {.cpu = 42};

	if (value)
		json_object_set_new(json, key, value);
	else
		json_object_del(json, key);
	if (job_from_json(json, &r) != -EBADMSG)
		fail_msg("a job with a wrong %s was taken", key);
	assert_int_equal(r.cpu, 42);
}

static void test_incomplete(void **state)
{
	_cleanup_json_ json_t *json = job_json(&full);
	const char *key;
	json_t *value;

	(void)state;
	json_object_foreach (json, key, value) {
		refuse(key, NULL);
		refuse(key, json_null());
		refuse(key, json_object());
		if (strcmp(key, "name"))
			refuse(key, json_string("1"));
		else
			refuse(key, json_integer(1));
	}
}

static void test_out_of_range(void **state)
{
	json_t *many = json_array();

	(void)state;
	refuse("size_bytes", json_integer(-1));
	refuse("repetitions", json_integer(0));
	refuse("repetitions", json_integer(-1));
	refuse("iterations", json_integer(-1));
	refuse("target_ns", json_integer(0));
	refuse("target_ns", json_real(1.5));
	refuse("mark", json_integer(-2));
	for (int i = 0; i <= MAX_SPINNERS; i++)
		json_array_append_new(many, json_integer(i));
	refuse("spinner_cpus", many);
}

/* A spinner on a CPU that nobody named would be on CPU 0. */
static void test_spinners(void **state)
{
	(void)state;
	refuse("spinner_cpus", json_pack("[i,s]", 1, "2"));
	refuse("spinner_cpus", json_pack("[n]"));
	refuse("spinner_cpus", json_pack("[i]", -1));
}

static void test_no_job(void **state)
{
	_cleanup_json_ json_t *array = json_array();
	struct job r = {.cpu = 42};

	(void)state;
	assert_int_equal(job_from_json(NULL, &r), -EBADMSG);
	assert_int_equal(job_from_json(array, &r), -EBADMSG);
	assert_int_equal(r.cpu, 42);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_incomplete),
		cmocka_unit_test(test_out_of_range), cmocka_unit_test(test_spinners),
		cmocka_unit_test(test_no_job),
	};

	return cmocka_run_group_tests_name("job", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Page faults stand in for hardware counters, which few of the machines that test have. */
#include "bench/perf.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#define PAGES 32

static const struct perf_event software[] = {
	{"faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
	{"minor", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN},
	{"major", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ},
};

/* Faults on fresh pages, taken by the kernel as it writes to them, or by this program. */
static void take_faults(bool by_kernel)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = PAGES * page;
	_cleanup_fd_ int zero = open("/dev/zero", O_RDONLY | O_CLOEXEC);
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_true(p != MAP_FAILED);
	/* A kernel without THP refuses, and needs no advice. */
	madvise(p, size, MADV_NOHUGEPAGE);
	if (by_kernel)
		assert_int_equal(read(zero, p, size), size);
	for (size_t i = 0; i < size; i += page)
		*(volatile char *)(p + i) = 1;
	munmap(p, size);
}

/* Where nobody may count, there is nothing to test. */
static struct perf open_software(void)
{
	struct perf perf;
	int ret = perf_open(&perf, software, MAX_PERF, perf_sys_open, NULL);

	if (ret == -EACCES || ret == -EPERM || ret == -ENOSYS)
		skip();
	assert_int_equal(ret, 0);
	assert_int_equal(perf.nr, MAX_PERF);
	assert_int_equal(perf.nr_missing, 0);
	return perf;
}

static void test_counts_the_kernel_only(void **state)
{
	struct perf perf = open_software();
	struct perf_counts counts;

	(void)state;
	perf_start(&perf);
	take_faults(true);
	perf_stop(&perf, &counts);
	assert_true(counts.known);
	assert_true(counts.ratio == 1); /* NOLINT: of equal numbers */
	assert_in_range(counts.value[0], PAGES, PAGES + PAGES / 2);
	assert_in_range(counts.value[1], PAGES, PAGES + PAGES / 2);
	assert_in_range(counts.value[2], 0, PAGES / 2);

	/* This time's alone. */
	perf_start(&perf);
	take_faults(false);
	perf_stop(&perf, &counts);
	assert_true(counts.known);
	assert_in_range(counts.value[0], 0, PAGES / 2);
	perf_close(&perf);
}

static void test_counts_between_only(void **state)
{
	struct perf perf = open_software();
	struct perf_counts counts;

	(void)state;
	take_faults(true);
	perf_start(&perf);
	perf_stop(&perf, &counts);
	take_faults(true);
	perf_start(&perf);
	perf_stop(&perf, &counts);
	assert_in_range(counts.value[0], 0, PAGES / 2);
	perf_close(&perf);
}

/* A reading that fails must not pass for a count. */
static void test_unreadable(void **state)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	struct perf perf = {.fds = {null}, .nr = 1};
	struct perf_counts counts = {.known = true};

	(void)state;
	perf_start(&perf);
	perf_stop(&perf, &counts);
	assert_false(counts.known);
	perf_close(&perf);
}

/* Nor without the reading that it is counted from. */
static void test_no_start(void **state)
{
	const struct perf_reading late = {1, 2000, 2000, {50}};
	const size_t size = offsetof(struct perf_reading, value) + sizeof(late.value[0]);
	struct perf perf = {.nr = 1};
	struct perf_counts counts = {.known = true};
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	perf.fds[0] = ends[0];
	assert_int_equal(write(ends[1], &late, 8), 8);
	perf_start(&perf);
	assert_int_equal(write(ends[1], &late, size), size);
	perf_stop(&perf, &counts);
	assert_false(counts.known);
	perf_close(&perf);
	close(ends[1]);
}

/* What each open answers, and what it was asked. */
static struct fake {
	int answers[MAX_PERF];
	unsigned int asked;
	struct perf_event_attr attr[MAX_PERF];
	int group[MAX_PERF];
} fake;

static int fake_open(struct perf_event_attr *attr, int group_fd)
{
	unsigned int i = fake.asked++;

	fake.attr[i] = *attr;
	fake.group[i] = group_fd;
	return fake.answers[i];
}

static void test_asks_for_the_kernel(void **state)
{
	struct perf perf;

	(void)state;
	fake = (struct fake){.answers = {1007, 1008, 1009}};
	assert_int_equal(perf_open(&perf, perf_kernel_events, MAX_PERF, fake_open, NULL), 0);
	for (unsigned int i = 0; i < MAX_PERF; i++) {
		assert_true(fake.attr[i].exclude_user && !fake.attr[i].exclude_kernel);
		assert_int_equal(fake.group[i], i ? 1007 : -1);
		assert_int_equal(fake.attr[i].disabled, !i);
	}
	assert_int_equal(perf.fds[2], 1009);
}

/* Without the first, the next one leads. */
static void test_some_are_missing(void **state)
{
	struct error why = {""};
	struct perf perf;

	(void)state;
	fake = (struct fake){.answers = {-ENOENT, 1008, -EINVAL}};
	assert_int_equal(perf_open(&perf, perf_kernel_events, MAX_PERF, fake_open, &why), 0);
	assert_int_equal(perf.nr, 1);
	assert_string_equal(perf.names[0], "kernel_instructions");
	assert_int_equal(fake.group[1], -1);
	assert_int_equal(fake.attr[1].disabled, 1);
	assert_int_equal(fake.group[2], 1008);
	assert_int_equal(perf.nr_missing, 2);
	assert_string_equal(perf.missing[1], "kernel_dtlb_load_misses");
	assert_non_null(strstr(why.text, "kernel_cycles: "));
}

static void test_why_none(void **state)
{
	static const struct {
		int ret;
		const char *remedy;
	} reasons[] = {
		{-ENOENT, "-cpu host"},
		{-EOPNOTSUPP, "-cpu host"},
		{-EACCES, "perf_event_paranoid=1"},
		{-EPERM, "container"},
		{-ENOSYS, "CONFIG_PERF_EVENTS"},
		{-EINVAL, "nmi_watchdog"},
		{-EMFILE, "Too many open files"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++) {
		struct error why = {""};
		struct perf perf;

		fake = (struct fake){.answers = {reasons[i].ret, -ENOENT, -ENOENT}};
		assert_int_equal(perf_open(&perf, perf_kernel_events, MAX_PERF, fake_open, &why),
				 reasons[i].ret);
		assert_int_equal(perf.nr, 0);
		assert_int_equal(perf.nr_missing, MAX_PERF);
		if (!strstr(why.text, reasons[i].remedy))
			fail_msg("'%s' does not say '%s'", why.text, reasons[i].remedy);
	}
}

/* Counted for a part of the time: said, and not scaled. */
static void test_took_turns(void **state)
{
	const struct perf_reading start = {2, 1000, 1000, {50, 60}};
	const struct perf_reading end = {2, 9000, 3000, {150, 61}};
	const struct perf_reading idle = {2, 9000, 1000, {50, 60}};
	struct perf_counts counts = perf_between(&start, &end);

	(void)state;
	assert_true(counts.known);
	assert_true(counts.ratio > 0.2499 && counts.ratio < 0.2501);
	assert_int_equal(counts.value[0], 100);
	assert_int_equal(counts.value[1], 1);
	assert_false(perf_between(&start, &idle).known);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts_the_kernel_only),
		cmocka_unit_test(test_counts_between_only),
		cmocka_unit_test(test_unreadable),
		cmocka_unit_test(test_no_start),
		cmocka_unit_test(test_asks_for_the_kernel),
		cmocka_unit_test(test_some_are_missing),
		cmocka_unit_test(test_why_none),
		cmocka_unit_test(test_took_turns),
	};

	return cmocka_run_group_tests_name("perf", tests, NULL, NULL);
}

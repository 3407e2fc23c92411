// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/idle.h"
#include "tmpdir.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>

#include <cmocka.h>

static const char stat_text[] = "cpu  1000 20 300 40000 500 60 70 80 9 10\n"
				"cpu0 100 2 30 4000 50 6 7 8 9 1\n"
				"cpu2 200 0 0 800 0 0 0 0 0 0\n"
				"cpu10 1 2 3 4\n"
				"cpu11 1 2 3\n"
				"intr 12345 0 0 0\n"
				"ctxt 1\nbtime 2\nprocesses 3\n";

static void expect(int cpu, uint64_t wanted_busy, uint64_t wanted_total)
{
	uint64_t busy = 0, total = 0;

	assert_int_equal(idle_parse(stat_text, cpu, &busy, &total), 0);
	assert_int_equal(busy, wanted_busy);
	assert_int_equal(total, wanted_total);
}

static void test_parse(void **state)
{
	(void)state;
	/* Guest time is user time already; waiting for I/O is idle. */
	expect(0, 100 + 2 + 30 + 6 + 7 + 8, 153 + 4000 + 50);
	expect(2, 200, 1000);
	expect(10, 6, 10); /* Linux 2.4 had four fields */
}

static void test_parse_bad(void **state)
{
	uint64_t busy = 42, total = 43;

	(void)state;
	/* CPU 1 is offline, and CPU 10 is not it. */
	assert_int_equal(idle_parse(stat_text, 1, &busy, &total), -ENOENT);
	assert_int_equal(idle_parse(stat_text, 11, &busy, &total), -EBADMSG);
	assert_int_equal(idle_parse("cpu  1 2 3 4\ncpu0 x\n", 0, &busy, &total), -EBADMSG);
	assert_int_equal(idle_parse("", 0, &busy, &total), -ENOENT);
	assert_int_equal(busy, 42);
	assert_int_equal(total, 43);
}

/* A clock that stands still is that of an idle machine, as under nohz. */
static void test_idle(void **state)
{
	const struct rootfs *root = *state;
	struct idle_report r;

	rootfs_write(root, "proc/stat", stat_text);
	assert_int_equal(idle_wait(root->fd, 0, 60000000000, -1, &r), 0);
	assert_true(r.reached);
	assert_true(r.busy_ratio == 0);
	assert_true(r.waited_ns >= 100000000 && r.waited_ns < 30000000000);
}

static atomic_bool done;

/* One of ten ticks is idle. */
static void *write_busy(void *root)
{
	char text[128];

	for (unsigned int i = 0; !done; i++) {
		snprintf(text, sizeof(text), "cpu  1 2 3 4\ncpu0 %u 0 0 %u 0 0 0 0\n", 9 * i, i);
		rootfs_write(root, "proc/stat", text);
		usleep(1000);
	}
	return NULL;
}

static void test_busy(void **state)
{
	struct rootfs *root = *state;
	struct idle_report r;
	pthread_t writer;

	rootfs_write(root, "proc/stat", "cpu  1 2 3 4\ncpu0 0 0 0 0\n");
	done = false;
	assert_int_equal(pthread_create(&writer, NULL, write_busy, root), 0);
	assert_int_equal(idle_wait(root->fd, 0, 300000000, -1, &r), 0);
	done = true;
	pthread_join(writer, NULL);
	assert_false(r.reached);
	assert_true(r.busy_ratio > 0.8999 && r.busy_ratio < 0.9001);
	assert_true(r.waited_ns >= 300000000);
}

static void test_stopped(void **state)
{
	const struct rootfs *root = *state;
	struct idle_report r;
	uint64_t start = now_ns();
	int ends[2];

	rootfs_write(root, "proc/stat", stat_text);
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "", 1), 1);
	assert_int_equal(idle_wait(root->fd, 0, 60000000000, ends[0], &r), 0);
	assert_false(r.reached);
	assert_true(now_ns() - start < 30000000000);
	close(ends[0]);
	close(ends[1]);
}

static void test_unreadable(void **state)
{
	const struct rootfs *root = *state;
	struct idle_report r = {.waited_ns = 42};

	assert_int_equal(idle_wait(root->fd, 0, 60000000000, -1, &r), -ENOENT);
	rootfs_write(root, "proc/stat", "cpu  1 2 3 4\n");
	assert_int_equal(idle_wait(root->fd, 0, 60000000000, -1, &r), -ENOENT);
	rootfs_write(root, "proc/stat", "cpu  1 2 3 4\ncpu0 x\n");
	assert_int_equal(idle_wait(root->fd, 0, 60000000000, -1, &r), -EBADMSG);
	assert_int_equal(r.waited_ns, 42);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse), cmocka_unit_test(test_parse_bad),
		tmpdir_test(test_idle),       tmpdir_test(test_busy),
		tmpdir_test(test_stopped),    tmpdir_test(test_unreadable),
	};

	return cmocka_run_group_tests_name("idle", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/memlimit.h"
#include "tmpdir.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define V2 "sys/fs/cgroup"
#define V1 "sys/fs/cgroup/memory"

/* Of a machine with 1000 KiB available. */
static int setup(void **state)
{
	int ret = tmpdir_setup(state);

	if (!ret)
		rootfs_write(*state, "proc/meminfo",
			     "MemTotal:           4000 kB\nMemFree:             700 kB\n"
			     "MemAvailable:       1000 kB\nBuffers:               3 kB\n");
	return ret;
}

#define memlimit_test(f) cmocka_unit_test_setup_teardown(f, setup, tmpdir_teardown)

static void limit_v2(const struct rootfs *root, const char *group, const char *max,
		     const char *current)
{
	char name[256];

	snprintf(name, sizeof(name), V2 "%s/memory.max", group);
	rootfs_write(root, name, max);
	snprintf(name, sizeof(name), V2 "%s/memory.current", group);
	rootfs_write(root, name, current);
}

static void limit_v1(const struct rootfs *root, const char *group, const char *limit,
		     const char *usage)
{
	char name[256];

	snprintf(name, sizeof(name), V1 "%s/memory.limit_in_bytes", group);
	rootfs_write(root, name, limit);
	snprintf(name, sizeof(name), V1 "%s/memory.usage_in_bytes", group);
	rootfs_write(root, name, usage);
}

static void expect(const struct rootfs *root, uint64_t wanted, const char *by)
{
	const char *limit = NULL;
	uint64_t bytes = 42;

	assert_int_equal(mem_available(root->fd, &bytes, &limit), 0);
	assert_int_equal(bytes, wanted);
	assert_non_null(strstr(limit, by));
}

static void test_no_cgroup(void **state)
{
	expect(*state, 1000 << 10, "MemAvailable");
	rootfs_write(*state, "proc/self/cgroup", "0::/a\n");
	expect(*state, 1000 << 10, "MemAvailable");
	rootfs_write(*state, "proc/self/cgroup", "no such format\n\n::\n");
	expect(*state, 1000 << 10, "MemAvailable");
}

static void test_no_meminfo(void **state)
{
	_cleanup_rootfs_ struct rootfs empty = rootfs_make();
	const char *limit = "untouched";
	uint64_t bytes = 42;

	assert_int_equal(mem_available(empty.fd, &bytes, &limit), -ENOENT);
	rootfs_write(*state, "proc/meminfo", "MemTotal: 4000 kB\n");
	assert_int_equal(mem_available(((struct rootfs *)*state)->fd, &bytes, &limit), -EBADMSG);
	assert_int_equal(bytes, 42);
	assert_string_equal(limit, "untouched");
}

static void test_v2(void **state)
{
	rootfs_write(*state, "proc/self/cgroup", "0::/a/b/c\n");
	limit_v2(*state, "/a/b/c", "max\n", "100000\n");
	limit_v2(*state, "/a/b", "max\n", "200000\n");
	limit_v2(*state, "/a", "max\n", "300000\n");
	expect(*state, 1000 << 10, "MemAvailable");
	limit_v2(*state, "/a/b/c", "900000\n", "100000\n");
	expect(*state, 800000, "cgroup");
	/* A sibling's limit is none of ours. */
	limit_v2(*state, "/a/other", "1\n", "0\n");
	limit_v2(*state, "/other", "1\n", "0\n");
	expect(*state, 800000, "cgroup");
	limit_v2(*state, "/a/b", "900000\n", "200000\n");
	expect(*state, 700000, "cgroup");
	limit_v2(*state, "/a", "900000\n", "300000\n");
	expect(*state, 600000, "cgroup");
	/* The process's own is the tightest again. */
	limit_v2(*state, "/a/b/c", "100001\n", "100000\n");
	expect(*state, 1, "cgroup");
}

/* Seen from within a container its own group is the root, which has a limit there. */
static void test_v2_root(void **state)
{
	rootfs_write(*state, "proc/self/cgroup", "0::/\n");
	limit_v2(*state, "", "500000\n", "100000\n");
	expect(*state, 400000, "cgroup");
	rootfs_write(*state, "proc/self/cgroup", "0::/a\n");
	limit_v2(*state, "/a", "max\n", "100000\n");
	expect(*state, 400000, "cgroup");
}

static void test_used_up(void **state)
{
	rootfs_write(*state, "proc/self/cgroup", "0::/a/b\n");
	limit_v2(*state, "/a", "100000\n", "100001\n");
	limit_v2(*state, "/a/b", "500000\n", "100001\n");
	expect(*state, 0, "cgroup");
	limit_v2(*state, "/a", "100000\n", "100000\n");
	expect(*state, 0, "cgroup");
}

static void test_above(void **state)
{
	rootfs_write(*state, "proc/self/cgroup", "0::/a\n");
	limit_v2(*state, "/a", "1024001\n", "0\n");
	expect(*state, 1000 << 10, "MemAvailable");
	limit_v2(*state, "/a", "1023999\n", "0\n");
	expect(*state, 1023999, "cgroup");
}

/* Half a limit is none. */
static void test_no_usage(void **state)
{
	rootfs_write(*state, "proc/self/cgroup", "0::/a\n");
	rootfs_write(*state, V2 "/a/memory.max", "1000\n");
	expect(*state, 1000 << 10, "MemAvailable");
}

static void test_v1(void **state)
{
	rootfs_write(*state, "proc/self/cgroup",
		     "12:cpu,cpuacct:/c\n11:memory:/m/n\n10:memoryish:/x\n1:name=systemd:/s\n");
	limit_v1(*state, "/m/n", "9223372036854771712\n", "100000\n");
	limit_v1(*state, "/m", "9223372036854771712\n", "200000\n");
	limit_v1(*state, "", "9223372036854771712\n", "300000\n");
	limit_v1(*state, "/c", "1\n", "0\n");
	limit_v1(*state, "/x", "2\n", "0\n");
	limit_v1(*state, "/s", "3\n", "0\n");
	expect(*state, 1000 << 10, "MemAvailable");
	limit_v1(*state, "/m", "700000\n", "200000\n");
	expect(*state, 500000, "cgroup");
	limit_v1(*state, "/m/n", "100000\n", "200000\n");
	expect(*state, 0, "cgroup");
}

/* Both at once, as systemd's hybrid mode mounts them: whichever leaves less. */
static void test_both(void **state)
{
	rootfs_write(*state, "proc/self/cgroup", "4:memory:/m\n0::/u\n");
	limit_v1(*state, "/m", "700000\n", "0\n");
	limit_v2(*state, "/u", "600000\n", "0\n");
	expect(*state, 600000, "cgroup");
	limit_v1(*state, "/m", "500000\n", "0\n");
	expect(*state, 500000, "cgroup");
}

/* Page cache that goes when room is needed is not in the way. */
static void test_page_cache(void **state)
{
	rootfs_write(*state, "proc/self/cgroup", "4:memory:/m\n0::/u\n");
	limit_v2(*state, "/u", "600000\n", "500000\n");
	rootfs_write(*state, V2 "/u/memory.stat", "anon 1\ninactive_file 200000\nactive_file 9\n");
	expect(*state, 300000, "cgroup");
	limit_v1(*state, "/m", "600000\n", "500000\n");
	rootfs_write(*state, V1 "/m/memory.stat",
		     "x 1\ninactive_file 7\ntotal_inactive_file 100000\n");
	expect(*state, 200000, "cgroup");
	rootfs_write(*state, V1 "/m/memory.stat", "x 1\ntotal_inactive_file 900000\n");
	expect(*state, 300000, "cgroup");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		memlimit_test(test_no_cgroup), memlimit_test(test_no_meminfo),
		memlimit_test(test_v2),        memlimit_test(test_v2_root),
		memlimit_test(test_used_up),   memlimit_test(test_above),
		memlimit_test(test_no_usage),  memlimit_test(test_v1),
		memlimit_test(test_both),      memlimit_test(test_page_cache),
	};

	return cmocka_run_group_tests_name("memlimit", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/check.h"
#include "bench/sysinfo.h"
#include "rootfs.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

#define CLOCK_DIR "sys/devices/system/clocksource/clocksource0/"
#define THP_DIR   "sys/kernel/mm/transparent_hugepage/"

static json_t *findings_of(int fd)
{
	_cleanup_json_ json_t *kernel = NULL, *machine = NULL;
	json_t *findings = NULL;

	assert_true(fd >= 0);
	assert_int_equal(sysinfo_kernel(fd, &kernel), 0);
	assert_int_equal(sysinfo_machine(fd, &machine), 0);
	assert_int_equal(check_findings(fd, kernel, machine, &findings), 0);
	return findings;
}

static json_t *findings_of_fixture(const char *name)
{
	_cleanup_fd_ int fd = rootfs_open(name);

	return findings_of(fd);
}

static const char *text_of(const json_t *finding, const char *key)
{
	return json_string_value(json_object_get(finding, key));
}

/* The first finding whose `what` begins with @what, or NULL. */
static const json_t *find(const json_t *findings, const char *what)
{
	size_t i;
	json_t *finding;

	json_array_foreach (findings, i, finding)
		if (!strncmp(text_of(finding, "what"), what, strlen(what)))
			return finding;
	return NULL;
}

static void assert_level(const json_t *findings, const char *what, const char *level)
{
	const json_t *finding = find(findings, what);

	if (!finding)
		fail_msg("no finding \"%s\"", what);
	if (strcmp(text_of(finding, "level"), level))
		fail_msg("\"%s\" is %s, not %s", what, text_of(finding, "level"), level);
}

static void assert_remedy(const json_t *findings, const char *what, const char *remedy)
{
	const json_t *finding = find(findings, what);

	if (!finding)
		fail_msg("no finding \"%s\"", what);
	assert_string_equal(text_of(finding, "remedy"), remedy);
}

/* But for what depends on who owns the checkout: whether its files can be written. */
static size_t count(const json_t *findings, const char *level)
{
	size_t i, n = 0;
	json_t *finding;

	json_array_foreach (findings, i, finding)
		n += !strcmp(text_of(finding, "level"), level) &&
		     strcmp(text_of(finding, "what"), "THP settings not writable");
	return n;
}

/* Each one is complete, only what is fit has no remedy, and the gravest come first. */
static void assert_well_formed(const json_t *findings)
{
	static const char *const levels[] = {"bad", "warn", "note", "ok"};
	size_t i, at = 0;
	json_t *finding;

	json_array_foreach (findings, i, finding) {
		const char *level = text_of(finding, "level");
		const char *remedy = text_of(finding, "remedy");

		while (at < ARRAY_SIZE(levels) && strcmp(level, levels[at]))
			at++;
		assert_true(at < ARRAY_SIZE(levels));
		assert_true(strlen(text_of(finding, "what")) > 0);
		assert_true(strlen(text_of(finding, "why")) > 0);
		assert_true(strcmp(level, "ok") ? remedy && *remedy : !remedy);
	}
}

static void test_desktop(void **state)
{
	_cleanup_json_ json_t *f = findings_of_fixture("linux-6.1-x86_64");

	(void)state;
	assert_well_formed(f);
	assert_int_equal(count(f, "bad"), 0);
	assert_level(f, "clock source tsc", "ok");
	assert_level(f, "not root", "warn");
	assert_level(f, "pagemap hides PFNs (no CAP_SYS_ADMIN)", "warn");
	assert_level(f, "no multi-size THP", "warn");
	assert_level(f, "governor powersave", "warn");
	assert_level(f, "turbo on", "warn");
	assert_remedy(f, "turbo on", "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo");
	assert_level(f, "SMT active", "warn");
	assert_level(f, "no isolated CPU", "warn");
	assert_level(f, "load 1.72", "warn");
	assert_level(f, "swap active", "warn");
	assert_level(f, "CONFIG_INIT_ON_ALLOC_DEFAULT_ON=y", "note");
	assert_level(f, "NMI watchdog on", "note");
	assert_level(f, "NUMA balancing off", "ok");
	assert_level(f, "no hypervisor", "ok");
	/* "(null)" in its file means that there are none. */
	assert_null(find(f, "nohz_full"));
	assert_null(find(f, "kernel configuration unknown"));
}

static void test_guest(void **state)
{
	_cleanup_json_ json_t *f = findings_of_fixture("linux-6.18-x86_64");

	(void)state;
	assert_well_formed(f);
	assert_int_equal(count(f, "bad"), 0);
	assert_int_equal(count(f, "warn"), 2);
	assert_level(f, "virtual machine (kvm)", "warn");
	assert_level(f, "NUMA balancing on", "warn");
	assert_level(f, "kfence.sample_interval=100", "note");
	assert_level(f, "nohz_full CPUs", "note");
	assert_level(f, "root", "ok");
	assert_level(f, "pagemap shows PFNs", "ok");
	/* 8kB is for shared memory alone. */
	assert_level(f, "multi-size THP (8 sizes)", "ok");
	assert_level(f, "isolated CPUs 1", "ok");
	assert_level(f, "no swap", "ok");
}

static void test_arm64_server(void **state)
{
	_cleanup_json_ json_t *f = findings_of_fixture("linux-6.12-arm64-64k");

	(void)state;
	assert_well_formed(f);
	assert_int_equal(count(f, "bad"), 0);
	assert_int_equal(count(f, "warn"), 1);
	assert_level(f, "multi-size THP (12 sizes)", "ok");
	assert_level(f, "no debugging aids in force", "ok");
	assert_level(f, "governor performance", "ok");
	assert_level(f, "turbo off", "ok");
}

static void test_debugging_kernel(void **state)
{
	_cleanup_json_ json_t *f = findings_of_fixture("linux-no-thp");

	(void)state;
	assert_well_formed(f);
	assert_int_equal(count(f, "bad"), 9);
	assert_level(f, "clock source refined-jiffies", "bad");
	assert_level(f, "CONFIG_KASAN=y", "bad");
	assert_level(f, "CONFIG_DEBUG_VM=y", "bad");
	assert_level(f, "CONFIG_PAGE_TABLE_CHECK_ENFORCED=y", "bad");
	assert_remedy(f, "current_tracer", "echo nop > /sys/kernel/tracing/current_tracer");
	assert_level(f, "trace events enabled", "warn");
	assert_level(f, "no transparent huge pages", "warn");
	assert_level(f, "no /proc/kpageflags", "warn");
	assert_level(f, "page_poison=on", "note");
	/* There is no second CPU to isolate. */
	assert_level(f, "one CPU", "note");
	assert_null(find(f, "no isolated CPU"));
	/* Said once, by the lack of THP. */
	assert_null(find(f, "no multi-size THP"));
}

/* Nothing readable: says what it cannot tell, and finds nothing fit that it did not see. */
static void test_empty_root(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_json_ json_t *f = findings_of(root.fd);

	(void)state;
	assert_well_formed(f);
	assert_level(f, "kernel configuration unknown", "warn");
	assert_level(f, "clock source unknown", "note");
	assert_null(find(f, "no debugging aids in force"));
	assert_null(find(f, "no swap"));
	assert_null(find(f, "load"));
}

static void set_clock(const struct rootfs *root, const char *current, const char *available)
{
	rootfs_write(root, CLOCK_DIR "current_clocksource", current);
	rootfs_write(root, CLOCK_DIR "available_clocksource", available);
}

/* The remedy names a better source only where there is one. */
static void test_slow_clocks(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_json_ json_t *hpet = NULL, *acpi_pm = NULL, *alone = NULL;

	(void)state;
	set_clock(&root, "hpet\n", "hpet tsc acpi_pm \n");
	hpet = findings_of(root.fd);
	assert_level(hpet, "clock source hpet", "warn");
	assert_remedy(hpet, "clock source hpet",
		      "echo tsc > /sys/devices/system/clocksource/clocksource0/"
		      "current_clocksource");
	set_clock(&root, "acpi_pm\n", "acpi_pm hpet \n");
	acpi_pm = findings_of(root.fd);
	assert_remedy(acpi_pm, "clock source acpi_pm",
		      "echo hpet > /sys/devices/system/clocksource/clocksource0/"
		      "current_clocksource");
	set_clock(&root, "hpet\n", "hpet acpi_pm \n");
	alone = findings_of(root.fd);
	assert_null(strstr(text_of(find(alone, "clock source hpet"), "remedy"), "echo"));
}

static void test_clocksource(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_fd_ int unfit = rootfs_open("linux-no-thp");
	_cleanup_fd_ int fit = rootfs_open("linux-6.18-x86_64");
	struct error err = {""};

	(void)state;
	assert_int_equal(check_clocksource(fit, &err), 0);
	/* A guest without sysfs: not known to be unfit. */
	assert_int_equal(check_clocksource(root.fd, &err), 0);
	set_clock(&root, "hpet\n", "hpet\n");
	assert_int_equal(check_clocksource(root.fd, &err), 0);
	assert_string_equal(err.text, "");
	assert_int_equal(check_clocksource(unfit, &err), -EINVAL);
	assert_non_null(strstr(err.text, "clock source refined-jiffies: too coarse to time system "
					 "calls"));
	assert_non_null(strstr(err.text, "(boot with "));
	set_clock(&root, "jiffies\n", "jiffies\n");
	assert_int_equal(check_clocksource(root.fd, NULL), -EINVAL);
}

/* Root of a user namespace has every capability, of no use for pagemap. */
static void test_user_namespace(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_json_ json_t *inside = NULL, *outside = NULL;

	(void)state;
	rootfs_write(&root, "proc/self/status", "Uid:\t0\t0\t0\t0\nCapEff:\t000001ffffffffff\n");
	rootfs_write(&root, "proc/self/uid_map", "         0       1000          1\n");
	inside = findings_of(root.fd);
	assert_level(inside, "root", "ok");
	assert_level(inside, "pagemap hides PFNs (user namespace)", "warn");
	rootfs_write(&root, "proc/self/uid_map", "         0          0 4294967295\n");
	outside = findings_of(root.fd);
	assert_level(outside, "pagemap shows PFNs", "ok");
}

/* All capabilities but CAP_SYS_ADMIN, as a container may have; a setuid program's real ID. */
static void test_capability(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_json_ json_t *f = NULL;

	(void)state;
	rootfs_write(&root, "proc/self/status", "Uid:\t1000\t0\t0\t0\nCapEff:\t000001ffffdfffff\n");
	f = findings_of(root.fd);
	assert_level(f, "root", "ok");
	assert_level(f, "pagemap hides PFNs (no CAP_SYS_ADMIN)", "warn");
}

static void test_thp_not_writable(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_json_ json_t *f = NULL;
	char path[PATH_MAX];

	(void)state;
	rootfs_write(&root, THP_DIR "enabled", "always [madvise] never\n");
	snprintf(path, sizeof(path), "%s/%s", root.path, THP_DIR "enabled");
	assert_int_equal(chmod(path, 0444), 0);
	/* Root writes to everything. */
	if (!geteuid())
		assert_int_equal(seteuid(65534), 0);
	f = findings_of(root.fd);
	if (!getuid())
		assert_int_equal(seteuid(0), 0);
	assert_level(f, "THP settings not writable", "warn");
	assert_null(find(f, "transparent huge pages"));
}

/* Allowed, but all siblings are offline. */
static void test_smt_of_no_sibling(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_json_ json_t *f = NULL;

	(void)state;
	rootfs_write(&root, "sys/devices/system/cpu/smt/control", "on\n");
	rootfs_write(&root, "sys/devices/system/cpu/smt/active", "0\n");
	f = findings_of(root.fd);
	assert_level(f, "SMT not active", "ok");
}

/* AMD and arm64 have another switch than Intel. */
static void test_boost(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_json_ json_t *f = NULL;

	(void)state;
	rootfs_write(&root, "sys/devices/system/cpu/cpufreq/boost", "1\n");
	f = findings_of(root.fd);
	assert_remedy(f, "turbo on", "echo 0 > /sys/devices/system/cpu/cpufreq/boost");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_desktop),           cmocka_unit_test(test_guest),
		cmocka_unit_test(test_arm64_server),      cmocka_unit_test(test_debugging_kernel),
		cmocka_unit_test(test_empty_root),        cmocka_unit_test(test_slow_clocks),
		cmocka_unit_test(test_clocksource),       cmocka_unit_test(test_user_namespace),
		cmocka_unit_test(test_capability),        cmocka_unit_test(test_thp_not_writable),
		cmocka_unit_test(test_smt_of_no_sibling), cmocka_unit_test(test_boost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/sysfile.h"
#include "bench/sysinfo.h"
#include "bench/virt.h"
#include "rootfs.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

/* The member of @object at "a/b/c". */
static const json_t *at(const json_t *object, const char *path)
{
	char copy[128], *save = NULL;

	snprintf(copy, sizeof(copy), "%s", path);
	for (char *key = strtok_r(copy, "/", &save); key; key = strtok_r(NULL, "/", &save))
		object = json_object_get(object, key);
	return object;
}

static void assert_text(const json_t *object, const char *path, const char *expected)
{
	const char *text = json_string_value(at(object, path));

	if (!text)
		fail_msg("%s is absent", path);
	assert_string_equal(text, expected);
}

static void assert_number(const json_t *object, const char *path, json_int_t expected)
{
	if (!json_is_integer(at(object, path)))
		fail_msg("%s is no number", path);
	assert_int_equal(json_integer_value(at(object, path)), expected);
}

static json_t *read_kernel(const char *name)
{
	_cleanup_fd_ int fd = rootfs_open(name);
	json_t *kernel = NULL;

	assert_true(fd >= 0);
	assert_int_equal(sysinfo_kernel(fd, &kernel), 0);
	return kernel;
}

static json_t *read_machine(const char *name)
{
	_cleanup_fd_ int fd = rootfs_open(name);
	json_t *machine = NULL;

	assert_true(fd >= 0);
	assert_int_equal(sysinfo_machine(fd, &machine), 0);
	return machine;
}

static void test_kernel_of_boot_config(void **state)
{
	_cleanup_json_ json_t *kernel = read_kernel("linux-6.1-x86_64");

	(void)state;
	assert_text(kernel, "release", "6.1.0-18-amd64");
	assert_text(kernel, "version", "#1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1 (2024-02-01)");
	/* Parentheses inside the compiler's, and after them. */
	assert_text(kernel, "compiler",
		    "gcc-12 (Debian 12.2.0-14) 12.2.0, GNU ld (GNU Binutils for Debian) 2.40");
	assert_text(kernel, "config/source", "/boot/config-6.1.0-18-amd64");
	assert_text(kernel, "config/options/CONFIG_TRANSPARENT_HUGEPAGE_ALWAYS", "y");
	assert_text(kernel, "config/options/CONFIG_HZ", "250");
	assert_text(kernel, "config/options/CONFIG_CC_VERSION_TEXT",
		    "gcc-12 (Debian 12.2.0-14) 12.2.0");
	/* Not set, and of no account. */
	assert_null(at(kernel, "config/options/CONFIG_KASAN"));
	assert_null(at(kernel, "config/options/CONFIG_EXT4_FS"));
}

static void test_kernel_of_config_gz(void **state)
{
	_cleanup_json_ json_t *kernel = read_kernel("linux-6.18-x86_64");

	(void)state;
	assert_text(kernel, "config/source", "/proc/config.gz");
	/* zgrep ^CONFIG_ config.gz | LC_ALL=C sort | sha256sum */
	assert_text(kernel, "config/sha256",
		    "2c02fc345533daaebafaab63a66b6a6ab6fb7adeffc97830bd6e344fe80cfef5");
	assert_text(kernel, "config/options/CONFIG_PT_RECLAIM", "y");
	assert_text(kernel, "cmdline", "root=/dev/vda rw console=ttyS0 isolcpus=1 nohz_full=1");
}

static void test_machine_x86(void **state)
{
	_cleanup_json_ json_t *machine = read_machine("linux-6.1-x86_64");

	(void)state;
	assert_text(machine, "cpu/vendor", "GenuineIntel");
	assert_text(machine, "cpu/model_name", "Intel(R) Core(TM) i5-8350U CPU @ 1.70GHz");
	assert_number(machine, "cpu/family", 6);
	assert_number(machine, "cpu/model", 142);
	assert_number(machine, "cpu/stepping", 10);
	assert_text(machine, "cpu/microcode", "0xf4");
	assert_null(at(machine, "cpu/implementer"));
	assert_text(machine, "cpu/governor", "powersave");
	assert_text(machine, "cpu/turbo", "on");
	assert_text(machine, "cpu/smt", "on");
	assert_text(machine, "cpu/isolated", "");
	assert_text(machine, "cpu/mitigations/meltdown", "Mitigation: PTI");
	assert_number(machine, "memory/total_bytes", 32594188LL * 1024);
	assert_number(machine, "memory/pmd_bytes", 2 << 20);
	assert_number(machine, "memory/base_page_bytes", sysconf(_SC_PAGESIZE));
	assert_text(machine, "clocksource/current", "tsc");
	assert_int_equal(json_array_size(at(machine, "clocksource/available")), 3);
	assert_text(machine, "virtualisation", "none");
	assert_true(json_real_value(json_array_get(at(machine, "load_avg"), 0)) > 1.71);
	assert_int_equal(json_array_size(at(machine, "load_avg")), 3);
}

static void test_machine_arm64(void **state)
{
	_cleanup_json_ json_t *machine = read_machine("linux-6.12-arm64-64k");

	(void)state;
	assert_text(machine, "cpu/implementer", "0x41");
	assert_text(machine, "cpu/part", "0xd0c");
	assert_text(machine, "cpu/variant", "0x3");
	assert_text(machine, "cpu/revision", "1");
	assert_null(at(machine, "cpu/model_name"));
	assert_text(machine, "cpu/governor", "performance");
	assert_text(machine, "cpu/turbo", "off");
	assert_text(machine, "cpu/isolated", "2-3");
	assert_number(machine, "memory/pmd_bytes", 512 << 20);
	assert_text(machine, "virtualisation", "none");
}

static void test_machine_guest(void **state)
{
	_cleanup_json_ json_t *kvm = read_machine("linux-6.18-x86_64");
	_cleanup_json_ json_t *emulated = read_machine("linux-no-thp");

	(void)state;
	/* QEMU's firmware tables, but KVM's clock. */
	assert_text(kvm, "virtualisation", "kvm");
	assert_text(kvm, "cpu/smt", "notsupported");
	assert_null(at(kvm, "cpu/governor"));
	assert_null(at(kvm, "cpu/turbo"));
	assert_text(emulated, "virtualisation", "qemu");
	assert_null(at(emulated, "memory/pmd_bytes"));
	assert_null(at(emulated, "cpu/smt"));
}

/* What is absent is left out, whole files and all. */
static void test_empty_root(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_json_ json_t *kernel = NULL, *machine = NULL;

	(void)state;
	assert_int_equal(sysinfo_kernel(root.fd, &kernel), 0);
	assert_null(at(kernel, "release"));
	assert_null(at(kernel, "config/source"));
	assert_int_equal(json_array_size(at(kernel, "config/debug")), 0);
	assert_int_equal(sysinfo_machine(root.fd, &machine), 0);
	assert_null(at(machine, "clocksource"));
	assert_null(at(machine, "cpu/mitigations"));
	assert_text(machine, "virtualisation", "none");
}

static void test_unlike_cpus(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_json_ json_t *machine = NULL;

	(void)state;
	rootfs_write(&root, "proc/cpuinfo",
		     "processor\t: 0\nCPU part\t: 0xd05\nCPU revision\t: 11\n\n"
		     "processor\t: 1\nCPU part\t: 0xd05\nCPU revision\t: 1\n\n"
		     "processor\t: 2\nCPU part\t: 0xd0b\nCPU revision\t: 1\n");
	rootfs_write(&root, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "schedutil\n");
	rootfs_write(&root, "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor",
		     "performance\n");
	rootfs_write(&root, "sys/devices/system/cpu/cpu2/cpufreq/scaling_governor",
		     "performance\n");
	assert_int_equal(sysinfo_machine(root.fd, &machine), 0);
	assert_text(machine, "cpu/part", "0xd05,0xd0b");
	assert_text(machine, "cpu/revision", "11,1");
	assert_text(machine, "cpu/governor", "mixed");
}

/* A cpuset partition isolates CPUs that the older file does not know of. */
static void test_isolated_by_cpuset(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_json_ json_t *machine = NULL;

	(void)state;
	rootfs_write(&root, "sys/devices/system/cpu/isolated", "\n");
	rootfs_write(&root, "sys/fs/cgroup/cpuset.cpus.isolated", "3\n");
	assert_int_equal(sysinfo_machine(root.fd, &machine), 0);
	assert_text(machine, "cpu/isolated", "3");
}

static void assert_virt(const char *vendor, const char *product, const char *expected)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	char name[64];

	rootfs_write(&root, "sys/class/dmi/id/sys_vendor", vendor);
	rootfs_write(&root, "sys/class/dmi/id/product_name", product);
	assert_string_equal(virt_detect(root.fd, name, sizeof(name)), expected);
}

/* Vendors of guests also rent out, or sell, machines. */
static void test_virt_by_firmware(void **state)
{
	(void)state;
	assert_virt("Amazon EC2", "m7g.large", "kvm");
	assert_virt("Amazon EC2", "m7g.metal", "none");
	assert_virt("Microsoft Corporation", "Virtual Machine", "hyperv");
	assert_virt("Microsoft Corporation", "Surface Laptop", "none");
	assert_virt("VMware, Inc.", "VMware7,1", "vmware");
}

static void test_virt_by_device_tree(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	char name[64];

	(void)state;
	rootfs_write(&root, "proc/device-tree/compatible", "linux,dummy-virt");
	assert_string_equal(virt_detect(root.fd, name, sizeof(name)), "unknown");
	rootfs_write(&root, "proc/device-tree/fw-cfg@9020000/compatible", "qemu,fw-cfg-mmio");
	assert_string_equal(virt_detect(root.fd, name, sizeof(name)), "qemu");
	rootfs_write(&root, "proc/device-tree/hypervisor/compatible", "xen,xen-4.17");
	assert_string_equal(virt_detect(root.fd, name, sizeof(name)), "xen");
	rootfs_write(&root, "sys/hypervisor/type", "xen\n");
	assert_string_equal(virt_detect(root.fd, name, sizeof(name)), "xen");
}

static void test_sysfile(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_json_ json_t *object = json_object();
	_cleanup_names_ char **names = NULL;
	char buf[8];

	(void)state;
	assert_null(sysfile_field("model name\t: x\n", "model", buf, sizeof(buf)));
	assert_null(sysfile_field("a model\t: x\n", "model", buf, sizeof(buf)));
	assert_string_equal(sysfile_field("b: 1\n\na : 2 \na: 3", "a", buf, sizeof(buf)), "2 ");
	assert_string_equal(sysfile_field("a: long value", "a", buf, sizeof(buf)), "long va");
	assert_true(sysfile_has_word("tsc hpet\n", "hpet"));
	assert_false(sysfile_has_word("tsc-early", "tsc"));
	assert_int_equal(sysfile_put_text(object, "t",
					  "a\xff"
					  "b"),
			 0);
	assert_text(object, "t", "a?b");
	rootfs_write(&root, "d/x2", "");
	rootfs_write(&root, "d/x1", "");
	rootfs_write(&root, "d/y", "");
	assert_int_equal(sysfile_list(root.fd, "d", "x", &names), 2);
	assert_string_equal(names[0], "x1");
	assert_string_equal(names[1], "x2");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kernel_of_boot_config),
		cmocka_unit_test(test_kernel_of_config_gz),
		cmocka_unit_test(test_machine_x86),
		cmocka_unit_test(test_machine_arm64),
		cmocka_unit_test(test_machine_guest),
		cmocka_unit_test(test_empty_root),
		cmocka_unit_test(test_unlike_cpus),
		cmocka_unit_test(test_isolated_by_cpuset),
		cmocka_unit_test(test_virt_by_firmware),
		cmocka_unit_test(test_virt_by_device_tree),
		cmocka_unit_test(test_sysfile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

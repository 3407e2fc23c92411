// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/cmdline.h"
#include "bench/kconfig.h"
#include "bench/kdebug.h"
#include "bench/sysinfo.h"
#include "rootfs.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

/* One that is cut short, as by a full disk, is none; the next source is used. */
static void test_damaged_config(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_kconfig_ struct kconfig *config = NULL;
	_cleanup_fd_ int fixture = rootfs_open("linux-6.18-x86_64"), in = -1, out = -1;
	char data[300];

	(void)state;
	rootfs_write(&root, "proc/config.gz", "");
	in = openat(fixture, "proc/config.gz", O_RDONLY);
	out = openat(root.fd, "proc/config.gz", O_WRONLY);
	assert_int_equal(read(in, data, sizeof(data)), sizeof(data));
	assert_int_equal(write(out, data, sizeof(data)), sizeof(data));
	assert_int_equal(kconfig_load(root.fd, "6.18.3", &config), -ENOENT);
	assert_null(config);
	rootfs_write(&root, "boot/config-6.18.3", "CONFIG_HZ=100\n");
	assert_int_equal(kconfig_load(root.fd, "6.18.3", &config), 0);
	assert_string_equal(config->source, "/boot/config-6.18.3");
}

static void test_config_values(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_kconfig_ struct kconfig *config = NULL;
	char value[64];

	(void)state;
	rootfs_write(&root, "lib/modules/7.0/config",
		     "CONFIG_NUMA_BALANCING=y\n# CONFIG_NUMA is not set\nCONFIG_LSM=\"a,b\"\n"
		     "CONFIG_VFIO=m\n");
	assert_int_equal(kconfig_load(root.fd, "7.0", &config), 0);
	assert_null(kconfig_get(config, "NUMA", value, sizeof(value)));
	assert_string_equal(kconfig_get(config, "LSM", value, sizeof(value)), "a,b");
	assert_true(kconfig_is_on(config, "NUMA_BALANCING"));
	assert_false(kconfig_is_on(config, "VFIO"));
	assert_null(kconfig_get(NULL, "LSM", value, sizeof(value)));
}

static void test_cmdline(void **state)
{
	static const char line[] = "quiet slub-debug a=1 b=\"x y\" \"c=x y\" a=2 mitigations=off,x "
				   "d= -- a=3 e";
	char v[32];

	(void)state;
	assert_string_equal(cmdline_get(line, "a", v, sizeof(v)), "2");
	assert_string_equal(cmdline_get(line, "b", v, sizeof(v)), "x y");
	assert_string_equal(cmdline_get(line, "c", v, sizeof(v)), "x y");
	assert_string_equal(cmdline_get(line, "d", v, sizeof(v)), "");
	assert_string_equal(cmdline_get(line, "quiet", v, sizeof(v)), "");
	assert_string_equal(cmdline_get(line, "slub_debug", v, sizeof(v)), "");
	assert_string_equal(cmdline_get(line, "mitigations", v, sizeof(v)), "off,x");
	assert_null(cmdline_get(line, "e", v, sizeof(v)));
	assert_null(cmdline_get(line, "qui", v, sizeof(v)));
	assert_null(cmdline_get("", "a", v, sizeof(v)));
	assert_int_equal(cmdline_parse_bool("on"), 1);
	assert_int_equal(cmdline_parse_bool("Y"), 1);
	assert_int_equal(cmdline_parse_bool("off"), 0);
	assert_int_equal(cmdline_parse_bool("0"), 0);
	assert_int_equal(cmdline_parse_bool(""), -EINVAL);
	assert_int_equal(cmdline_parse_bool("o"), -EINVAL);
}

/* An array of texts with a space between them, which is what a reader compares at a glance. */
static const char *joined(const json_t *array, char *buf, size_t size)
{
	size_t i;
	json_t *item;

	buf[0] = '\0';
	json_array_foreach (array, i, item) {
		size_t len = strlen(buf);

		snprintf(buf + len, size - len, "%s%s", i ? " " : "", json_string_value(item));
	}
	return buf;
}

static void assert_debug_of_fixture(const char *name, const char *expected)
{
	_cleanup_fd_ int fd = rootfs_open(name);
	_cleanup_json_ json_t *kernel = NULL;
	const json_t *config;
	char text[512];

	assert_true(fd >= 0);
	assert_int_equal(sysinfo_kernel(fd, &kernel), 0);
	config = json_object_get(kernel, "config");
	assert_string_equal(joined(json_object_get(config, "debug"), text, sizeof(text)), expected);
}

static void test_debug_of_fixtures(void **state)
{
	(void)state;
	/* A dozen aids are built in; one is on. */
	assert_debug_of_fixture("linux-6.1-x86_64", "CONFIG_INIT_ON_ALLOC_DEFAULT_ON=y");
	/* Tags in hardware cost nothing where the CPU has none. */
	assert_debug_of_fixture("linux-6.12-arm64-64k", "");
	/*
	 * Not among them: DEBUG_VM_PGTABLE (at boot only), KCOV and GCOV_KERNEL (instrument
	 * nothing), page_owner=on (init's), init_on_alloc=1 (page_poison takes its place).
	 */
	assert_debug_of_fixture(
		"linux-no-thp",
		"CONFIG_KASAN=y CONFIG_LOCKDEP=y CONFIG_DEBUG_VM=y "
		"CONFIG_PAGE_TABLE_CHECK_ENFORCED=y debug_pagealloc=on slub_debug=FZPU "
		"CONFIG_DEBUG_KMEMLEAK=y current_tracer=function CONFIG_UBSAN=y "
		"CONFIG_DEBUG_OBJECTS_ENABLE_DEFAULT=1 page_poison=on");
}

/* NULL for a configuration that is not known. */
static void assert_debug(const char *config_text, const char *cmdline, const char *expected)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_kconfig_ struct kconfig *config = NULL;
	_cleanup_json_ json_t *causes = NULL;
	char text[256];

	if (config_text) {
		rootfs_write(&root, "boot/config-1", config_text);
		assert_int_equal(kconfig_load(root.fd, "1", &config), 0);
	}
	assert_int_equal(kdebug_find(root.fd, config, cmdline, &causes), 0);
	assert_string_equal(joined(causes, text, sizeof(text)), expected);
}

/* Built in is not in force, and what a boot parameter says goes before the default. */
static void test_debug_switches(void **state)
{
	(void)state;
	assert_debug("CONFIG_PAGE_TABLE_CHECK=y\n", "", "");
	assert_debug("CONFIG_PAGE_TABLE_CHECK=y\n", "page_table_check=1", "page_table_check=1");
	assert_debug("CONFIG_PAGE_TABLE_CHECK=y\nCONFIG_PAGE_TABLE_CHECK_ENFORCED=y\n",
		     "page_table_check=off", "");
	/* Asked for, but not built in; the kernel passes over a value that it does not know. */
	assert_debug("CONFIG_HZ=100\n", "page_table_check=on", "");
	assert_debug("CONFIG_PAGE_TABLE_CHECK=y\n", "page_table_check=please", "");
	assert_debug(NULL, "page_table_check=on", "page_table_check=on");
	assert_debug("CONFIG_DEBUG_KMEMLEAK=y\nCONFIG_DEBUG_KMEMLEAK_DEFAULT_OFF=y\n", "", "");
	assert_debug("CONFIG_DEBUG_KMEMLEAK=y\nCONFIG_DEBUG_KMEMLEAK_DEFAULT_OFF=y\n",
		     "kmemleak=on", "kmemleak=on");
	assert_debug("CONFIG_DEBUG_KMEMLEAK=y\n", "kmemleak=off", "");
	assert_debug("CONFIG_INIT_ON_ALLOC_DEFAULT_ON=y\n", "init_on_alloc=0", "");
	assert_debug("CONFIG_INIT_ON_FREE_DEFAULT_ON=y\n", "page_poison=on",
		     "CONFIG_INIT_ON_FREE_DEFAULT_ON=y");
}

static void test_debug_slub(void **state)
{
	static const char built_in[] = "CONFIG_SLUB_DEBUG=y\n";
	static const char on[] = "CONFIG_SLUB_DEBUG=y\nCONFIG_SLUB_DEBUG_ON=y\n";

	(void)state;
	assert_debug(built_in, "", "");
	assert_debug(built_in, "slub_debug", "slub_debug");
	assert_debug(built_in, "slub_debug=-", "");
	assert_debug(built_in, "slab_debug=F,kmalloc-64", "slab_debug=F,kmalloc-64");
	assert_debug(on, "", "CONFIG_SLUB_DEBUG_ON=y");
	assert_debug(on, "slub_debug=-", "");
	assert_debug(on, "slab_debug=-", "");
	assert_debug("CONFIG_HZ=100\n", "slub_debug=FZ", "");
}

static void test_debug_objects(void **state)
{
	static const char on[] = "CONFIG_DEBUG_OBJECTS=y\nCONFIG_DEBUG_OBJECTS_ENABLE_DEFAULT=1\n";
	static const char off[] = "CONFIG_DEBUG_OBJECTS=y\nCONFIG_DEBUG_OBJECTS_ENABLE_DEFAULT=0\n";

	(void)state;
	assert_debug(on, "", "CONFIG_DEBUG_OBJECTS_ENABLE_DEFAULT=1");
	assert_debug(on, "no_debug_objects", "");
	assert_debug(off, "", "");
	assert_debug(off, "debug_objects", "debug_objects");
}

static void test_debug_hw_tags(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	_cleanup_kconfig_ struct kconfig *config = NULL;
	_cleanup_json_ json_t *on = NULL, *off = NULL;
	char text[64];

	(void)state;
	rootfs_write(&root, "boot/config-1", "CONFIG_KASAN=y\nCONFIG_KASAN_HW_TAGS=y\n");
	rootfs_write(&root, "proc/cpuinfo", "Features\t: fp asimd mte sve\n");
	assert_int_equal(kconfig_load(root.fd, "1", &config), 0);
	assert_int_equal(kdebug_find(root.fd, config, "", &on), 0);
	assert_string_equal(joined(on, text, sizeof(text)), "CONFIG_KASAN_HW_TAGS=y");
	assert_int_equal(kdebug_find(root.fd, config, "kasan=off", &off), 0);
	assert_int_equal(json_array_size(off), 0);
}

static void test_debug_explained(void **state)
{
	struct kdebug_effect effect;

	(void)state;
	assert_int_equal(kdebug_explain("CONFIG_KASAN=y", &effect), 0);
	assert_string_equal(effect.level, "bad");
	assert_string_equal(effect.remedy, "build the kernel without CONFIG_KASAN");
	assert_int_equal(kdebug_explain("init_on_free=1", &effect), 0);
	assert_string_equal(effect.level, "note");
	assert_int_equal(kdebug_explain("CONFIG_KASA=y", &effect), -ENOENT);
	assert_int_equal(kdebug_explain("CONFIG_KASAN_INLINE=y", &effect), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_damaged_config),  cmocka_unit_test(test_config_values),
		cmocka_unit_test(test_cmdline),         cmocka_unit_test(test_debug_of_fixtures),
		cmocka_unit_test(test_debug_switches),  cmocka_unit_test(test_debug_slub),
		cmocka_unit_test(test_debug_objects),   cmocka_unit_test(test_debug_hw_tags),
		cmocka_unit_test(test_debug_explained),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Each rule of comparable.h, on arms made by hand; and their names, on a file as runs write it. */
#include "compare/comparable.h"
#include "compare/facts.h"

#include "arms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* What arms of a fact each make of it. NULL: one arm does not state it. The list is free'd. */
static bool is_listed(const char *name, const char *base, const char *here, struct mismatch *only)
{
	struct fact x[] = {fact(name, base)}, y[] = {fact(name, here)};
	struct arm a = ARM(x), b = ARM(y);
	struct mismatch *list = NULL;
	size_t nr = 99;

	a.nr_facts = base ? 1 : 0;
	b.nr_facts = here ? 1 : 0;
	assert_int_equal(comparable_check(&a, &b, NULL, 0, &list, &nr), 0);
	assert_in_range(nr, 0, 1);
	assert_int_equal(nr == 1, list != NULL);
	if (nr)
		*only = *list;
	free(list);
	return nr;
}

static bool is_fatal(const char *name, const char *base, const char *here)
{
	struct mismatch m;

	if (!is_listed(name, base, here, &m))
		fail_msg("%s is not listed", name);
	assert_false(m.allowed);
	return m.fatal;
}

static void test_what_must_agree(void **state)
{
	static const char *const names[] = {"version",
					    "revision",
					    "libraries.google_benchmark",
					    "libraries.hwloc",
					    "libraries.compiler",
					    "libraries.build",
					    "kernel.arch",
					    "kernel.compiler",
					    "kernel.cmdline",
					    "kernel.config.options.CONFIG_HZ",
					    "kernel.config.debug",
					    "machine.cpu.vendor",
					    "machine.cpu.model_name",
					    "machine.cpu.family",
					    "machine.cpu.model",
					    "machine.cpu.stepping",
					    "machine.cpu.microcode",
					    "machine.cpu.implementer",
					    "machine.cpu.variant",
					    "machine.cpu.part",
					    "machine.cpu.revision",
					    "machine.cpu.governor",
					    "machine.cpu.turbo",
					    "machine.cpu.smt",
					    "machine.cpu.isolated",
					    "machine.cpu.mitigations.spectre_v2",
					    "machine.topology.packages",
					    "machine.topology.numa_nodes",
					    "machine.topology.cores",
					    "machine.topology.pus",
					    "machine.memory.total_bytes",
					    "machine.memory.base_page_bytes",
					    "machine.memory.pmd_bytes",
					    "machine.clocksource.current",
					    "machine.virtualisation",
					    "thp.found.enabled",
					    "thp.found.khugepaged/defrag",
					    "thp.found.hugepages-64kB/enabled"};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!is_fatal(names[i], "1", "2"))
			fail_msg("%s is not fatal", names[i]);
}

static void test_what_is_only_listed(void **state)
{
	static const char *const names[] = {
		"kernel.config.sha256",
		"kernel.config.options.CONFIG_CC_VERSION_TEXT",
		"thp.found.vm.min_free_kbytes",
		"placement.cpu",
		"placement.core_pus",
		"settings.processes",
		"settings.quick",
		"idle.reached",
		"anything.else",
		/* Not below a name, only beginning with it. */
		"versions",
		"machine.cpus",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (is_fatal(names[i], "1", "2"))
			fail_msg("%s is fatal", names[i]);
}

static void test_stated_by_one_arm(void **state)
{
	(void)state;
	assert_false(is_fatal("machine.cpu.mitigations.vmscape", NULL, "Not affected"));
	assert_false(is_fatal("thp.found.shmem_enabled", "never", NULL));
	assert_false(is_fatal("machine.cpu.isolated", NULL, ""));
	assert_false(is_fatal("kernel.config.options.CONFIG_HZ", "250", NULL));
}

/* What tells one machine or ptebench from another does not go away with a kernel. */
static void test_what_both_must_state(void **state)
{
	static const char *const names[] = {"version",
					    "revision",
					    "libraries.hwloc",
					    "kernel.arch",
					    "machine.cpu.vendor",
					    "machine.cpu.model_name",
					    "machine.cpu.family",
					    "machine.cpu.model",
					    "machine.cpu.stepping",
					    "machine.cpu.microcode",
					    "machine.cpu.implementer",
					    "machine.cpu.part",
					    "machine.cpu.variant",
					    "machine.cpu.revision",
					    "machine.topology.pus",
					    "machine.memory.pmd_bytes",
					    "machine.clocksource.current",
					    "machine.virtualisation"};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!is_fatal(names[i], "1", NULL) || !is_fatal(names[i], NULL, "1"))
			fail_msg("%s is not fatal", names[i]);
}

static void test_compiler(void **state)
{
	struct mismatch m;

	(void)state;
	assert_false(is_listed("kernel.compiler", "gcc-12 (Debian 12.2.0-14) 12.2.0",
			       "x86_64-linux-gnu-gcc-12 (Debian 12.2.0-14) 12.2.0", &m));
	assert_true(is_fatal("kernel.compiler", "gcc-12 (Debian 12.2.0-14) 12.2.0",
			     "gcc-13 (Debian 13.2.0-1) 13.2.0"));
}

static void test_varies_inside_an_arm(void **state)
{
	struct fact x[] = {fact("machine.cpu.governor", "performance"), fact("placement.cpu", "3")};
	struct fact y[] = {fact("machine.cpu.governor", "performance"), fact("placement.cpu", "3")};
	struct arm a = ARM(x), b = ARM(y);
	struct mismatch *list;
	size_t nr;

	(void)state;
	y[0].varies = y[1].varies = true;
	for (int swapped = 0; swapped < 2; swapped++) {
		assert_int_equal(
			comparable_check(swapped ? &b : &a, swapped ? &a : &b, NULL, 0, &list, &nr),
			0);
		assert_int_equal(nr, 2);
		assert_true(list[0].fatal);
		assert_false(list[1].fatal);
		free(list);
	}
	/* Also where the other states nothing. */
	a.nr_facts = 0;
	assert_int_equal(comparable_check(&a, &b, NULL, 0, &list, &nr), 0);
	assert_true(list[0].fatal && !list[0].base);
	free(list);
}

/* What is compared is no difference, but an arm of two kernels is. */
static void test_kernel(void **state)
{
	static const char *const names[] = {"kernel.release", "kernel.version"};
	struct mismatch m;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct fact x[] = {fact(names[i], "6.18.0")}, y[] = {fact(names[i], "6.18.0")};
		struct arm a = ARM(x), b = ARM(y);
		struct mismatch *list;
		size_t nr;

		assert_false(is_listed(names[i], "6.18.0", "6.18.0-patched", &m));
		assert_false(is_listed(names[i], "6.18.0", NULL, &m));
		y[0].varies = true;
		assert_int_equal(comparable_check(&a, &b, NULL, 0, &list, &nr), 0);
		assert_int_equal(comparable_count_fatal(list, nr), 1);
		free(list);
		assert_int_equal(comparable_check(&a, &b, names + i, 1, &list, &nr), 0);
		assert_int_equal(comparable_count_fatal(list, nr), 0);
		free(list);
	}
}

static void test_command_line(void **state)
{
	struct mismatch m;

	(void)state;
	assert_false(is_listed("kernel.cmdline", "BOOT_IMAGE=/vmlinuz-a ro initrd=a.img",
			       "BOOT_IMAGE=/vmlinuz-b ro initrd=b.img", &m));
	assert_true(is_fatal("kernel.cmdline", "BOOT_IMAGE=/vmlinuz-a ro mitigations=off",
			     "BOOT_IMAGE=/vmlinuz-b ro"));
	assert_true(is_fatal("kernel.cmdline", "a b", "b a"));
	/* Other facts have no words. */
	assert_true(is_fatal("machine.cpu.model_name", "initrd=1", "initrd=2"));
}

static void add_facts(struct arm *arm, json_t *own)
{
	struct fact_list list = {0};

	assert_int_equal(facts_read(&list, &(struct node){.json = own}), 0);
	assert_int_equal(facts_add(arm, &list), 0);
	fact_list_free(&list);
}

/* The files of an arm are held to the same rules as two arms. */
static void test_files_of_an_arm(void **state)
{
	static const char *const cmdlines[] = {"BOOT_IMAGE=/a ro", "BOOT_IMAGE=/b ro"};
	struct comparison c;

	(void)state;
	assert_int_equal(comparison_init(&c, 1), 0);
	for (int i = 0; i < 2; i++) {
		_cleanup_json_ json_t *own = json_pack(
			"{s:{s:s}, s:{s:{s:I}, s:{s:s}}}", "kernel", "cmdline", cmdlines[i],
			"machine", "memory", "total_bytes", (json_int_t)(8589934592 - i * 4096),
			"cpu", "governor", i ? "powersave" : "performance");

		assert_non_null(own);
		c.arms[0].nr_runs = (size_t)i; /* those before it */
		add_facts(&c.arms[0], own);
	}
	c.arms[0].nr_runs = 0;
	assert_int_equal(c.arms[0].nr_facts, 3);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(c.arms[0].facts[i].varies,
				 !strcmp(c.arms[0].facts[i].name, "machine.cpu.governor"));
	comparison_free(&c);
}

static void test_memory(void **state)
{
	struct mismatch m;

	(void)state;
	/* 2 % of the larger, 8 GiB: 171798691.84 */
	assert_false(is_listed("machine.memory.total_bytes", "8589934592", "8418135901", &m));
	assert_false(is_listed("machine.memory.total_bytes", "8418135901", "8589934592", &m));
	assert_true(is_fatal("machine.memory.total_bytes", "8589934592", "8418135900"));
	assert_true(is_fatal("machine.memory.total_bytes", "8418135900", "8589934592"));
	/* Others are equal or not. */
	assert_true(is_fatal("machine.memory.base_page_bytes", "16384", "16385"));
}

static void test_equal_is_not_listed(void **state)
{
	struct mismatch m;

	(void)state;
	assert_false(is_listed("machine.cpu.turbo", "on", "on", &m));
}

static void test_list(void **state)
{
	struct fact x[] = {fact("kernel.arch", "x86_64"), fact("machine.cpu.smt", "on"),
			   fact("placement.cpu", "3")};
	struct fact y[] = {fact("idle.reached", "true"), fact("kernel.arch", "aarch64"),
			   fact("placement.cpu", "2")};
	struct arm a = ARM(x), b = ARM(y);
	struct mismatch *list;
	size_t nr;

	(void)state;
	assert_int_equal(comparable_check(&a, &b, NULL, 0, &list, &nr), 0);
	assert_int_equal(nr, 4);
	assert_string_equal(list[0].name, "idle.reached");
	assert_string_equal(list[1].name, "kernel.arch");
	assert_string_equal(list[2].name, "machine.cpu.smt");
	assert_string_equal(list[3].name, "placement.cpu");
	assert_null(list[0].base);
	assert_ptr_equal(list[0].here, &y[0]);
	assert_ptr_equal(list[1].base, &x[0]);
	assert_ptr_equal(list[1].here, &y[1]);
	assert_null(list[2].here);
	assert_int_equal(comparable_count_fatal(list, nr), 1);
	free(list);
}

static void test_published(void **state)
{
	struct fact x[] = {fact("kernel.arch", "x86_64")}, y[] = {fact("kernel.arch", "aarch64")};
	struct arm a = ARM(x), b = ARM(y);
	struct mismatch *list;
	size_t nr;

	(void)state;
	a.published = true;
	assert_int_equal(comparable_check(&a, &b, NULL, 0, &list, &nr), 0);
	assert_int_equal(comparable_count_fatal(list, nr), 0);
	free(list);
	assert_int_equal(comparable_check(&b, &a, NULL, 0, &list, &nr), 0);
	assert_int_equal(comparable_count_fatal(list, nr), 0);
	free(list);
}

/* The rules go by names: those of a real file that are fatal if everything differs. */
static void test_names_in_a_file(void **state)
{
	static const char fatal[] =
		"kernel.arch kernel.cmdline kernel.compiler kernel.config.debug "
		"kernel.config.options.CONFIG_HZ kernel.config.options.CONFIG_TRANSPARENT_HUGEPAGE "
		"libraries.build libraries.compiler libraries.google_benchmark libraries.hwloc "
		"libraries.jansson libraries.libnuma machine.clocksource.current "
		"machine.cpu.family machine.cpu.governor machine.cpu.isolated "
		"machine.cpu.microcode machine.cpu.mitigations.meltdown "
		"machine.cpu.mitigations.spectre_v2 machine.cpu.model machine.cpu.model_name "
		"machine.cpu.smt machine.cpu.stepping machine.cpu.turbo machine.cpu.vendor "
		"machine.memory.base_page_bytes machine.memory.pmd_bytes "
		"machine.memory.total_bytes machine.topology.cores machine.topology.numa_nodes "
		"machine.topology.packages machine.topology.pus machine.virtualisation "
		"revision thp.found.enabled thp.found.hugepages-64kB/enabled version ";
	static const char listed[] = "idle.reached kernel.config.sha256 placement.boot_cpu "
				     "placement.core_pus placement.cpu placement.node "
				     "placement.spinner_cpus settings.processes settings.quick "
				     "settings.repetitions settings.target_ns ";
	_cleanup_json_ json_t *file = json_load_file(TEST_DATA "/results/base.json", 0, NULL);
	json_t *own = json_object_get(json_object_get(file, "context"), "ptebench");
	struct comparison c;
	char found[2][2048] = {"", ""};
	struct mismatch *list;
	size_t nr;

	(void)state;
	assert_non_null(own);
	assert_int_equal(comparison_init(&c, 2), 0);
	for (size_t a = 0; a < 2; a++)
		add_facts(&c.arms[a], own);
	for (size_t i = 0; i < c.arms[1].nr_facts; i++) {
		free(c.arms[1].facts[i].value);
		c.arms[1].facts[i].value = strdup("another");
	}
	assert_int_equal(comparable_check(&c.arms[0], &c.arms[1], NULL, 0, &list, &nr), 0);
	for (size_t i = 0; i < nr; i++) {
		strcat(found[list[i].fatal], list[i].name);
		strcat(found[list[i].fatal], " ");
	}
	assert_string_equal(found[1], fatal);
	assert_string_equal(found[0], listed);
	free(list);
	comparison_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_must_agree),
		cmocka_unit_test(test_what_is_only_listed),
		cmocka_unit_test(test_stated_by_one_arm),
		cmocka_unit_test(test_what_both_must_state),
		cmocka_unit_test(test_compiler),
		cmocka_unit_test(test_varies_inside_an_arm),
		cmocka_unit_test(test_kernel),
		cmocka_unit_test(test_command_line),
		cmocka_unit_test(test_files_of_an_arm),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_equal_is_not_listed),
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_names_in_a_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

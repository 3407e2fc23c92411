// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/case.h"
#include "vm/options.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static int run(struct case_run *r, uint64_t n)
{
	(void)r;
	(void)n;
	return 0;
}

static const struct case_variant one[] = {{.size_bytes = 4096}};
/* The only one that can be chosen. */
static const struct bench_case chosen = {
	.name = "chosen",
	.summary = "chosen",
	.source = "test",
	.variants = one,
	.nr_variants = 1,
	.run = run,
};
BENCH_CASE(chosen);

#define _cleanup_options_ __attribute__((cleanup(vm_options_free)))

static int parse_list(struct vm_options *o, struct error *err, const char *const *list)
{
	static char *args[256];
	int argc = 0;

	while (list[argc]) {
		args[argc] = (char *)list[argc];
		argc++;
	}
	args[argc] = NULL;
	return vm_options_parse(argc, args, o, err);
}

/* Arguments after the verb. */
#define parse(o, err, ...) parse_list(o, err, (const char *const[]){"vm", __VA_ARGS__, NULL})

static void refuse_list(const char *text, const char *const *list)
{
	_cleanup_options_ struct vm_options o;
	struct error err = {""};

	assert_int_equal(parse_list(&o, &err, list), -EINVAL);
	if (!strstr(err.text, text))
		fail_msg("%s", err.text);
}

#define refuse(text, ...)             refuse_list(text, (const char *const[]){"vm", __VA_ARGS__, NULL})
#define refuse_with_kernel(text, ...) refuse(text, "--kernel", "a=x", __VA_ARGS__)

static void check_list(const struct vm_arguments *list, const char *joined)
{
	char text[256] = "";

	for (size_t i = 0; i < list->nr; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s ", list->list[i]);
	assert_string_equal(text, joined);
	if (list->nr)
		assert_null(list->list[list->nr]);
}

static void test_defaults(void **state)
{
	_cleanup_options_ struct vm_options o, again;

	(void)state;
	assert_int_equal(parse(&o, NULL, "--kernel", "a=b=c", "--kernel", "b=x"), 0);
	assert_int_equal(o.nr_kernels, 2);
	assert_string_equal(o.kernels[0].label, "a");
	assert_string_equal(o.kernels[0].image, "b=c");
	assert_string_equal(o.kernels[1].label, "b");
	assert_null(o.campaign);
	assert_false(o.resume);
	assert_false(o.help);
	assert_int_equal(o.blocks, 2);
	assert_false(o.blocks_given);
	assert_int_equal(o.accel, VM_ICOUNT);
	assert_int_equal(o.memory_bytes, 1 << 30);
	assert_int_equal(o.limit_ns, 900000000000);
	assert_false(o.seed_given);
	assert_true(o.seed >> 53 == 0);
	check_list(&o.run, "--quick --repetitions 5 ");
	check_list(&o.compare, "");
	assert_int_equal(parse(&again, NULL, "--kernel", "a=x"), 0);
	assert_int_not_equal(o.seed, again.seed);
}

static void test_all(void **state)
{
	_cleanup_options_ struct vm_options o;

	(void)state;
	assert_int_equal(parse(&o, NULL, "--boots", "5", "--kernel", "a=x", "--accel=icount",
			       "--memory", "64M", "--boot-limit", "10", "--campaign", "c", "--seed",
			       "0", "--strict", "--size", "1M", "--quick", "--processes=2",
			       "--threshold", "5%", "--step", "--format", "json", "--out", "y"),
			 0);
	assert_int_equal(o.blocks, 5);
	assert_true(o.blocks_given);
	assert_int_equal(o.memory_bytes, 64 << 20);
	assert_int_equal(o.limit_ns, 10000000000);
	assert_string_equal(o.campaign, "c");
	assert_true(o.seed_given);
	assert_int_equal(o.seed, 0);
	check_list(&o.run, "--strict --size 1M --quick --processes 2 --repetitions 5 ");
	check_list(&o.compare, "--threshold 5% --step --format json --out y ");
}

static void test_other_clocks(void **state)
{
	static const char *const names[] = {"tcg", "kvm"};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		_cleanup_options_ struct vm_options o;

		assert_int_equal(parse(&o, NULL, "--kernel", "a=x", "--accel", names[i]), 0);
		assert_int_equal(o.accel, i ? VM_KVM : VM_TCG);
		assert_string_equal(vm_accel_name(o.accel), names[i]);
		assert_int_equal(o.blocks, 6);
		check_list(&o.run, "");
	}
}

static void test_help(void **state)
{
	_cleanup_options_ struct vm_options o;

	(void)state;
	assert_int_equal(parse(&o, NULL, "--help", "--nosuch"), 0);
	assert_true(o.help);
}

static void test_campaigns(void **state)
{
	_cleanup_options_ struct vm_options o;

	(void)state;
	assert_int_equal(parse(&o, NULL, "--kernel", "a=x", "--resume", "c"), 0);
	assert_true(o.resume);
	assert_string_equal(o.campaign, "c");
	vm_options_free(&o);
	assert_int_equal(parse(&o, NULL, "--kernel", "a=x", "--resume", "c", "--campaign", "c"), 0);
	assert_true(o.resume);
	refuse_with_kernel("--campaign b: and a: two campaigns", "--resume", "a", "--campaign",
			   "b");
	refuse_with_kernel("--campaign ../x: no name for a folder", "--campaign", "../x");
	refuse_with_kernel("--resume : no name for a folder", "--resume", "");
}

static void test_kernels(void **state)
{
	const char *many[2 * VM_MAX_ARMS + 4] = {"vm"};
	char texts[VM_MAX_ARMS + 1][16];
	int n = 1;

	(void)state;
	refuse("vm: no kernel", NULL);
	refuse("--kernel x: not NAME=IMAGE", "--kernel", "x");
	refuse("--kernel =x: not NAME=IMAGE", "--kernel", "=x");
	refuse("--kernel x=: not NAME=IMAGE", "--kernel", "x=");
	refuse_with_kernel("--kernel a: two of that name", "--kernel", "a=y");
	refuse_with_kernel("--kernel published: the name is to be a folder's", "--kernel",
			   "published=y");
	refuse_with_kernel("--kernel ../x: the name is to be a folder's", "--kernel", "../x=y");
	refuse_with_kernel("--kernel \xff: the name is to be a folder's", "--kernel", "\xff=y");
	refuse_with_kernel("--kernel consoles: the campaign's folder", "--kernel", "consoles=y");
	refuse_with_kernel("--kernel campaign.json: ", "--kernel", "campaign.json=y");
	refuse_with_kernel("--kernel counts: the campaign's folder", "--kernel", "counts=y");
	for (int i = 0; i <= VM_MAX_ARMS; i++) {
		snprintf(texts[i], sizeof(texts[i]), "k%d=x", i);
		many[n++] = "--kernel";
		many[n++] = texts[i];
	}
	refuse_list("--kernel: more than 64", many);
}

/* What others would refuse, hours later. */
static void test_passed_on(void **state)
{
	_cleanup_options_ struct vm_options o;

	(void)state;
	assert_int_equal(parse(&o, NULL, "--kernel", "a=x", "--cases", "cho*"), 0);
	refuse_with_kernel("nosuch", "--cases", "chosen,nosuch");
	refuse_with_kernel("--processes 0: ", "--processes", "0");
	refuse_with_kernel("--size x: ", "--size", "x");
	refuse_with_kernel("x", "--threshold", "x");
	refuse_with_kernel("--format x: no such form", "--format", "x");
	refuse_with_kernel("both without a file", "--format", "csv", "--format", "json");
	refuse_with_kernel("each form has a file already", "--format", "csv=x", "--out", "y");
}

static void test_bad_numbers(void **state)
{
	(void)state;
	refuse_with_kernel("--boots 0: not a number from 1 to 1000", "--boots", "0");
	refuse_with_kernel("--boots 1001: not", "--boots", "1001");
	refuse_with_kernel("--boot-limit x: not a number from 1", "--boot-limit", "x");
	refuse_with_kernel("--seed 9007199254740992: not", "--seed", "9007199254740992");
	refuse_with_kernel("--memory 63M: no size from 64M up", "--memory", "63M");
	refuse_with_kernel("--memory x: no size", "--memory", "x");
	refuse_with_kernel("--accel fast: no such accelerator", "--accel", "fast");
	/* Whichever comes first. */
	refuse_with_kernel("--explain: counts instructions (leave out --accel)", "--explain",
			   "--accel", "tcg");
	refuse_with_kernel("--explain: counts instructions", "--accel", "kvm", "--explain");
}

static void test_bad_usage(void **state)
{
	(void)state;
	refuse_with_kernel("vm: --boots: needs a value", "--boots");
	refuse_with_kernel("vm: --nosuch: no such option", "--nosuch", "--boots", "2");
	refuse_with_kernel("vm: -xy: no such option", "-xy");
	refuse_with_kernel("vm: stray: takes no such argument", "stray", "--boots", "2");
	/* The guests' own. */
	refuse_with_kernel("vm: --label: no such option", "--label", "x");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_defaults),     cmocka_unit_test(test_all),
		cmocka_unit_test(test_other_clocks), cmocka_unit_test(test_help),
		cmocka_unit_test(test_campaigns),    cmocka_unit_test(test_kernels),
		cmocka_unit_test(test_passed_on),    cmocka_unit_test(test_bad_numbers),
		cmocka_unit_test(test_bad_usage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

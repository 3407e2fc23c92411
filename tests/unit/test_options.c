// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/options.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char *args[16];

static int parse_list(struct run_options *o, struct error *err, const char *const *list)
{
	int argc = 0;

	while (list[argc]) {
		args[argc] = (char *)list[argc];
		argc++;
	}
	args[argc] = NULL;
	return run_options_parse(argc, args, o, err);
}

/* Arguments up to the first NULL, after the verb as main() leaves it. */
#define parse(o, err, ...) parse_list(o, err, (const char *const[]){"run", __VA_ARGS__, NULL})

static void test_defaults(void **state)
{
	struct run_options o, again;

	(void)state;
	assert_int_equal(parse(&o, NULL, NULL), 0);
	assert_null(o.label);
	assert_null(o.cases);
	assert_null(o.iterations_from);
	assert_null(o.out);
	assert_int_equal(o.size_bytes, 0);
	assert_false(o.quick);
	assert_false(o.strict);
	assert_int_equal(o.processes, 3);
	assert_int_equal(o.repetitions, 9);
	assert_true(o.target_ns >= 1000000);
	assert_int_equal(o.time_limit_ns, 120000000000);
	assert_int_equal(o.cpu, -1);
	assert_int_equal(o.node, -1);
	assert_string_equal(o.clock, "wall");
	assert_int_equal(o.block, -1);
	assert_int_equal(o.position, -1);
	assert_int_equal(o.argc, 1);
	assert_ptr_equal(o.argv, args);
	assert_int_equal(parse(&again, NULL, NULL), 0);
	assert_int_not_equal(o.seed, again.seed);
	assert_true(o.seed >> 53 == 0);
}

static void test_all(void **state)
{
	struct run_options o;

	(void)state;
	assert_int_equal(parse(&o, NULL, "--label", "v6.18-rc1", "--cases=mprotect*,control",
			       "--size", "64M", "--processes", "5", "--repetitions=7", "--strict",
			       "--cpu", "0"),
			 0);
	assert_string_equal(o.label, "v6.18-rc1");
	assert_string_equal(o.cases, "mprotect*,control");
	assert_int_equal(o.size_bytes, 64 << 20);
	assert_int_equal(o.processes, 5);
	assert_int_equal(o.repetitions, 7);
	assert_int_equal(o.cpu, 0);
	assert_true(o.strict);
	assert_false(o.quick);
	assert_int_equal(o.argc, 12);
	assert_int_equal(parse(&o, NULL, "--node", "1", "--iterations-from", "base.json", "--seed",
			       "9007199254740991", "--time-limit", "60", "--out", "-"),
			 0);
	assert_int_equal(o.node, 1);
	assert_string_equal(o.iterations_from, "base.json");
	assert_true(o.seed == (1ULL << 53) - 1);
	assert_int_equal(o.time_limit_ns, 60000000000);
	assert_string_equal(o.out, "-");
	assert_null(o.label);
	assert_int_equal(parse(&o, NULL, "--position", "1", "--block", "0"), 0);
	assert_int_equal(o.block, 0);
	assert_int_equal(o.position, 1);
	assert_int_equal(parse(&o, NULL, "--clock", "instructions"), 0);
	assert_string_equal(o.clock, "instructions");
	assert_int_equal(parse(&o, NULL, "--clock", "wall"), 0);
	assert_string_equal(o.clock, "wall");
	/* The last one counts. */
	assert_int_equal(parse(&o, NULL, "--seed", "1", "--seed", "2"), 0);
	assert_int_equal(o.seed, 2);
}

static void test_quick(void **state)
{
	struct run_options o, usual;

	(void)state;
	assert_int_equal(parse(&usual, NULL, NULL), 0);
	assert_int_equal(parse(&o, NULL, "--quick"), 0);
	assert_true(o.quick);
	assert_int_equal(o.size_bytes, 64 << 20);
	assert_int_equal(o.processes, 2);
	assert_int_equal(o.repetitions, 3);
	assert_in_range(o.target_ns, 1000000, usual.target_ns - 1);
	/* What is asked for goes before it, wherever it stands. */
	assert_int_equal(parse(&o, NULL, "--size", "1M", "--processes", "4", "--quick",
			       "--repetitions", "5"),
			 0);
	assert_int_equal(o.size_bytes, 1 << 20);
	assert_int_equal(o.processes, 4);
	assert_int_equal(o.repetitions, 5);
}

static void test_limits(void **state)
{
	struct run_options o;

	(void)state;
	assert_int_equal(parse(&o, NULL, "--processes", "1", "--repetitions", "1000", "--cpu",
			       "65535", "--node", "0", "--seed", "0", "--time-limit", "1000000"),
			 0);
	assert_int_equal(o.processes, 1);
	assert_int_equal(o.repetitions, 1000);
	assert_int_equal(o.cpu, 65535);
	assert_int_equal(o.node, 0);
	assert_int_equal(o.seed, 0);
	assert_true(o.time_limit_ns == 1000000ULL * 1000000000);
	assert_int_equal(parse(&o, NULL, "--block", "1000000", "--position", "1000000"), 0);
	assert_int_equal(o.block, 1000000);
	assert_int_equal(o.position, 1000000);
}

/* Refused, with the option and its value in the text, and nothing filled in. */
static void refuse(const char *option, const char *value)
{
	struct run_options o = {.argc = 42};
	struct error err = {""};
	char named[160];

	if (parse(&o, &err, option, value) != -EINVAL)
		fail_msg("%s '%s' was taken", option, value);
	snprintf(named, sizeof(named), strcmp(option, "--label") ? "%s %.90s" : "%s '%.90s", option,
		 value);
	assert_non_null(strstr(err.text, named));
	assert_int_equal(o.argc, 42);
}

static void test_bad_numbers(void **state)
{
	static const struct {
		const char *option, *below, *above;
	} numbers[] = {
		{"--processes", "0", "1001"},
		{"--repetitions", "0", "1001"},
		{"--cpu", "-1", "65536"},
		{"--node", "-1", "1024"},
		{"--seed", "-1", "9007199254740992"},
		{"--time-limit", "0", "1000001"},
		{"--block", "-1", "1000001"},
		{"--position", "-1", "1000001"},
	};
	static const char *const no_numbers[] = {
		"", "x", "1x", "1.5", " 1", "1 ", "0x1", "+1", "-1", "1K", "18446744073709551617"};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		refuse(numbers[i].option, numbers[i].below);
		refuse(numbers[i].option, numbers[i].above);
		for (size_t k = 0; k < ARRAY_SIZE(no_numbers); k++)
			refuse(numbers[i].option, no_numbers[k]);
	}
}

static void test_bad_sizes(void **state)
{
	static const char *const bad[] = {"",    "0",  "0G", "M",    "1.5G",
					  "-1M", "1P", "1X", "64 M", "99999999999T"};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		refuse("--size", bad[i]);
}

static void test_bad_clocks(void **state)
{
	(void)state;
	refuse("--clock", "");
	refuse("--clock", "cycles");
	refuse("--clock", "instruction");
	refuse("--clock", "Wall");
}

static void test_bad_labels(void **state)
{
	char longest[102];
	struct run_options o;

	(void)state;
	refuse("--label", "");
	refuse("--label", ".");
	refuse("--label", "..");
	refuse("--label", ".hidden");
	refuse("--label", "a/b");
	refuse("--label", "/");
	refuse("--label", "a\nb");
	refuse("--label", "-x");
	refuse("--label", "published");
	refuse("--label", "\xff");
	memset(longest, 'x', 101);
	longest[101] = '\0';
	refuse("--label", longest);
	longest[100] = '\0';
	assert_int_equal(parse(&o, NULL, "--label", longest), 0);
	assert_int_equal(parse(&o, NULL, "--label", "a.b c"), 0);
}

static void refuse_usage(const char *a, const char *b, const char *named)
{
	struct run_options o = {.argc = 42};
	struct error err = {""};

	assert_int_equal(parse(&o, &err, a, b), -EINVAL);
	if (!strstr(err.text, named))
		fail_msg("'%s' does not name '%s'", err.text, named);
	assert_int_equal(o.argc, 42);
}

static void test_no_value(void **state)
{
	static const char *const options[] = {
		"--label",       "--cases",      "--size", "--processes",
		"--repetitions", "--cpu",        "--node", "--iterations-from",
		"--seed",        "--time-limit", "--out",  "--block",
		"--position"};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		refuse_usage(options[i], NULL, options[i]);
	refuse_usage("--strict", "--label", "--label");
}

static void test_usage(void **state)
{
	(void)state;
	refuse_usage("--no-such", NULL, "--no-such");
	refuse_usage("--quick=1", NULL, "--quick=1");
	refuse_usage("--position", "0", "--block");
	refuse_usage("--strict", "argument", "argument");
	refuse_usage("argument", "--strict", "argument");
	refuse_usage("--strict", "--no-such", "--no-such");
	refuse_usage("--re", "--pro", "--pro"); /* of --re and its value, the latter is bad */
}

/* With one dash, as other programs spell it. Last, since getopt remembers where it was. */
static void test_one_dash(void **state)
{
	(void)state;
	refuse_usage("-x", NULL, "-x");
	refuse_usage("-quick", NULL, "-quick");
	refuse_usage("--strict", "-quick", "-quick");
}

static void test_help(void **state)
{
	struct run_options o = {.argc = 42};
	FILE *file = tmpfile();
	int out = dup(STDOUT_FILENO), ret;
	char text[8192] = "";

	(void)state;
	fflush(stdout);
	dup2(fileno(file), STDOUT_FILENO);
	ret = parse(&o, NULL, "--help", "--no-such");
	fflush(stdout);
	dup2(out, STDOUT_FILENO);
	close(out);
	assert_int_equal(ret, 1);
	assert_int_equal(o.argc, 42);
	rewind(file);
	assert_true(fread(text, 1, sizeof(text) - 1, file) > 0);
	fclose(file);
	assert_non_null(strstr(text, "usage: ptebench run"));
	assert_non_null(strstr(text, "--iterations-from FILE"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_defaults),    cmocka_unit_test(test_all),
		cmocka_unit_test(test_quick),       cmocka_unit_test(test_limits),
		cmocka_unit_test(test_bad_numbers), cmocka_unit_test(test_bad_sizes),
		cmocka_unit_test(test_bad_clocks),  cmocka_unit_test(test_bad_labels),
		cmocka_unit_test(test_no_value),    cmocka_unit_test(test_usage),
		cmocka_unit_test(test_help),        cmocka_unit_test(test_one_dash),
	};

	return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}

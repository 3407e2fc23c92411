// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/case.h"
#include "series/config.h"
#include "series/options.h"
#include "series/range.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int run_nothing(struct case_run *r, uint64_t n)
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
	.run = run_nothing,
};
BENCH_CASE(chosen);

/* What git is to print. */
static const char *printed;

static int fake_git(const char *tree, const char *const args[], char **output, struct error *err)
{
	(void)err;
	assert_string_equal(tree, "/tree");
	assert_string_equal(args[0], "rev-list");
	*output = strdup(printed);
	return 0;
}

static int append(struct range *range, const char *text, struct error *err)
{
	struct series_step *base = &range->list[0];

	*range = (struct range){.nr = 1};
	*base = (struct series_step){.label = "00-base", .commit = "b0", .subject = strdup("b")};
	printed = text;
	return range_append(fake_git, "/tree", "--range x", "tip", range, err);
}

static struct range range;

static void commits_follow_the_base(void **state)
{
	struct error err = {""};

	(void)state;
	assert_int_equal(append(&range,
				"commit 0123456789abcdef b0\n-first: of \033[2Jthem\n"
				"commit c2 0123456789abcdef side\n-\n"
				"commit c3 c2\n-commit words\n",
				&err),
			 0);
	assert_int_equal(range.nr, 4);
	assert_string_equal(range.list[1].label, "01-0123456789ab");
	assert_string_equal(range.list[1].commit, "0123456789abcdef");
	/* What acts on a terminal is out. */
	assert_null(strchr(range.list[1].subject, '\033'));
	assert_false(range.list[1].merge);
	assert_string_equal(range.list[2].subject, "(merge) ");
	assert_true(range.list[2].merge);
	assert_string_equal(range.list[3].label, "03-c3");
	assert_string_equal(range.list[3].subject, "commit words");
	assert_false(range.list[3].merge);
	range_free(&range);
}

static void refuse_commits(const char *text, const char *complaint)
{
	struct error err = {""};

	assert_int_equal(append(&range, text, &err), -EINVAL);
	if (!strstr(err.text, complaint))
		fail_msg("%s", err.text);
	range_free(&range);
}

static void no_commits_are_refused(void **state)
{
	(void)state;
	refuse_commits("", "--range x: no commit in it");
	refuse_commits("commit c1 other\n-first\n", "made on other, not on b0");
	refuse_commits("commit c1\n-root\n", "made on nothing, not on b0");
	refuse_commits("commit c1 b0\nfirst\n", "git lists no commits");
	refuse_commits("something b0 c\n-first\n", "git lists no commits");
}

static void as_many_as_a_campaign_has_arms(void **state)
{
	char text[VM_MAX_ARMS * 32] = "commit c b0\n-s\n";
	struct error err = {""};

	(void)state;
	for (int i = 2; i < VM_MAX_ARMS; i++)
		strcat(text, "commit c c\n-s\n");
	assert_int_equal(append(&range, text, &err), 0);
	assert_int_equal(range.nr, VM_MAX_ARMS);
	range_free(&range);
	strcat(text, "commit c c\n-s\n");
	refuse_commits(text, "64 commits, and at most 63");
}

static void options_that_did_not_take(void **state)
{
	static const char fragment[] = "# a comment\n\nCONFIG_A=y\nCONFIG_B=y\n# CONFIG_C is not "
				       "set\n# CONFIG_D is not set\nCONFIG_E=y";
	char missing[64];

	(void)state;
	assert_int_equal(config_missing(fragment, "CONFIG_E=y\nCONFIG_A=y\nCONFIG_B=y", missing,
					sizeof(missing)),
			 0);
	assert_string_equal(missing, "");
	/* Another value, a longer name, and what was to be off. */
	assert_int_equal(config_missing(fragment,
					"CONFIG_A=m\nCONFIG_A=yes\nMY_CONFIG_B=y\nCONFIG_C=y\n# "
					"CONFIG_D is not set\nCONFIG_DD=y\nCONFIG_E=y\n",
					missing, sizeof(missing)),
			 3);
	assert_string_equal(missing, "CONFIG_A=y, CONFIG_B=y, # CONFIG_C is not set");
	assert_int_equal(config_missing(fragment, "", missing, 12), 3);
	assert_string_equal(missing, "CONFIG_A=y,");
}

static void options_that_are_to_be_empty(void **state)
{
	static const char fragment[] = "CONFIG_KEYS=\"\"";
	char missing[64];

	(void)state;
	assert_int_equal(config_missing(fragment, "CONFIG_KEYS=\"\"\n", missing, 64), 0);
	assert_int_equal(config_missing(fragment, "CONFIG_KEYS_A=\"a\"\n", missing, 64), 0);
	assert_int_equal(config_missing(fragment, "CONFIG_KEYS=\"a.pem\"\n", missing, 64), 1);
	assert_string_equal(missing, fragment);
}

static void options_that_are_enabled(void **state)
{
	(void)state;
	assert_true(config_enabled("CONFIG_A=m\nCONFIG_B=y", "B"));
	assert_false(config_enabled("CONFIG_A=m\nCONFIG_B=y", "A"));
	assert_false(config_enabled("# CONFIG_B=y\nCONFIG_BB=y\n", "B"));
}

#define _cleanup_options_ __attribute__((cleanup(series_options_free)))

static int parse_list(struct series_options *o, struct error *err, const char *const *list)
{
	static char *args[64];
	int argc = 0;

	for (; list[argc]; argc++)
		args[argc] = (char *)list[argc];
	args[argc] = NULL;
	return series_options_parse(argc, args, o, err);
}

#define parse(o, err, ...) parse_list(o, err, (const char *const[]){"series", __VA_ARGS__, NULL})

static void own_options_and_those_of_vm(void **state)
{
	_cleanup_options_ struct series_options o;
	struct error err = {""};

	(void)state;
	if (parse(&o, &err, "--range=a..b", "--boots", "3", "--tree", "t", "--jobs", "7", "--arch",
		  "arm64", "--cases", "chosen", "--resume", "c", "--config", "f", "--step"))
		fail_msg("%s", err.text);
	assert_string_equal(o.tree, "t");
	assert_string_equal(o.range, "a..b");
	assert_string_equal(o.config, "f");
	assert_null(o.base);
	assert_int_equal(o.jobs, 7);
	assert_int_equal(o.arch, VM_ARM64);
	assert_int_equal(o.vm.blocks, 3);
	assert_string_equal(o.vm.campaign, "c");
	assert_true(o.vm.resume);
	assert_string_equal(o.vm.run.list[1], "chosen");
	assert_string_equal(o.vm.compare.list[0], "--step");
}

static void a_mailbox_goes_on_head(void **state)
{
	_cleanup_options_ struct series_options o;
	struct error err = {""};

	(void)state;
	assert_int_equal(parse(&o, &err, "--tree", "t", "--mbox", "m"), 0);
	assert_string_equal(o.base, "HEAD");
	assert_true(o.jobs >= 1);
}

static void help_needs_nothing_else(void **state)
{
	_cleanup_options_ struct series_options o;
	struct error err = {""};

	(void)state;
	assert_int_equal(parse(&o, &err, "--help"), 0);
	assert_true(o.help);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commits_follow_the_base),
		cmocka_unit_test(no_commits_are_refused),
		cmocka_unit_test(as_many_as_a_campaign_has_arms),
		cmocka_unit_test(options_that_did_not_take),
		cmocka_unit_test(options_that_are_to_be_empty),
		cmocka_unit_test(options_that_are_enabled),
		cmocka_unit_test(own_options_and_those_of_vm),
		cmocka_unit_test(a_mailbox_goes_on_head),
		cmocka_unit_test(help_needs_nothing_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

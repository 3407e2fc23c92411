// SPDX-License-Identifier: GPL-2.0-or-later
#include "campaign.h"

#include "bench/options.h"
#include "bench/registry.h"

#include "compare/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What stands beside the arms' folders. */
static const char *const taken[] = {"campaign.json", "consoles", CAMPAIGN_COUNTS};

static int check_label(const char *label, struct error *err)
{
	char *argv[] = {"run", "--label", (char *)label, NULL};
	struct run_options parsed;

	for (size_t i = 0; i < ARRAY_SIZE(taken); i++)
		if (!strcmp(label, taken[i]))
			return error_set(err, -EINVAL,
					 "--kernel %s: the campaign's folder has a %s (another "
					 "name)",
					 label, label);
	if (run_options_parse(3, argv, &parsed, NULL))
		return error_set(err, -EINVAL,
				 "--kernel %.100s: the name is to be a folder's (up to 100 "
				 "characters of UTF-8, no '/', no leading '.' or '-', not "
				 "'published')",
				 label);
	return 0;
}

/* @verb, the options in @list, and @more, ended by NULL. To be freed, not so its strings. */
static char **arguments(const char *verb, const struct vm_arguments *list, const char *const *more,
			int *argc)
{
	size_t nr = 0;
	char **argv;

	while (more[nr])
		nr++;
	argv = calloc(list->nr + nr + 2, sizeof(*argv));
	if (!argv)
		return NULL;
	*argc = 0;
	argv[(*argc)++] = (char *)verb;
	for (size_t i = 0; i < list->nr; i++)
		argv[(*argc)++] = list->list[i];
	for (size_t i = 0; i < nr; i++)
		argv[(*argc)++] = (char *)more[i];
	return argv;
}

static int check_run(const struct vm_arguments *run, struct error *err)
{
	static const char *const none[] = {NULL};
	_cleanup_free_ struct selected *rows = NULL;
	struct run_options parsed;
	int argc = 0, ret;
	_cleanup_free_ char **argv = arguments("run", run, none, &argc);

	if (!argv)
		return error_set(err, -ENOMEM, "vm: not enough memory (give fewer options)");
	ret = run_options_parse(argc, argv, &parsed, err);
	if (ret)
		return ret;
	/* Guests have the same cases. */
	return registry_select(parsed.cases, &rows, err) < 0 ? -EINVAL : 0;
}

static int check_compare(const struct vm_arguments *compare, struct error *err)
{
	static const char *const arms[] = {"base", "new", NULL};
	__attribute__((cleanup(compare_options_free))) struct compare_options parsed = {0};
	int argc = 0;
	_cleanup_free_ char **argv = arguments("compare", compare, arms, &argc);

	if (!argv)
		return error_set(err, -ENOMEM, "vm: not enough memory (give fewer options)");
	return compare_options_parse(&parsed, argc, argv, err);
}

int vm_options_check(const struct vm_options *options, struct error *err)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < options->nr_kernels; i++)
		ret = check_label(options->kernels[i].label, err);
	if (!ret)
		ret = check_run(&options->run, err);
	return ret ? ret : check_compare(&options->compare, err);
}

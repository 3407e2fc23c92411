// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
	"usage: ptebench series --tree DIR --range A..B [options]\n"
	"       ptebench series --tree DIR --mbox FILE [--base A] [options]\n"
	"\n"
	"Builds a kernel of commit A and of each commit after it up to B, boots each under\n"
	"QEMU as `vm` does, and prints a row per commit. Of a merge the first parent is\n"
	"followed. The tree is read and never changed: what is built is checked out in the\n"
	"results folder, so only what is committed counts.\n"
	"\n"
	"  --tree DIR      a git tree of Linux\n"
	"  --range A..B    from the base A, which is the baseline, to the commit B\n"
	"  --mbox FILE     patches of a mailbox instead, applied with git am\n"
	"  --base A        what they are applied to (default: HEAD)\n"
	"  --config FILE   a .config of the tree's (default: tinyconfig); what guests need is\n"
	"                  added to it in any case\n"
	"  --arch A        x86_64 or arm64 (default: this machine's)\n"
	"  --jobs N        of make (default: one per CPU)\n"
	"  --campaign NAME folder under the results folder (default: series-TIME); it keeps\n"
	"                  kernels, their configurations and logs, the tree and its objects\n"
	"  --resume NAME   go on with a series that was interrupted; give the same options, or\n"
	"                  more --boots\n"
	"  --explain       also say which kernel functions each commit changed\n"
	"  --help          this\n"
	"\n"
	"As for `vm`: --boots --accel --memory --boot-limit --seed, and what it takes for the\n"
	"guests and for the comparison, all by `vm --help`.\n"
	"\n"
	"Exit status: that of compare; 2 also if a commit was not built or gave no result; 3 bad\n"
	"usage or environment, or a base that does not build; 130, 143, 129 ended by a signal\n"
	"(--resume goes on).\n";

/* Until there are kernels. */
#define NO_KERNEL "--kernel=00-base=image"

void series_print_help(void)
{
	fputs(help, stdout);
}

static unsigned int count_cpus(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) ? 1 : (unsigned int)CPU_COUNT(&set);
}

static int take_arch(const char *text, enum vm_arch *arch, struct error *err)
{
	if (!strcmp(text, "x86_64"))
		*arch = VM_X86_64;
	else if (!strcmp(text, "arm64"))
		*arch = VM_ARM64;
	else
		return error_set(err, -EINVAL, "--arch %.40s: no such architecture (x86_64, arm64)",
				 text);
	return 0;
}

static int take_jobs(const char *text, unsigned int *jobs, struct error *err)
{
	uint64_t number;

	if (parse_u64(text, &number) || !number || number > SERIES_MAX_JOBS)
		return error_set(err, -EINVAL, "--jobs %.40s: not a number from 1 to %d (2)", text,
				 SERIES_MAX_JOBS);
	*jobs = (unsigned int)number;
	return 0;
}

/* Takes what @argv[*@at] is if it is one of ours, with its value: 1. 0: it is for `vm`. */
static int take_option(struct series_options *o, char **argv, int *at, struct error *err)
{
	const char *arch = NULL, *jobs = NULL, *value;
	const struct {
		const char *name;
		const char **value;
	} own[] = {
		{"--tree", &o->tree},     {"--range", &o->range}, {"--mbox", &o->mbox},
		{"--base", &o->base},     {"--arch", &arch},      {"--jobs", &jobs},
		{"--config", &o->config},
	};
	size_t len = strcspn(argv[*at], "="), i;
	int ret = 0;

	for (i = 0; i < ARRAY_SIZE(own); i++)
		if (strlen(own[i].name) == len && !strncmp(argv[*at], own[i].name, len))
			break;
	if (i == ARRAY_SIZE(own))
		return 0;
	value = argv[*at][len] ? argv[*at] + len + 1 : argv[++*at];
	if (!value || !*value)
		return error_set(err, -EINVAL, "series: %s: needs a value (see series --help)",
				 own[i].name);
	*own[i].value = value;
	if (arch)
		ret = take_arch(arch, &o->arch, err);
	if (jobs)
		ret = take_jobs(jobs, &o->jobs, err);
	return ret ? ret : 1;
}

static int check(const struct series_options *o, struct error *err)
{
	if (!o->tree)
		return error_set(err, -EINVAL, "series: no tree (--tree DIR, a git tree of Linux)");
	if (!o->range == !o->mbox)
		return error_set(err, -EINVAL, "series: %s commits (--range A..B, or --mbox FILE)",
				 o->range ? "two kinds of" : "no");
	if (o->base && o->range)
		return error_set(err, -EINVAL,
				 "--base %.80s: the base of a range is its beginning (leave out "
				 "--base)",
				 o->base);
	if (o->vm.nr_kernels > 1)
		return error_set(err, -EINVAL,
				 "--kernel: a series builds its kernels (./run.sh vm boots those "
				 "that are there)");
	return 0;
}

int series_options_parse(int argc, char **argv, struct series_options *options, struct error *err)
{
	_cleanup_free_ char **rest = calloc((size_t)argc + 2, sizeof(*rest));
	int nr = 0, ret;

	*options = (struct series_options)
	{
		.jobs = count_cpus(),
#if defined(__x86_64__)
		.arch = VM_X86_64,
#else
		.arch = VM_ARM64,
#endif
	};
	if (!rest)
		return error_set(err, -ENOMEM, "series: not enough memory (free some)");
	rest[nr++] = argv[0];
	rest[nr++] = (char *)NO_KERNEL;
	for (int i = 1; i < argc; i++) {
		ret = take_option(options, argv, &i, err);
		if (ret < 0)
			return ret;
		if (!ret)
			rest[nr++] = argv[i];
	}
	ret = vm_options_parse(nr, rest, &options->vm, err);
	if (ret)
		return ret;
	options->help = options->vm.help;
	if (!options->help)
		ret = check(options, err);
	if (!ret && !options->base && options->mbox)
		options->base = "HEAD";
	return ret;
}

void series_options_free(struct series_options *options)
{
	vm_options_free(&options->vm);
}

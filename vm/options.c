// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.h"

#include "bench/schedule.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
	"usage: ptebench vm --kernel NAME=IMAGE [--kernel NAME=IMAGE...] [options]\n"
	"\n"
	"Boots kernels under QEMU in blocks of one boot each, measures in each boot, and\n"
	"compares: the first kernel is the baseline. No root and no reboot is needed. Of a\n"
	"single kernel the first boot is shown.\n"
	"\n"
	"  --kernel NAME=IMAGE    a kernel and the name of its arm. IMAGE is a bzImage, an arm64\n"
	"                         Image or Image.gz, a Debian kernel package, or\n"
	"                         debian:VERSION[:ARCH], fetched and not installed (ARCH: amd64,\n"
	"                         arm64, arm64-16k; default: this machine's)\n"
	"  --boots K              boots of each kernel (default: 2; 6 with kvm or tcg)\n"
	"  --accel A              icount (default): counts instructions, as a clock that no noise\n"
	"                         reaches, and that sees no caches, TLBs or other CPUs;\n"
	"                         kvm: time on this CPU; tcg: time of emulation\n"
	"  --memory M             of a guest (default: 1G)\n"
	"  --boot-limit SECONDS   of a boot, which is then ended, and repeated once (default: 900)\n"
	"  --campaign NAME        folder under the results folder (default: vm-TIME)\n"
	"  --resume NAME          go on with a campaign that was interrupted; give the same\n"
	"                         kernels and options, or more --boots\n"
	"  --seed N               of the order of boots, and of cases in a boot (default:\n"
	"                         random, recorded)\n"
	"  --explain              also say which kernel functions make a difference: boots each\n"
	"                         kernel once more, with a plugin in QEMU that counts\n"
	"  --help                 this\n"
	"\n"
	"In the guests, as for `run`: --cases --size --quick --processes --repetitions\n"
	"--time-limit --strict. With icount the default is --quick --repetitions 5.\n"
	"For the comparison, as for `compare`: --threshold --thresholds --allow --step --format\n"
	"--out --no-require-verified.\n"
	"\n"
	"Exit status: that of compare; 2 also if a boot is MISSING, having failed twice; 3 bad\n"
	"usage or environment; 130, 143, 129 ended by a signal (--resume goes on).\n";

#define DEFAULT_MEMORY   (1UL << 30)
#define LEAST_MEMORY     (64UL << 20) /* with less no kernel comes up */
#define DEFAULT_LIMIT_NS 900000000000u

enum {
	OPT_KERNEL = 256,
	OPT_BOOTS,
	OPT_ACCEL,
	OPT_MEMORY,
	OPT_LIMIT,
	OPT_CAMPAIGN,
	OPT_RESUME,
	OPT_SEED,
	OPT_EXPLAIN,
	OPT_RUN,     /* for run, in the guests */
	OPT_COMPARE, /* for compare */
	OPT_QUICK,
	OPT_HELP
};

static const struct option long_options[] = {
	{"kernel", required_argument, NULL, OPT_KERNEL},
	{"boots", required_argument, NULL, OPT_BOOTS},
	{"accel", required_argument, NULL, OPT_ACCEL},
	{"memory", required_argument, NULL, OPT_MEMORY},
	{"boot-limit", required_argument, NULL, OPT_LIMIT},
	{"campaign", required_argument, NULL, OPT_CAMPAIGN},
	{"resume", required_argument, NULL, OPT_RESUME},
	{"seed", required_argument, NULL, OPT_SEED},
	{"explain", no_argument, NULL, OPT_EXPLAIN},
	{"cases", required_argument, NULL, OPT_RUN},
	{"size", required_argument, NULL, OPT_RUN},
	{"quick", no_argument, NULL, OPT_QUICK},
	{"processes", required_argument, NULL, OPT_RUN},
	{"repetitions", required_argument, NULL, OPT_RUN},
	{"time-limit", required_argument, NULL, OPT_RUN},
	{"strict", no_argument, NULL, OPT_RUN},
	{"threshold", required_argument, NULL, OPT_COMPARE},
	{"thresholds", required_argument, NULL, OPT_COMPARE},
	{"allow", required_argument, NULL, OPT_COMPARE},
	{"step", no_argument, NULL, OPT_COMPARE},
	{"format", required_argument, NULL, OPT_COMPARE},
	{"out", required_argument, NULL, OPT_COMPARE},
	{"no-require-verified", no_argument, NULL, OPT_COMPARE},
	{"help", no_argument, NULL, OPT_HELP},
	{0},
};

void vm_print_help(void)
{
	fputs(help, stdout);
}

const char *vm_accel_name(enum vm_accel accel)
{
	static const char *const names[] = {
		[VM_ICOUNT] = "icount", [VM_TCG] = "tcg", [VM_KVM] = "kvm"};

	return names[accel];
}

static int no_memory(struct error *err)
{
	return error_set(err, -ENOMEM, "vm: not enough memory (give fewer options)");
}

static int append(struct vm_arguments *arguments, const char *text, struct error *err)
{
	/* With room for the NULL at the end. */
	char **grown = reallocarray(arguments->list, arguments->nr + 2, sizeof(*grown));

	if (!grown)
		return no_memory(err);
	arguments->list = grown;
	grown[arguments->nr] = strdup(text);
	grown[arguments->nr + 1] = NULL;
	return grown[arguments->nr++] ? 0 : no_memory(err);
}

/* "--name" and its value, as it was given. */
static int pass_on(struct vm_arguments *arguments, const struct option *option, struct error *err)
{
	char name[32];
	int ret;

	snprintf(name, sizeof(name), "--%s", option->name);
	ret = append(arguments, name, err);
	return ret || !option->has_arg ? ret : append(arguments, optarg, err);
}

static int add_kernel(struct vm_options *o, const char *text, struct error *err)
{
	size_t len = strcspn(text, "=");
	struct vm_kernel *kernel;

	if (!text[len] || !len || !text[len + 1])
		return error_set(err, -EINVAL, "--kernel %.80s: not NAME=IMAGE (base=bzImage)",
				 text);
	if (o->nr_kernels == VM_MAX_ARMS)
		return error_set(err, -EINVAL, "--kernel: more than %d of them (boot fewer)",
				 VM_MAX_ARMS);
	kernel = &o->kernels[o->nr_kernels];
	kernel->label = strndup(text, len);
	if (!kernel->label)
		return no_memory(err);
	o->nr_kernels++;
	kernel->image = text + len + 1;
	for (size_t i = 0; i + 1 < o->nr_kernels; i++)
		if (!strcmp(o->kernels[i].label, kernel->label))
			return error_set(err, -EINVAL,
					 "--kernel %.80s: two of that name (give each its own)",
					 kernel->label);
	return 0;
}

static int parse_accel(const char *text, enum vm_accel *accel, struct error *err)
{
	for (int i = VM_ICOUNT; i <= VM_KVM; i++)
		if (!strcmp(text, vm_accel_name((enum vm_accel)i))) {
			*accel = (enum vm_accel)i;
			return 0;
		}
	return error_set(err, -EINVAL, "--accel %.40s: no such accelerator (icount, tcg or kvm)",
			 text);
}

static int parse_number(const char *name, uint64_t min, uint64_t max, uint64_t *value,
			struct error *err)
{
	if (!parse_u64(optarg, value) && *value >= min && *value <= max)
		return 0;
	return error_set(err, -EINVAL,
			 "--%s %.40s: not a number from %" PRIu64 " to %" PRIu64 " (see vm --help)",
			 name, optarg, min, max);
}

static int name_campaign(struct vm_options *o, bool resume, struct error *err)
{
	/* --resume may come on top of the command that began it. */
	if (o->campaign && strcmp(o->campaign, optarg))
		return error_set(err, -EINVAL, "--%s %.80s: and %.80s: two campaigns (one of them)",
				 resume ? "resume" : "campaign", optarg, o->campaign);
	if (strchr(optarg, '/') || optarg[0] == '.' || !optarg[0])
		return error_set(err, -EINVAL,
				 "--%s %.80s: no name for a folder (no slash, no dot first)",
				 resume ? "resume" : "campaign", optarg);
	o->campaign = optarg;
	o->resume |= resume;
	return 0;
}

static int take_option(struct vm_options *o, const struct option *option, struct error *err)
{
	uint64_t number = 0;
	int ret;

	switch (option->val) {
	case OPT_KERNEL:
		return add_kernel(o, optarg, err);
	case OPT_BOOTS:
		ret = parse_number("boots", 1, VM_MAX_BOOTS, &number, err);
		o->blocks = (unsigned int)number;
		o->blocks_given = true;
		return ret;
	case OPT_ACCEL:
		return parse_accel(optarg, &o->accel, err);
	case OPT_MEMORY:
		if (!parse_size(optarg, &o->memory_bytes) && o->memory_bytes >= LEAST_MEMORY)
			return 0;
		return error_set(err, -EINVAL, "--memory %.40s: no size from 64M up (2G)", optarg);
	case OPT_LIMIT:
		ret = parse_number("boot-limit", 1, 1000000, &number, err);
		o->limit_ns = number * 1000000000u;
		return ret;
	case OPT_CAMPAIGN:
	case OPT_RESUME:
		return name_campaign(o, option->val == OPT_RESUME, err);
	case OPT_SEED:
		o->seed_given = true;
		return parse_number("seed", 0, VM_MAX_SEED, &o->seed, err);
	case OPT_EXPLAIN:
		o->explain = true;
		return 0;
	case OPT_QUICK:
	case OPT_RUN:
		return pass_on(&o->run, option, err);
	case OPT_COMPARE:
		return pass_on(&o->compare, option, err);
	default:
		o->help = true;
		return 0;
	}
}

bool vm_options_has(const struct vm_arguments *arguments, const char *text)
{
	for (size_t i = 0; i < arguments->nr; i++)
		if (!strcmp(arguments->list[i], text))
			return true;
	return false;
}

/*
 * To repeat changes little there, so that short runs do; but a timer's tick may fall into a
 * repetition, and the median of five takes two of those.
 */
static int fill_icount(struct vm_options *o, struct error *err)
{
	int ret = vm_options_has(&o->run, "--quick") ? 0 : append(&o->run, "--quick", err);

	if (ret || vm_options_has(&o->run, "--repetitions"))
		return ret;
	ret = append(&o->run, "--repetitions", err);
	return ret ? ret : append(&o->run, "5", err);
}

static int complete(struct vm_options *o, struct error *err)
{
	if (!o->nr_kernels)
		return error_set(err, -EINVAL,
				 "vm: no kernel (--kernel NAME=IMAGE, twice for a comparison)");
	if (o->explain && o->accel != VM_ICOUNT)
		return error_set(err, -EINVAL,
				 "--explain: counts instructions (leave out --accel)");
	if (!o->blocks_given)
		o->blocks = o->accel == VM_ICOUNT ? 2 : 6;
	if (!o->seed_given)
		o->seed = schedule_random_seed();
	if (o->accel == VM_ICOUNT && fill_icount(o, err))
		return -ENOMEM;
	return vm_options_check(o, err);
}

int vm_options_parse(int argc, char **argv, struct vm_options *options, struct error *err)
{
	int opt, at = 0, word, ret;

	*options = (struct vm_options){
		.memory_bytes = DEFAULT_MEMORY,
		.limit_ns = DEFAULT_LIMIT_NS,
	};
	optind = 0; /* makes getopt forget earlier parsing */
	opterr = 0;
	/* '+': stops at what is no option, so that argv[word] is the one looked at. */
	while (word = optind ? optind : 1,
	       (opt = getopt_long(argc, argv, "+:", long_options, &at)) != -1) {
		if (opt == ':')
			return error_set(err, -EINVAL, "%s: %.80s: needs a value (see %s --help)",
					 argv[0], argv[word], argv[0]);
		if (opt == '?')
			return error_set(err, -EINVAL, "%s: %.80s: no such option (see %s --help)",
					 argv[0], argv[word], argv[0]);
		ret = take_option(options, &long_options[at], err);
		if (ret || options->help)
			return ret;
	}
	if (optind < argc)
		return error_set(err, -EINVAL, "%s: %.80s: takes no such argument (see %s --help)",
				 argv[0], argv[optind], argv[0]);
	return complete(options, err);
}

static void free_arguments(struct vm_arguments *arguments)
{
	for (size_t i = 0; i < arguments->nr; i++)
		free(arguments->list[i]);
	free(arguments->list);
}

void vm_options_free(struct vm_options *options)
{
	for (size_t i = 0; i < options->nr_kernels; i++)
		free(options->kernels[i].label);
	free_arguments(&options->run);
	free_arguments(&options->compare);
}

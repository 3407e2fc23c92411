// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.h"

#include "schedule.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

static const char help[] =
	"usage: ptebench run [options]\n"
	"\n"
	"Measures this kernel and writes a result file. Needs root to set up and to prove\n"
	"folios; without it, runs what it can and marks the rest.\n"
	"\n"
	"  --label L              the arm this run belongs to (default: kernel release,\n"
	"                         with --quick RELEASE-quick)\n"
	"  --cases GLOB[,GLOB]    rows, cases or groups, see `list` (default: the default suite)\n"
	"  --size BYTES           region of the cases that can take any, e.g. 64M (default: 1G)\n"
	"  --quick                a first look in seconds: 64M, 2 processes, 3 short repetitions\n"
	"  --processes P          fresh processes per row (default: 3)\n"
	"  --repetitions R        used repetitions per process, after a warm-up (default: 9)\n"
	"  --cpu N                measure on this CPU (default: chosen)\n"
	"  --node N               memory from this NUMA node (default: the CPU's)\n"
	"  --iterations-from FILE take iteration counts from an earlier result (a file, or a label\n"
	"                         for its newest), as two arms of a comparison should\n"
	"  --seed N               of the order of workers (default: random, recorded)\n"
	"  --time-limit SECONDS   per worker process (default: 120)\n"
	"  --out FILE             result file (default: results/LABEL/TIME-BOOT.json)\n"
	"  --strict               fail if a row was skipped\n"
	"  --block N              this boot's block, recorded: one boot of each kernel, which are\n"
	"                         compared with each other\n"
	"  --position N           its place in the order of the block's boots, 0 first; needs\n"
	"                         --block\n"
	"  --clock CLOCK          what a nanosecond is, recorded: wall (default) or instructions.\n"
	"                         Set by `vm`: under QEMU's -icount it is an executed instruction\n"
	"\n"
	"Exit status: 0 every row measured, or skipped for a stated reason; 2 a row failed\n"
	"(or, with --strict, was skipped); 3 bad usage or environment, or the result is not where\n"
	"it should be; 130, 143, 129 ended by a signal.\n";

enum {
	OPT_LABEL = 256,
	OPT_CASES,
	OPT_SIZE,
	OPT_QUICK,
	OPT_PROCESSES,
	OPT_REPETITIONS,
	OPT_CPU,
	OPT_NODE,
	OPT_ITERATIONS,
	OPT_SEED,
	OPT_LIMIT,
	OPT_OUT,
	OPT_STRICT,
	OPT_BLOCK,
	OPT_POSITION,
	OPT_CLOCK,
	OPT_HELP
};

static const struct option long_options[] = {
	{"label", required_argument, NULL, OPT_LABEL},
	{"cases", required_argument, NULL, OPT_CASES},
	{"size", required_argument, NULL, OPT_SIZE},
	{"quick", no_argument, NULL, OPT_QUICK},
	{"processes", required_argument, NULL, OPT_PROCESSES},
	{"repetitions", required_argument, NULL, OPT_REPETITIONS},
	{"cpu", required_argument, NULL, OPT_CPU},
	{"node", required_argument, NULL, OPT_NODE},
	{"iterations-from", required_argument, NULL, OPT_ITERATIONS},
	{"seed", required_argument, NULL, OPT_SEED},
	{"time-limit", required_argument, NULL, OPT_LIMIT},
	{"out", required_argument, NULL, OPT_OUT},
	{"strict", no_argument, NULL, OPT_STRICT},
	{"block", required_argument, NULL, OPT_BLOCK},
	{"position", required_argument, NULL, OPT_POSITION},
	{"clock", required_argument, NULL, OPT_CLOCK},
	{"help", no_argument, NULL, OPT_HELP},
	{NULL, 0, NULL, 0},
};

static int number(const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *value,
		  struct error *err)
{
	uint64_t v;

	if (parse_u64(text, &v) || v < min || v > max)
		return error_set(err, -EINVAL, "--%s %s: not a whole number from %llu to %llu",
				 name, text, (unsigned long long)min, (unsigned long long)max);
	*value = v;
	return 0;
}

static int label(const char *text, struct error *err)
{
	_cleanup_json_ json_t *as_json = json_string(text);

	if (!*text || strchr(".-", *text) || strlen(text) > 100 || strpbrk(text, "/\n") ||
	    !as_json || !strcmp(text, "published"))
		return error_set(
			err, -EINVAL,
			"--label '%s': it names a folder (up to 100 characters of UTF-8, no '/', "
			"no leading '.' or '-', not 'published')",
			text);
	return 0;
}

static int size(const char *text, uint64_t *bytes, struct error *err)
{
	if (parse_size(text, bytes) || !*bytes)
		return error_set(err, -EINVAL,
				 "--size %s: not a size above zero (such as 64M, 1G, 1048576)",
				 text);
	return 0;
}

static int clock_name(const char *text, const char **clock, struct error *err)
{
	if (strcmp(text, "wall") && strcmp(text, "instructions"))
		return error_set(err, -EINVAL, "--clock %s: neither wall nor instructions", text);
	*clock = text;
	return 0;
}

static int take(int option, struct run_options *o, struct error *err)
{
	uint64_t v = 0;
	int ret = 0;

	switch (option) {
	case OPT_LABEL:
		o->label = optarg;
		return label(optarg, err);
	case OPT_CASES:
		o->cases = optarg;
		return 0;
	case OPT_SIZE:
		o->size_given = true;
		return size(optarg, &o->size_bytes, err);
	case OPT_QUICK:
		o->quick = true;
		return 0;
	case OPT_PROCESSES:
		ret = number("processes", optarg, 1, 1000, &v, err);
		o->processes = (unsigned int)v;
		return ret;
	case OPT_REPETITIONS:
		ret = number("repetitions", optarg, 1, 1000, &v, err);
		o->repetitions = (unsigned int)v;
		return ret;
	case OPT_CPU:
		ret = number("cpu", optarg, 0, 65535, &v, err);
		o->cpu = (int)v;
		return ret;
	case OPT_NODE:
		ret = number("node", optarg, 0, 1023, &v, err);
		o->node = (int)v;
		return ret;
	case OPT_ITERATIONS:
		o->iterations_from = optarg;
		return 0;
	case OPT_SEED:
		return number("seed", optarg, 0, (1ULL << 53) - 1, &o->seed, err);
	case OPT_LIMIT:
		ret = number("time-limit", optarg, 1, 1000000, &v, err);
		o->time_limit_ns = v * 1000000000u;
		return ret;
	case OPT_OUT:
		o->out = optarg;
		return 0;
	case OPT_STRICT:
		o->strict = true;
		return 0;
	case OPT_BLOCK:
		ret = number("block", optarg, 0, 1000000, &v, err);
		o->block = (int)v;
		return ret;
	case OPT_POSITION:
		ret = number("position", optarg, 0, 1000000, &v, err);
		o->position = (int)v;
		return ret;
	case OPT_CLOCK:
		return clock_name(optarg, &o->clock, err);
	}
	return -EINVAL;
}

static void fill_defaults(struct run_options *o)
{
	if (!o->processes)
		o->processes = o->quick ? 2 : 3;
	if (!o->repetitions)
		o->repetitions = o->quick ? 3 : 9;
	if (o->quick && !o->size_bytes)
		o->size_bytes = 64UL << 20;
	o->target_ns = o->quick ? 10000000 : 100000000;
}

int option_next(int argc, char **argv, const struct option *longs, struct error *err)
{
	/* '+': stops at what is no option, so that argv[at] is the one looked at. */
	int at = optind ? optind : 1, option = getopt_long(argc, argv, "+:", longs, NULL);
	const char *verb = argv[0];

	if (option == ':')
		return error_set(err, -EINVAL, "%s: %s: needs a value (see %s --help)", verb,
				 argv[at], verb);
	if (option == '?')
		return error_set(err, -EINVAL, "%s: %s: no such option (see %s --help)", verb,
				 argv[at], verb);
	if (option == -1 && optind < argc)
		return error_set(err, -EINVAL, "%s: %s: takes no such argument (see %s --help)",
				 verb, argv[optind], verb);
	return option == -1 ? 0 : option;
}

int run_options_parse(int argc, char **argv, struct run_options *options, struct error *err)
{
	struct run_options o = {
		.cpu = -1,
		.node = -1,
		.block = -1,
		.position = -1,
		.clock = "wall",
		.time_limit_ns = 120000000000u,
		.seed = schedule_random_seed(),
		.argv = argv,
		.argc = argc,
	};
	int option;

	optind = 0; /* makes getopt forget earlier parsing */
	opterr = 0;
	while ((option = option_next(argc, argv, long_options, err)) > 0) {
		int ret;

		if (option == OPT_HELP) {
			fputs(help, stdout);
			return 1;
		}
		ret = take(option, &o, err);
		if (ret)
			return ret;
	}
	if (option)
		return option;
	if (o.position >= 0 && o.block < 0)
		return error_set(err, -EINVAL, "run: --position %d: of no block (give --block too)",
				 o.position);
	fill_defaults(&o);
	*options = o;
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd.h"
#include "explain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
	"usage: ptebench explain BASE NEW [options]\n"
	"\n"
	"Boots two kernels under QEMU, counts the instructions that each case executes in\n"
	"each kernel function, and shows the functions that differ. The sum is checked\n"
	"against the guest's clock. Inlined code belongs to the function that it is in.\n"
	"\n"
	"  BASE, NEW              kernels as IMAGE or NAME=IMAGE, as for `vm --kernel`\n"
	"  --cases --size --memory --boot-limit --campaign --resume --seed\n"
	"                         as for `vm`\n"
	"  --help                 this\n"
	"\n"
	"Example: ptebench explain debian:6.1 debian:6.12 --cases mprotect_4k\n"
	"\n"
	"Exit status: 0 explained; 2 something is not: a kernel that did not boot, a case that\n"
	"one of them lacks, a sum that is not the clock's; 3 bad usage or environment.\n";

/* "NAME=IMAGE", with @name where the user gave none. */
static int kernel_argument(const char *name, const char *text, char *buf, size_t size,
			   struct error *err)
{
	bool named = text[strcspn(text, "/=:")] == '=';
	int len =
		named ? snprintf(buf, size, "%s", text) : snprintf(buf, size, "%s=%s", name, text);

	return len < (int)size ? 0
			       : error_set(err, -ENAMETOOLONG, "%.80s...: too long a name", text);
}

static int refuse(const struct vm_options *o, struct error *err)
{
	const char *what = o->nr_kernels > 2 ? "--kernel"
			   : o->blocks_given ? "--boots"
			   : o->compare.nr   ? o->compare.list[0]
					     : NULL;

	return what ? error_set(err, -EINVAL,
				"explain: %s: takes no such option (see explain --help)", what)
		    : 0;
}

/* As `vm` with these kernels, and no boot but those that are counted. */
static int parse(int argc, char **argv, struct vm_options *o, char (*kernels)[PATH_MAX + 128],
		 struct error *err)
{
	_cleanup_free_ char **vm_argv = calloc((size_t)argc + 8, sizeof(*vm_argv));
	int n = 0, ret;

	if (!vm_argv)
		return error_set(err, -ENOMEM, "explain: not enough memory (free some)");
	if (argc < 3 || argv[1][0] == '-' || argv[2][0] == '-')
		return error_set(err, -EINVAL,
				 "explain: two kernels are wanted first: explain BASE NEW "
				 "[options] (see explain --help)");
	ret = kernel_argument("base", argv[1], kernels[0], sizeof(*kernels), err);
	if (!ret)
		ret = kernel_argument("new", argv[2], kernels[1], sizeof(*kernels), err);
	if (ret)
		return ret;
	vm_argv[n++] = (char *)"explain";
	for (int i = 0; i < 2; i++) {
		vm_argv[n++] = (char *)"--kernel";
		vm_argv[n++] = kernels[i];
	}
	vm_argv[n++] = (char *)"--explain";
	for (int i = 3; i < argc; i++)
		vm_argv[n++] = argv[i];
	ret = vm_options_parse(n, vm_argv, o, err);
	return ret ? ret : refuse(o, err);
}

static int conclude(const struct vm_options *o, const struct campaign_outcome *outcome,
		    struct error *err)
{
	const struct explain_pair pair = {.base = o->kernels[0].label, .here = o->kernels[1].label};
	size_t left = 0;

	if (explain_campaign(outcome->dir, &pair, 1, stdout, false, &left, err))
		return STATUS_BAD;
	return left || outcome->nr_missing ? STATUS_UNKNOWN : 0;
}

int explain_main(int argc, char **argv, const char *results_dir, int *signo, struct error *err)
{
	__attribute__((cleanup(vm_options_free))) struct vm_options o = {0};
	char kernels[2][PATH_MAX + 128];

	*signo = 0;
	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
		o.help = true;
	else if (parse(argc, argv, &o, kernels, err))
		return STATUS_BAD;
	if (o.help) {
		fputs(help, stdout);
		return 0;
	}
	o.blocks = 0;
	return cmd_run_campaign("explain", &o, results_dir, conclude, signo, err);
}

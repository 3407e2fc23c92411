// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin.h"

#include "command.h"
#include "file.h"
#include "qemu_command.h"

#include <errno.h>
#include <string.h>

/* QEMU takes two commas for one that ends no option. */
static void quote(const char *path, char *quoted)
{
	do {
		if (*path == ',')
			*quoted++ = ',';
	} while ((*quoted++ = *path++));
}

/* "file=.../ptebench-count.so,ARGUMENT" */
static int make_option(const char *argument, char *option, struct error *err)
{
	char dir[PATH_MAX], quoted[2 * PATH_MAX];
	int ret = file_own_folder(dir, sizeof(dir), err);

	if (ret)
		return ret;
	quote(dir, quoted);
	snprintf(option, PLUGIN_OPTION_MAX, "file=%s/plugin/ptebench-count.so,%s", quoted,
		 argument);
	return 0;
}

int plugin_option(const char *out, char *option, struct error *err)
{
	char argument[PATH_MAX];

	snprintf(argument, sizeof(argument), "out=%s", out);
	return make_option(argument, option, err);
}

int plugin_check(enum vm_arch arch, struct error *err)
{
	char option[PLUGIN_OPTION_MAX];
	const char *const argv[] = {qemu_program(arch), "-M",   "none", "-display", "none",
				    "-plugin",          option, NULL};
	struct error why;
	int ret = make_option("probe=on", option, err);

	if (ret)
		return ret;
	ret = command_run(argv, NULL, NULL, &why);
	return ret ? error_set(err, ret == -EIO ? -ENOTSUP : ret,
			       "--explain: %s loads no plugin of ours: %.300s (a QEMU from 7.2 on, "
			       "built with --enable-plugins)",
			       argv[0], why.text)
		   : 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "sysinfo.h"

#include "kconfig.h"
#include "kdebug.h"
#include "sysfile.h"

#include <errno.h>
#include <string.h>
#include <sys/utsname.h>

/* The end of the group in parentheses at @p, which may hold others: its last one, or NULL. */
static const char *group_end(const char *p)
{
	int depth = 0;

	for (; *p; p++) {
		depth += *p == '(';
		depth -= *p == ')';
		if (!depth)
			return p;
	}
	return NULL;
}

/* "Linux version RELEASE (WHO@WHERE) (COMPILER) VERSION" */
static int put_compiler(json_t *kernel, int rootfd)
{
	char text[4096];
	const char *start, *end;

	if (read_text_at(rootfd, "proc/version", text, sizeof(text)) < 0)
		return 0;
	start = strchr(text, '(');
	end = start ? group_end(start) : NULL;
	start = end ? strchr(end, '(') : NULL;
	end = start ? group_end(start) : NULL;
	if (!end)
		return 0;
	text[end - text] = '\0';
	return sysfile_put_text(kernel, "compiler", start + 1);
}

static int put_arch(json_t *kernel)
{
	struct utsname name;

	return sysfile_put_text(kernel, "arch", uname(&name) ? NULL : name.machine);
}

static int put_config(json_t *object, const struct kconfig *config)
{
	char sha256[KCONFIG_SHA256_SIZE];

	if (!config)
		return 0;
	kconfig_sha256(config, sha256);
	if (sysfile_put_text(object, "source", config->source) ||
	    sysfile_put_text(object, "sha256", sha256))
		return -ENOMEM;
	return sysfile_put(object, "options", kconfig_options(config));
}

static int put_config_and_debug(json_t *kernel, int rootfd)
{
	const char *release = json_string_value(json_object_get(kernel, "release"));
	_cleanup_kconfig_ struct kconfig *config = NULL;
	_cleanup_free_ char *cmdline = NULL;
	json_t *object = json_object(), *debug = NULL;

	if (sysfile_put(kernel, "config", object) ||
	    kconfig_load(rootfd, release ? release : "", &config) == -ENOMEM ||
	    read_all_at(rootfd, "proc/cmdline", &cmdline) == -ENOMEM ||
	    put_config(object, config) ||
	    kdebug_find(rootfd, config, cmdline ? cmdline : "", &debug))
		return -ENOMEM;
	return sysfile_put(object, "debug", debug);
}

int sysinfo_kernel(int rootfd, json_t **kernel)
{
	_cleanup_json_ json_t *k = json_object();

	if (!k || sysfile_put_file(k, "release", rootfd, "proc/sys/kernel/osrelease") ||
	    sysfile_put_file(k, "version", rootfd, "proc/sys/kernel/version") ||
	    put_compiler(k, rootfd) || put_arch(k) ||
	    sysfile_put_file(k, "cmdline", rootfd, "proc/cmdline") ||
	    put_config_and_debug(k, rootfd))
		return -ENOMEM;
	*kernel = json_incref(k);
	return 0;
}

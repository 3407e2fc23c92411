// SPDX-License-Identifier: GPL-2.0-or-later
#include "tools.h"

#include "config.h"

#include "vm/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What options need: the kernel's Documentation/process/changes.rst, and its Makefiles. */
static const struct {
	const char *option, *program, *header, *name;
} needs[] = {
	/* tools/objtool; before 5.19 it was the unwinder's and the validation's alone. */
	{"OBJTOOL", NULL, "gelf.h", "libelf"},
	{"UNWINDER_ORC", NULL, "gelf.h", "libelf"},
	{"STACK_VALIDATION", NULL, "gelf.h", "libelf"},
	/* certs/extract-cert */
	{"SYSTEM_TRUSTED_KEYRING", NULL, "openssl/bio.h", "openssl"},
	{"MODULE_SIG_FORMAT", NULL, "openssl/bio.h", "openssl"},
	{"OID_REGISTRY", "perl", NULL, "perl"},
};

const char *tools_prefix(enum vm_arch arch)
{
#if defined(__x86_64__)
	return arch == VM_ARM64 ? "aarch64-linux-gnu-" : "";
#else
	return arch == VM_X86_64 ? "x86_64-linux-gnu-" : "";
#endif
}

static void add(char *list, size_t size, const char *name)
{
	size_t len = strlen(list);

	if (!strstr(list, name))
		snprintf(list + len, size - len, "%s%s", len ? ", " : "", name);
}

static int result(const char *missing, struct error *err)
{
	return !*missing ? 0
			 : error_set(err, -ENOENT,
				     "series: missing to build kernels: %s (./run.sh series "
				     "--install-deps brings it)",
				     missing);
}

int tools_check(struct error *err)
{
	static const char *const programs[] = {"git", "make", "gcc", "flex", "bison", "bc"};
	char missing[256] = "";

	for (size_t i = 0; i < ARRAY_SIZE(programs); i++)
		if (!command_exists(programs[i]))
			add(missing, sizeof(missing), programs[i]);
	return result(missing, err);
}

static bool has_header(const char *header)
{
	const char *const argv[] = {"gcc", "-fsyntax-only", "-include", header, "-x",
				    "c",   "/dev/null",     NULL};

	return !command_run(argv, NULL, NULL, NULL);
}

int tools_check_config(const char *config, struct error *err)
{
	char missing[256] = "";

	for (size_t i = 0; i < ARRAY_SIZE(needs); i++) {
		if (!config_enabled(config, needs[i].option))
			continue;
		if (needs[i].program ? !command_exists(needs[i].program)
				     : !has_header(needs[i].header))
			add(missing, sizeof(missing), needs[i].name);
	}
	return result(missing, err);
}

int tools_compiler(enum vm_arch arch, char *version, size_t size, struct error *err)
{
	_cleanup_free_ char *output = NULL;
	char compiler[64];
	const char *const argv[] = {compiler, "--version", NULL};
	struct error why = {""};
	int ret;

	snprintf(compiler, sizeof(compiler), "%sgcc", tools_prefix(arch));
	ret = command_run(argv, NULL, &output, &why);
	if (ret)
		return error_set(err, ret, "%s (./run.sh series --install-deps brings it)",
				 why.text);
	snprintf(version, size, "%.*s", (int)strcspn(output, "\n"), output);
	return 0;
}

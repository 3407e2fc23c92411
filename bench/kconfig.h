/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a kernel was built with: its configuration. */
#ifndef BENCH_KCONFIG_H
#define BENCH_KCONFIG_H

#include "util.h"

/* Its CONFIG_ lines, sorted. Options that are not set have no line. */
struct kconfig {
	char *text;         /* what lines[] point into */
	const char **lines; /* "CONFIG_NUMA=y" */
	size_t nr_lines;
	char source[128]; /* where it was found: "/proc/config.gz" */
};

#define KCONFIG_SHA256_SIZE 65

/*
 * Looks for the configuration of the running kernel @release: /proc/config.gz, then
 * /boot/config-RELEASE, then /lib/modules/RELEASE/config. Returns -ENOENT if none of them can be
 * read. Free with kconfig_free().
 */
int kconfig_load(int rootfd, const char *release, struct kconfig **config);
void kconfig_free(struct kconfig **config);
#define _cleanup_kconfig_ __attribute__((cleanup(kconfig_free)))

/* The value of "CONFIG_NAME", without quotes, into @buf; NULL if it is not set. @config may be
 * NULL. */
const char *kconfig_get(const struct kconfig *config, const char *name, char *buf, size_t size);

/* Whether it is set to y. */
bool kconfig_is_on(const struct kconfig *config, const char *name);

/* Of the sorted lines, as `zgrep ^CONFIG_ /proc/config.gz | LC_ALL=C sort | sha256sum` has it. */
void kconfig_sha256(const struct kconfig *config, char hex[KCONFIG_SHA256_SIZE]);

/* Those that bear on mprotect() and mremap(), name to value. NULL: out of memory. */
json_t *kconfig_options(const struct kconfig *config);

#endif

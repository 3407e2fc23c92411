// SPDX-License-Identifier: GPL-2.0-or-later
#include "check_parts.h"
#include "kdebug.h"
#include "sysfile.h"

#include <errno.h>
#include <string.h>

static const json_t *config_member(const struct check *c, const char *key)
{
	return json_object_get(json_object_get(c->kernel, "config"), key);
}

int check_config(struct check *c)
{
	if (config_member(c, "source"))
		return 0;
	return check_add(c, "warn", "kernel configuration unknown",
			 "debugging aids that are built in cannot be ruled out",
			 "modprobe configs, or put it at /boot/config-$(uname -r)");
}

int check_debug(struct check *c)
{
	const json_t *debug = config_member(c, "debug");
	size_t i;
	json_t *cause;

	if (config_member(c, "source") && !json_array_size(debug))
		return check_add(c, "ok", "no debugging aids in force",
				 "the kernel runs as in production", NULL);
	json_array_foreach (debug, i, cause) {
		const char *what = json_string_value(cause);
		struct kdebug_effect effect;

		if (kdebug_explain(what, &effect))
			continue;
		if (check_add(c, effect.level, what, effect.why, effect.remedy))
			return -ENOMEM;
	}
	return 0;
}

/* "0", "1", or "X" for some of them. */
int check_tracing(struct check *c)
{
	char events[16];

	if (read_text_at(c->rootfd, "sys/kernel/tracing/events/enable", events, sizeof(events)) <=
		    0 ||
	    !strcmp(events, "0"))
		return 0;
	return check_add(c, "warn", "trace events enabled",
			 "each one that is passed writes to a buffer",
			 "echo 0 > /sys/kernel/tracing/events/enable");
}

int check_numa_balancing(struct check *c)
{
	uint64_t mode;

	if (sysfile_read_u64(c->rootfd, "proc/sys/kernel/numa_balancing", &mode))
		return 0;
	if (!mode)
		return check_add(c, "ok", "NUMA balancing off", "nothing else changes protections",
				 NULL);
	return check_add(c, "warn", "NUMA balancing on",
			 "it changes protections and migrates pages by itself, while measuring",
			 "sysctl kernel.numa_balancing=0");
}

int check_nmi_watchdog(struct check *c)
{
	uint64_t on;

	if (sysfile_read_u64(c->rootfd, "proc/sys/kernel/nmi_watchdog", &on) || !on)
		return 0;
	return check_add(c, "note", "NMI watchdog on",
			 "it takes a hardware counter and interrupts each CPU now and then",
			 "sysctl kernel.nmi_watchdog=0");
}

/* The first line is a heading. */
int check_swap(struct check *c)
{
	_cleanup_free_ char *swaps = NULL;

	if (read_all_at(c->rootfd, "proc/swaps", &swaps) < 0)
		return 0;
	if (!strchr(swaps, '\n'))
		return check_add(c, "ok", "no swap", "pages stay where they are", NULL);
	return check_add(c, "warn", "swap active",
			 "pages may be taken away while they are measured", "swapoff -a");
}

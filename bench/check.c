// SPDX-License-Identifier: GPL-2.0-or-later
#include "check.h"

#include "check_parts.h"

#include <errno.h>
#include <string.h>

static int (*const parts[])(struct check *) = {
	check_clock,    check_debug,          check_config,       check_tracing,
	check_root,     check_pagemap,        check_kpageflags,   check_thp,
	check_mthp,     check_governor,       check_turbo,        check_smt,
	check_isolated, check_nohz_full,      check_virtual,      check_load,
	check_swap,     check_numa_balancing, check_nmi_watchdog,
};

int check_add(struct check *c, const char *level, const char *what, const char *why,
	      const char *remedy)
{
	json_t *finding = json_pack("{s:s, s:s, s:s, s:s*}", "level", level, "what", what, "why",
				    why, "remedy", remedy);

	return json_array_append_new(c->findings, finding) ? -ENOMEM : 0;
}

const char *check_cpu_text(const struct check *c, const char *key)
{
	return json_string_value(json_object_get(json_object_get(c->machine, "cpu"), key));
}

/* The gravest first, else in the order of parts[]. */
static json_t *by_level(const json_t *findings)
{
	static const char *const levels[] = {"bad", "warn", "note", "ok"};
	_cleanup_json_ json_t *sorted = json_array();
	size_t i;
	json_t *finding;

	for (size_t l = 0; l < ARRAY_SIZE(levels); l++)
		json_array_foreach (findings, i, finding)
			if (!strcmp(json_string_value(json_object_get(finding, "level")),
				    levels[l]) &&
			    json_array_append(sorted, finding))
				return NULL;
	return json_incref(sorted);
}

int check_findings(int rootfd, const json_t *kernel, const json_t *machine, json_t **findings)
{
	_cleanup_json_ json_t *found = json_array();
	struct check c = {rootfd, kernel, machine, found};
	json_t *sorted;

	if (!found)
		return -ENOMEM;
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		if (parts[i](&c))
			return -ENOMEM;
	sorted = by_level(found);
	if (!sorted)
		return -ENOMEM;
	*findings = sorted;
	return 0;
}

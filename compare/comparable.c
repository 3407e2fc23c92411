// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/comparable.h"

#include "compare/facts.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#define CONFIG_OPTIONS "kernel.config.options"

static const char *const must_agree[] = {
	"version",
	"revision",
	"libraries",
	"kernel.arch",
	"kernel.release",
	"kernel.version",
	"kernel.compiler",
	"kernel.cmdline",
	CONFIG_OPTIONS,
	"kernel.config.debug",
	"machine.cpu",
	"machine.topology",
	"machine.memory",
	"machine.clocksource.current",
	"machine.virtualisation",
	"thp.found",
};

/* Among the above: what every ptebench finds out on every kernel. */
static const char *const must_be_stated[] = {
	"version",
	"revision",
	"libraries",
	"kernel.arch",
	"machine.cpu.vendor",
	"machine.cpu.model_name",
	"machine.cpu.family",
	"machine.cpu.model",
	"machine.cpu.stepping",
	"machine.cpu.microcode",
	"machine.cpu.implementer",
	"machine.cpu.part",
	"machine.cpu.variant",
	"machine.cpu.revision",
	"machine.topology",
	"machine.memory",
	"machine.clocksource.current",
	"machine.virtualisation",
};

/* Among those that must agree. */
static const char *const may_differ[] = {
	CONFIG_OPTIONS ".CONFIG_CC_VERSION_TEXT",
	"thp.found.vm.min_free_kbytes",
};

/* THP settings have slashes in their names: hugepages-64kB/enabled. */
static bool covers(const char *pattern, const char *name)
{
	size_t len = strlen(pattern);

	if (!strncmp(name, pattern, len) && (name[len] == '.' || name[len] == '/'))
		return true;
	return !fnmatch(pattern, name, 0);
}

static bool any_covers(const char *const *patterns, size_t nr, const char *name)
{
	for (size_t i = 0; i < nr; i++)
		if (covers(patterns[i], name))
			return true;
	return false;
}

static bool states(const struct arm *arm, const char *pattern)
{
	for (size_t i = 0; i < arm->nr_facts; i++)
		if (covers(pattern, arm->facts[i].name))
			return true;
	return false;
}

struct check {
	const char *const *allow;
	size_t nr_allow;
	bool both_configured;
	bool one_series; /* both kernels are 6.12.something */
	struct mismatch *list;
	size_t nr, room;
	bool no_memory;
};

static bool is_fatal(const struct check *check, const struct mismatch *m)
{
	const struct fact *base = m->base, *here = m->here;

	if (!any_covers(must_agree, ARRAY_SIZE(must_agree), m->name) ||
	    any_covers(may_differ, ARRAY_SIZE(may_differ), m->name))
		return false;
	if ((base && base->varies) || (here && here->varies))
		return true;
	if (covers(CONFIG_OPTIONS, m->name) && !check->one_series)
		return false;
	return (base && here) || m->not_set ||
	       any_covers(must_be_stated, ARRAY_SIZE(must_be_stated), m->name);
}

static void add_mismatch(void *data, const char *name, const struct fact *base,
			 const struct fact *here)
{
	struct check *check = data;
	struct mismatch *m = array_add(&check->list, check->nr, &check->room, sizeof(*m));

	if (!m) {
		check->no_memory = true;
		return;
	}
	check->nr++;
	m->name = name;
	m->base = base;
	m->here = here;
	m->not_set = !(base && here) && check->both_configured && covers(CONFIG_OPTIONS, name);
	m->fatal = is_fatal(check, m);
	m->allowed = m->fatal && any_covers(check->allow, check->nr_allow, name);
}

/* "6.12.117+deb12" and "6.12.0-rc1" are of one series. What is not stated is taken for the same. */
static bool same_series(const char *a, const char *b)
{
	int dots = 0;

	if (!a || !b)
		return true;
	if (!strcmp(a, b))
		return true;
	for (; *a == *b && *a; a++, b++)
		if (*a == '.' && ++dots == 2)
			return true;
	/* 6.1 and 6.12 differ after a prefix, 6.1-rc1 and 6.1.0 do not. */
	return dots == 1 && !isdigit((unsigned char)*a) && !isdigit((unsigned char)*b);
}

bool comparable_allows(const char *const *allow, size_t nr_allow, const char *name)
{
	return any_covers(allow, nr_allow, name);
}

int comparable_check(const struct arm *base, const struct arm *here, const char *const *allow,
		     size_t nr_allow, struct mismatch **list, size_t *nr)
{
	struct check check = {.allow = allow, .nr_allow = nr_allow, .one_series = true};

	check.both_configured = states(base, CONFIG_OPTIONS) && states(here, CONFIG_OPTIONS);
	if (base->nr_boots && here->nr_boots)
		check.one_series = same_series(base->boots[0].release, here->boots[0].release);
	facts_differ(base, here, add_mismatch, &check);
	if (check.no_memory) {
		free(check.list);
		return -ENOMEM;
	}
	*list = check.list;
	*nr = check.nr;
	return 0;
}

size_t comparable_count_fatal(const struct mismatch *list, size_t nr)
{
	size_t n = 0;

	for (size_t i = 0; i < nr; i++)
		n += list[i].fatal && !list[i].allowed;
	return n;
}

bool comparable_is_known(const struct arm *arms, size_t nr_arms, const char *allow)
{
	for (size_t i = 0; i < nr_arms; i++)
		if (states(&arms[i], allow))
			return true;
	return false;
}

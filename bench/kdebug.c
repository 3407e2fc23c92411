// SPDX-License-Identifier: GPL-2.0-or-later
#include "kdebug.h"

#include "cmdline.h"
#include "sysfile.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define CAUSE_MAX 160

struct facts {
	int rootfd;
	const struct kconfig *config;
	const char *cmdline;
};

/*
 * DEBUG_VM_PGTABLE is not here: it tests page table helpers once, while booting. Nor are
 * GCOV_KERNEL and KCOV, which instrument nothing by themselves, nor SLUB_DEBUG and PAGE_OWNER
 * without a parameter.
 */
struct aid {
	const char *config; /* the option that builds it in */
	const char *on_by;  /* the option that has it on unless a parameter says otherwise */
	const char *off_by; /* the option that has it off all the same */
	const char *param;  /* the boot parameter that switches it */
	bool (*applies)(const struct facts *f);
	/* For what is no plain switch: writes the cause, of CAUSE_MAX, if it is in force. */
	bool (*find)(const struct facts *f, const struct aid *aid, char *cause);
	const char *level, *why;
	const char *remedy; /* NULL: another kernel */
};

static bool cpu_has_mte(const struct facts *f)
{
	_cleanup_free_ char *cpuinfo = NULL;
	char features[2048];

	return read_all_at(f->rootfd, "proc/cpuinfo", &cpuinfo) >= 0 &&
	       sysfile_field(cpuinfo, "Features", features, sizeof(features)) &&
	       sysfile_has_word(features, "mte");
}

/* Page poisoning takes the place of both init_on_alloc and init_on_free. */
static bool is_not_poisoned(const struct facts *f)
{
	char value[16];

	return !cmdline_get(f->cmdline, "page_poison", value, sizeof(value)) ||
	       cmdline_parse_bool(value) != 1 ||
	       (f->config && !kconfig_is_on(f->config, "PAGE_POISONING"));
}

/* Goes by two names since Linux 6.9; the default holds if neither is given. */
static bool find_slub_debug(const struct facts *f, const struct aid *aid, char *cause)
{
	char value[64], other[64];

	if (cmdline_get(f->cmdline, aid->param, value, sizeof(value))) {
		snprintf(cause, CAUSE_MAX, "%s%s%s", aid->param, *value ? "=" : "", value);
		return *value != '-' && (!f->config || kconfig_is_on(f->config, "SLUB_DEBUG"));
	}
	if (!aid->on_by || cmdline_get(f->cmdline, "slab_debug", other, sizeof(other)))
		return false;
	snprintf(cause, CAUSE_MAX, "CONFIG_%s=y", aid->on_by);
	return kconfig_is_on(f->config, aid->on_by);
}

static bool find_debug_objects(const struct facts *f, const struct aid *aid, char *cause)
{
	char value[16];

	if (f->config && !kconfig_is_on(f->config, "DEBUG_OBJECTS"))
		return false;
	if (cmdline_get(f->cmdline, "no_debug_objects", value, sizeof(value)))
		return false;
	if (cmdline_get(f->cmdline, aid->param, value, sizeof(value))) {
		snprintf(cause, CAUSE_MAX, "%s", aid->param);
		return true;
	}
	snprintf(cause, CAUSE_MAX, "CONFIG_%s=1", aid->on_by);
	return kconfig_get(f->config, aid->on_by, value, sizeof(value)) && strcmp(value, "0");
}

/* The file in sysfs holds what default, boot parameter and later writes came to. */
static bool find_kfence(const struct facts *f, const struct aid *aid, char *cause)
{
	uint64_t interval_ms;

	if (sysfile_read_u64(f->rootfd, "sys/module/kfence/parameters/sample_interval",
			     &interval_ms))
		return false;
	snprintf(cause, CAUSE_MAX, "%s=%" PRIu64, aid->param, interval_ms);
	return interval_ms;
}

static bool find_tracer(const struct facts *f, const struct aid *aid, char *cause)
{
	static const char *const paths[] = {"sys/kernel/tracing/current_tracer",
					    "sys/kernel/debug/tracing/current_tracer"};
	char tracer[64];

	for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
		if (read_text_at(f->rootfd, paths[i], tracer, sizeof(tracer)) <= 0)
			continue;
		snprintf(cause, CAUSE_MAX, "%s=%s", aid->param, tracer);
		return strcmp(tracer, "nop");
	}
	return false;
}

/* Built in and always on. */
#define ALWAYS(option, level_, why_)                                            \
	{                                                                       \
		.config = option, .on_by = option, .level = level_, .why = why_ \
	}

static const struct aid aids[] = {
	{.config = "KASAN",
	 .on_by = "KASAN",
	 .off_by = "KASAN_HW_TAGS",
	 .level = "bad",
	 .why = "each memory access of the kernel is checked: several times slower"},
	{.config = "KASAN_HW_TAGS",
	 .on_by = "KASAN_HW_TAGS",
	 .param = "kasan",
	 .applies = cpu_has_mte,
	 .level = "bad",
	 .why = "memory is tagged when allocated and checked when accessed",
	 .remedy = "boot with kasan=off"},
	ALWAYS("KCSAN", "bad", "memory accesses of the kernel are watched for data races"),
	ALWAYS("KMSAN", "bad", "each memory access of the kernel is followed"),
	ALWAYS("KCOV_INSTRUMENT_ALL", "bad", "each basic block of the kernel calls a hook"),
	ALWAYS("GCOV_PROFILE_ALL", "bad", "each branch of the kernel counts in memory"),
	ALWAYS("PROFILE_ALL_BRANCHES", "bad", "each if() of the kernel counts in memory"),
	{.config = "LOCKDEP",
	 .on_by = "LOCKDEP",
	 .level = "bad",
	 .why = "each lock taken is followed, page table locks among them",
	 .remedy = "build the kernel without PROVE_LOCKING, LOCK_STAT and DEBUG_LOCK_ALLOC"},
	ALWAYS("DEBUG_SPINLOCK", "bad", "each spinlock, page table locks among them, is checked"),
	ALWAYS("DEBUG_VM", "bad", "page table and folio code runs extra checks"),
	ALWAYS("DEBUG_VM_PGFLAGS", "bad", "each test of a page flag runs extra checks"),
	ALWAYS("DEBUG_VM_MAPLE_TREE", "bad", "the VMA tree is validated on each change"),
	ALWAYS("DEBUG_MAPLE_TREE", "bad", "each walk of the VMA tree runs extra checks"),
	{.config = "PAGE_TABLE_CHECK",
	 .on_by = "PAGE_TABLE_CHECK_ENFORCED",
	 .param = "page_table_check",
	 .level = "bad",
	 .why = "each page table entry set or cleared is counted per page",
	 .remedy = "boot with page_table_check=off"},
	{.config = "DEBUG_PAGEALLOC",
	 .on_by = "DEBUG_PAGEALLOC_ENABLE_DEFAULT",
	 .param = "debug_pagealloc",
	 .level = "bad",
	 .why = "free pages are unmapped from the kernel, whose own mapping has base pages only",
	 .remedy = "boot with debug_pagealloc=off"},
	{.on_by = "SLUB_DEBUG_ON",
	 .param = "slub_debug",
	 .find = find_slub_debug,
	 .level = "bad",
	 .why = "slab objects are checked and have no fast path: VMAs, maple nodes",
	 .remedy = "boot with slub_debug=-"},
	{.param = "slab_debug",
	 .find = find_slub_debug,
	 .level = "bad",
	 .why = "slab objects are checked and have no fast path: VMAs, maple nodes",
	 .remedy = "boot without slab_debug"},
	{.config = "DEBUG_KMEMLEAK",
	 .on_by = "DEBUG_KMEMLEAK",
	 .off_by = "DEBUG_KMEMLEAK_DEFAULT_OFF",
	 .param = "kmemleak",
	 .level = "bad",
	 .why = "each allocation of the kernel is recorded, VMAs among them",
	 .remedy = "boot with kmemleak=off"},
	{.param = "current_tracer",
	 .find = find_tracer,
	 .level = "bad",
	 .why = "functions of the kernel call a tracer",
	 .remedy = "echo nop > /sys/kernel/tracing/current_tracer"},
	ALWAYS("UBSAN", "warn", "arithmetic and array indices of the kernel are checked"),
	ALWAYS("DEBUG_ENTRY", "warn", "each system call runs extra checks"),
	ALWAYS("DEBUG_RWSEMS", "warn", "mmap_lock runs extra checks"),
	ALWAYS("DEBUG_MUTEXES", "warn", "each mutex runs extra checks"),
	ALWAYS("DEBUG_ATOMIC_SLEEP", "warn", "each place that may sleep runs extra checks"),
	ALWAYS("DEBUG_PREEMPT", "warn", "each use of the CPU's number runs extra checks"),
	{.on_by = "DEBUG_OBJECTS_ENABLE_DEFAULT",
	 .param = "debug_objects",
	 .find = find_debug_objects,
	 .level = "warn",
	 .why = "timers, work items and RCU callbacks are followed",
	 .remedy = "boot with no_debug_objects"},
	{.param = "kfence.sample_interval",
	 .find = find_kfence,
	 .level = "note",
	 .why = "now and then a slab object comes from a guarded page; small enough for production",
	 .remedy = "echo 0 > /sys/module/kfence/parameters/sample_interval"},
	{.config = "PAGE_POISONING",
	 .param = "page_poison",
	 .level = "note",
	 .why = "free pages are filled with a pattern; dearer are only cases that fault or free",
	 .remedy = "boot with page_poison=off"},
	{.config = "PAGE_OWNER",
	 .param = "page_owner",
	 .level = "note",
	 .why = "page allocations are recorded; dearer are only cases that fault or free",
	 .remedy = "boot with page_owner=off"},
	{.on_by = "INIT_ON_ALLOC_DEFAULT_ON",
	 .param = "init_on_alloc",
	 .applies = is_not_poisoned,
	 .level = "note",
	 .why = "memory is zeroed when allocated; dearer are only cases that fault",
	 .remedy = "boot with init_on_alloc=0"},
	{.on_by = "INIT_ON_FREE_DEFAULT_ON",
	 .param = "init_on_free",
	 .applies = is_not_poisoned,
	 .level = "note",
	 .why = "memory is zeroed when freed; dearer are only cases that fault or free",
	 .remedy = "boot with init_on_free=0"},
};

/* A switch: what the parameter says, else what the options say. */
static bool find_switch(const struct facts *f, const struct aid *aid, char *cause)
{
	char value[64];
	int on = -EINVAL;

	if (aid->param && cmdline_get(f->cmdline, aid->param, value, sizeof(value)))
		on = cmdline_parse_bool(value);
	if (on >= 0) {
		snprintf(cause, CAUSE_MAX, "%s=%s", aid->param, value);
		return on && (!f->config || !aid->config || kconfig_is_on(f->config, aid->config));
	}
	if (!aid->on_by || (aid->off_by && kconfig_is_on(f->config, aid->off_by)))
		return false;
	snprintf(cause, CAUSE_MAX, "CONFIG_%s=y", aid->on_by);
	return kconfig_is_on(f->config, aid->on_by);
}

int kdebug_find(int rootfd, const struct kconfig *config, const char *cmdline, json_t **causes)
{
	const struct facts facts = {rootfd, config, cmdline};
	_cleanup_json_ json_t *found = json_array();

	for (size_t i = 0; i < ARRAY_SIZE(aids); i++) {
		const struct aid *aid = &aids[i];
		char cause[CAUSE_MAX];

		if (aid->applies && !aid->applies(&facts))
			continue;
		if (!(aid->find ? aid->find : find_switch)(&facts, aid, cause))
			continue;
		if (json_array_append_new(found, sysfile_string(cause)))
			return -ENOMEM;
	}
	if (!found)
		return -ENOMEM;
	*causes = json_incref(found);
	return 0;
}

static bool is_caused(const struct aid *aid, const char *cause)
{
	bool by_option = !strncmp(cause, "CONFIG_", 7);
	const char *name = by_option ? aid->on_by : aid->param;
	const char *start = by_option ? cause + 7 : cause;
	size_t len = strcspn(start, "=");

	return name && strlen(name) == len && !strncmp(start, name, len);
}

int kdebug_explain(const char *cause, struct kdebug_effect *effect)
{
	for (size_t i = 0; i < ARRAY_SIZE(aids); i++) {
		const struct aid *aid = &aids[i];

		if (!is_caused(aid, cause))
			continue;
		effect->level = aid->level;
		effect->why = aid->why;
		if (aid->remedy)
			snprintf(effect->remedy, sizeof(effect->remedy), "%s", aid->remedy);
		else
			snprintf(effect->remedy, sizeof(effect->remedy),
				 "build the kernel without CONFIG_%s", aid->config);
		return 0;
	}
	return -ENOENT;
}

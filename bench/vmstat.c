// SPDX-License-Identifier: GPL-2.0-or-later
#include "vmstat.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * Of some 190 names (mm/vmstat.c) those that say why a call costs what it does, or what disturbed
 * it. All are events, which the kernel sums exactly over its CPUs when asked; levels such as
 * nr_anon_pages are not, and say nothing of what happened.
 */
static const char *const names[] = {
	/* Faults after a change of protection or a move; which of them found the page writable. */
	"pgfault", "pgmajfault", "pgreuse",
	/* Pages given back, page tables among them. */
	"pgfree",
	/* x86's CONFIG_DEBUG_TLBFLUSH: sent, received, whole, page by page. */
	"nr_tlb_remote_flush", "nr_tlb_remote_flush_received", "nr_tlb_local_flush_all",
	"nr_tlb_local_flush_one",
	/* PMD mappings and large folios that came about or fell apart. */
	"thp_split_pmd", "thp_split_pud", "thp_split_page", "thp_split_page_failed",
	"thp_deferred_split_page", "thp_fault_alloc", "thp_fault_fallback", "thp_file_alloc",
	"thp_file_fallback", "thp_file_mapped", "thp_collapse_alloc", "thp_zero_page_alloc",
	"thp_swpout", "thp_swpout_fallback",
	/* CONFIG_PER_VMA_LOCK_STATS: faults under the VMA's lock, or why not. */
	"vma_lock_success", "vma_lock_abort", "vma_lock_retry", "vma_lock_miss",
	/* NUMA balancing changes protections as mprotect() does. */
	"numa_pte_updates", "numa_huge_pte_updates", "numa_hint_faults", "numa_pages_migrated",
	/* Pages that moved. */
	"pgmigrate_success", "pgmigrate_fail", "thp_migration_success", "thp_migration_fail",
	"thp_migration_split", "compact_stall", "compact_fail", "compact_success",
	"compact_migrate_scanned", "compact_daemon_wake",
	/* Memory that was short. */
	"pswpin", "pswpout", "swpin_zero", "swpout_zero", "pglazyfreed", "pgsteal_kswapd",
	"pgsteal_direct", "pgscan_kswapd", "pgscan_direct"};

_Static_assert(ARRAY_SIZE(names) <= MAX_VMSTAT, "MAX_VMSTAT");

static void take_line(struct vmstat *v, char *line)
{
	char *value = strchr(line, ' ');

	if (!value)
		return;
	*value++ = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(line, names[i])) {
			v->there[i] = !parse_u64(value, &v->value[i]);
			return;
		}
}

int vmstat_read(int rootfd, struct vmstat *v)
{
	_cleanup_free_ char *text = NULL;
	struct vmstat read = {0};
	char *save = NULL;
	ssize_t len = read_all_at(rootfd, "proc/vmstat", &text);

	if (len < 0)
		return (int)len;
	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		take_line(&read, line);
	*v = read;
	return 0;
}

bool vmstat_any(const struct vmstat *v)
{
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (v->there[i])
			return true;
	return false;
}

json_t *vmstat_missing(const struct vmstat *v)
{
	json_t *missing = json_array();

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!v->there[i])
			json_array_append_new(missing, json_string(names[i]));
	return missing;
}

json_t *vmstat_change(const struct vmstat *before, const struct vmstat *after)
{
	_cleanup_json_ json_t *change = json_object();

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		/* Also right where the counter wrapped. */
		uint64_t events = after->value[i] - before->value[i];

		if (!before->there[i] || !after->there[i] || !events)
			continue;
		if (events > INT64_MAX)
			return NULL;
		json_object_set_new(change, names[i], json_integer((json_int_t)events));
	}
	return json_incref(change);
}

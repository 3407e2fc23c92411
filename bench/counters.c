// SPDX-License-Identifier: GPL-2.0-or-later
#include "counters.h"

#include "perf.h"
#include "vmstat.h"

#include <string.h>

/* Takes over @missing. */
static json_t *entry(bool available, const char *reason, json_t *missing)
{
	return json_pack("{s:b,s:s*,s:o}", "available", available, "reason",
			 *reason ? reason : NULL, "missing", missing);
}

static json_t *perf_entry(bool instructions, bool *available)
{
	struct perf perf = {.nr = 0};
	struct error why = {""};
	json_t *missing = json_array();

	if (instructions) {
		error_set(&why, 0,
			  "not asked: the clock counts instructions, and an emulated CPU has no "
			  "cycles and TLB misses of its own (measure time: --clock wall)");
		for (size_t i = 0; i < MAX_PERF; i++)
			json_array_append_new(missing, json_string(perf_kernel_events[i].name));
	} else {
		perf_open(&perf, perf_kernel_events, MAX_PERF, perf_sys_open, &why);
		for (size_t i = 0; i < perf.nr_missing; i++)
			json_array_append_new(missing, json_string(perf.missing[i]));
	}
	*available = perf.nr > 0;
	perf_close(&perf);
	return entry(*available, why.text, missing);
}

static json_t *vmstat_entry(int rootfd)
{
	struct vmstat v = {.there = {false}};
	struct error why = {""};
	int ret = vmstat_read(rootfd, &v);

	if (ret)
		error_set(&why, ret, "/proc/vmstat: %s (is procfs mounted?)", strerror(-ret));
	else if (!vmstat_any(&v))
		error_set(&why, 0, "/proc/vmstat: no events in it (CONFIG_VM_EVENT_COUNTERS)");
	return entry(vmstat_any(&v), why.text, vmstat_missing(&v));
}

json_t *counters_look(int rootfd, bool instructions, bool *perf)
{
	return json_pack("{s:o,s:o}", "perf", perf_entry(instructions, perf), "vmstat",
			 vmstat_entry(rootfd));
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf.h"

#include "schema.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A load whose translation no level of the data TLB had: perf_event_open(2), PERF_TYPE_HW_CACHE. */
#define DTLB_LOAD_MISSES                                                 \
	(PERF_COUNT_HW_CACHE_DTLB | (PERF_COUNT_HW_CACHE_OP_READ << 8) | \
	 (PERF_COUNT_HW_CACHE_RESULT_MISS << 16))

const struct perf_event perf_kernel_events[MAX_PERF] = {
	{KERNEL_CYCLES, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
	{KERNEL_INSTRUCTIONS, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
	{KERNEL_DTLB_LOAD_MISSES, PERF_TYPE_HW_CACHE, DTLB_LOAD_MISSES},
};

int perf_sys_open(struct perf_event_attr *attr, int group_fd)
{
	long fd = syscall(SYS_perf_event_open, attr, 0, -1, group_fd, PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : (int)fd;
}

static int explain(struct error *why, const char *name, int ret)
{
	switch (-ret) {
	case ENOENT:
	case ENODEV:
	case EOPNOTSUPP:
		return error_set(why, ret,
				 "%s: no such hardware counter here (give a virtual machine a PMU: "
				 "-cpu host under KVM)",
				 name);
	case EACCES:
	case EPERM:
		return error_set(why, ret,
				 "%s: perf_event_open is not permitted (run as root, outside of a "
				 "container, or sysctl kernel.perf_event_paranoid=1)",
				 name);
	case ENOSYS:
		return error_set(why, ret,
				 "%s: this kernel has no perf_event_open (CONFIG_PERF_EVENTS)",
				 name);
	case EINVAL:
		return error_set(why, ret,
				 "%s: does not fit beside the others (does the NMI watchdog take a "
				 "counter? sysctl kernel.nmi_watchdog=0)",
				 name);
	default:
		return error_set(why, ret, "%s: perf_event_open: %s (does perf itself count it?)",
				 name, strerror(-ret));
	}
}

int perf_open(struct perf *perf, const struct perf_event *events, size_t nr, perf_opener *open,
	      struct error *why)
{
	struct perf p = {.nr = 0};
	int first = 0;

	for (size_t i = 0; i < nr; i++) {
		struct perf_event_attr attr = {
			.type = events[i].type,
			.size = sizeof(attr),
			.config = events[i].config,
			.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
				       PERF_FORMAT_TOTAL_TIME_RUNNING,
			/* A group counts when its leader does. */
			.disabled = !p.nr,
			.exclude_user = 1,
			.exclude_hv = 1,
		};
		int fd = open(&attr, p.nr ? p.fds[0] : -1);

		if (fd >= 0) {
			p.names[p.nr] = events[i].name;
			p.fds[p.nr++] = fd;
			continue;
		}
		p.missing[p.nr_missing++] = events[i].name;
		first = first ? first : explain(why, events[i].name, fd);
	}
	*perf = p;
	return p.nr ? 0 : first;
}

void perf_close(struct perf *perf)
{
	for (size_t i = 0; i < perf->nr; i++)
		close(perf->fds[i]);
	perf->nr = 0;
}

static bool read_group(const struct perf *perf, struct perf_reading *r)
{
	const ssize_t wanted =
		(ssize_t)(offsetof(struct perf_reading, value) + perf->nr * sizeof(r->value[0]));

	return read(perf->fds[0], r, sizeof(*r)) == wanted && r->nr == perf->nr;
}

void perf_start(struct perf *perf)
{
	if (!read_group(perf, &perf->start))
		perf->start.nr = 0;
	ioctl(perf->fds[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

void perf_stop(struct perf *perf, struct perf_counts *counts)
{
	struct perf_reading end;

	ioctl(perf->fds[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
	*counts = (struct perf_counts){.known = false};
	if (perf->start.nr && read_group(perf, &end))
		*counts = perf_between(&perf->start, &end);
}

struct perf_counts perf_between(const struct perf_reading *start, const struct perf_reading *end)
{
	const uint64_t enabled = end->enabled_ns - start->enabled_ns;
	const uint64_t running = end->running_ns - start->running_ns;
	struct perf_counts counts = {.known = running > 0};

	if (!counts.known)
		return counts;
	counts.ratio = (double)running / (double)enabled;
	for (size_t i = 0; i < end->nr; i++)
		counts.value[i] = end->value[i] - start->value[i];
	return counts;
}

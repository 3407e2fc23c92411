// SPDX-License-Identifier: GPL-2.0-or-later
#include "idle.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_MS    500 /* 50 ticks of /proc/stat: one is 2 % */
#define BUSY_LIMIT 0.03

int idle_parse(const char *stat, int cpu, uint64_t *busy, uint64_t *total)
{
	uint64_t user, nice, system, idle, iowait = 0, irq = 0, softirq = 0, steal = 0;
	char name[16];
	const char *line;

	snprintf(name, sizeof(name), "\ncpu%d ", cpu);
	line = strstr(stat, name);
	if (!line)
		return -ENOENT;
	if (sscanf(line + strlen(name),
		   "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
		   " %" SCNu64 " %" SCNu64,
		   &user, &nice, &system, &idle, &iowait, &irq, &softirq, &steal) < 4)
		return -EBADMSG;
	*busy = user + nice + system + irq + softirq + steal;
	*total = *busy + idle + iowait;
	return 0;
}

static int look(int rootfd, int cpu, uint64_t *busy, uint64_t *total)
{
	_cleanup_free_ char *text = NULL;
	ssize_t len = read_all_at(rootfd, "proc/stat", &text);

	return len < 0 ? (int)len : idle_parse(text, cpu, busy, total);
}

int idle_wait(int rootfd, int cpu, uint64_t limit_ns, int stop_fd, struct idle_report *report)
{
	struct pollfd stop = {.fd = stop_fd, .events = POLLIN};
	struct idle_report r = {.busy_ratio = 1};
	uint64_t start = now_ns();

	do {
		uint64_t busy, total, busy_after, total_after;
		int ret = look(rootfd, cpu, &busy, &total);
		bool stopped = !ret && poll(&stop, 1, LOOK_MS) > 0;

		r.waited_ns = now_ns() - start;
		if (stopped)
			break;
		if (!ret)
			ret = look(rootfd, cpu, &busy_after, &total_after);
		if (ret)
			return ret;
		r.busy_ratio = total_after > total
				       ? (double)(busy_after - busy) / (double)(total_after - total)
				       : 0;
		r.reached = r.busy_ratio < BUSY_LIMIT;
	} while (!r.reached && r.waited_ns < limit_ns);
	*report = r;
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "check.h"
#include "check_parts.h"
#include "sysfile.h"

#include <errno.h>
#include <string.h>

#define CLOCK_DIR "sys/devices/system/clocksource/clocksource0/"
#define CHOOSE(what) \
	"echo " what " > /sys/devices/system/clocksource/clocksource0/current_clocksource"

static const struct {
	const char *name, *level, *why;
} sources[] = {
	{"jiffies", "bad", "too coarse to time system calls: it counts timer ticks"},
	{"refined-jiffies", "bad", "too coarse to time system calls: it counts timer ticks"},
	{"hpet", "warn", "reading it takes about a microsecond and a system call"},
	{"acpi_pm", "warn",
	 "reading it takes microseconds and a system call, and it ticks at 3.6 MHz"},
	{"pit", "warn", "reading it takes microseconds and a system call, and it ticks at 1.2 MHz"},
};

/* Those worth changing to, the best first. */
static const char *const better[] = {
	"tsc", "arch_sys_counter", "kvm-clock", "hyperv_clocksource_tsc_page", "hpet", "acpi_pm"};

/* The index in sources[], or -ENOENT. */
static int find_source(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(sources); i++)
		if (!strcmp(sources[i].name, name))
			return (int)i;
	return -ENOENT;
}

/* Which one to choose instead of @current, or how to boot to have the choice. */
static const char *clock_remedy(int rootfd, const char *current, char *buf, size_t size)
{
	char available[256];

	if (read_text_at(rootfd, CLOCK_DIR "available_clocksource", available, sizeof(available)) <
	    0)
		available[0] = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(better) && strcmp(better[i], current); i++) {
		if (!sysfile_has_word(available, better[i]))
			continue;
		snprintf(buf, size, CHOOSE("%s"), better[i]);
		return buf;
	}
	snprintf(
		buf, size,
		"boot with tsc=reliable, or give the guest a usable timer: kvm-clock, or a TSC that "
		"does not stop");
	return buf;
}

static ssize_t read_current(int rootfd, char *name, size_t size)
{
	return read_text_at(rootfd, CLOCK_DIR "current_clocksource", name, size);
}

int check_clock(struct check *c)
{
	char name[64], what[96], remedy[160];
	int i;

	if (read_current(c->rootfd, name, sizeof(name)) <= 0)
		return check_add(c, "note", "clock source unknown",
				 "how fine the clock is cannot be told",
				 "mount -t sysfs sysfs /sys");
	snprintf(what, sizeof(what), "clock source %s", name);
	i = find_source(name);
	if (i < 0)
		return check_add(c, "ok", what, "fine enough to time system calls", NULL);
	return check_add(c, sources[i].level, what, sources[i].why,
			 clock_remedy(c->rootfd, name, remedy, sizeof(remedy)));
}

int check_clocksource(int rootfd, struct error *err)
{
	char name[64], remedy[160];
	int i;

	if (read_current(rootfd, name, sizeof(name)) <= 0)
		return 0;
	i = find_source(name);
	if (i < 0 || strcmp(sources[i].level, "bad"))
		return 0;
	return error_set(err, -EINVAL, "clock source %s: %s (%s)", name, sources[i].why,
			 clock_remedy(rootfd, name, remedy, sizeof(remedy)));
}

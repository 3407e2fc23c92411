// SPDX-License-Identifier: GPL-2.0-or-later
#include "check_parts.h"
#include "sysfile.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define CPU_DIR "sys/devices/system/cpu"

/* One busy task of the last minute is one too many; an idle machine's own stays far below. */
#define LOAD_MAX 0.5

int check_governor(struct check *c)
{
	const char *governor = check_cpu_text(c, "governor");
	char what[96];

	if (!governor)
		return 0;
	snprintf(what, sizeof(what), "governor %s", governor);
	if (!strcmp(governor, "performance"))
		return check_add(c, "ok", what, "CPUs run at one frequency under load", NULL);
	return check_add(c, "warn", what, "the frequency changes with the load, while measuring",
			 "cpupower frequency-set -g performance");
}

int check_turbo(struct check *c)
{
	const char *turbo = check_cpu_text(c, "turbo");
	bool intel = !faccessat(c->rootfd, CPU_DIR "/intel_pstate/no_turbo", F_OK, 0);

	if (!turbo)
		return 0;
	if (!strcmp(turbo, "off"))
		return check_add(c, "ok", "turbo off", "no frequency that depends on heat", NULL);
	return check_add(c, "warn", "turbo on",
			 "the frequency depends on heat and on what other cores do",
			 intel ? "echo 1 > /" CPU_DIR "/intel_pstate/no_turbo"
			       : "echo 0 > /" CPU_DIR "/cpufreq/boost");
}

/* The control file says what is allowed, the other one whether siblings run. */
int check_smt(struct check *c)
{
	uint64_t active;

	if (sysfile_read_u64(c->rootfd, CPU_DIR "/smt/active", &active))
		return 0;
	if (!active)
		return check_add(c, "ok", "SMT not active", "each core has one thread", NULL);
	return check_add(
		c, "warn", "SMT active",
		"what runs on the core's other thread takes a share of core, caches and TLB",
		"echo off > /" CPU_DIR "/smt/control");
}

int check_isolated(struct check *c)
{
	const char *isolated = check_cpu_text(c, "isolated");
	char online[256];

	if (isolated && *isolated) {
		char what[320];

		snprintf(what, sizeof(what), "isolated CPUs %s", isolated);
		return check_add(c, "ok", what, "no other task is scheduled there", NULL);
	}
	if (read_text_at(c->rootfd, CPU_DIR "/online", online, sizeof(online)) > 0 &&
	    !strpbrk(online, "-,"))
		return check_add(c, "note", "one CPU",
				 "all that the system does happens between the measurements",
				 "leave the machine idle; an instruction clock needs no more");
	return check_add(c, "warn", "no isolated CPU",
			 "other tasks and kernel threads are scheduled on the measuring CPU",
			 "boot with isolcpus=N, then run with --cpu N");
}

int check_nohz_full(struct check *c)
{
	char list[256];

	/* Without the boot parameter, some kernels print "(null)". */
	if (read_text_at(c->rootfd, CPU_DIR "/nohz_full", list, sizeof(list)) <= 0 ||
	    !strcmp(list, "(null)"))
		return 0;
	return check_add(
		c, "note", "nohz_full CPUs",
		"each system call and fault is dearer there, for context tracking",
		"compare only with runs on CPUs of the same kind, or boot without nohz_full");
}

int check_virtual(struct check *c)
{
	const char *name = json_string_value(json_object_get(c->machine, "virtualisation"));
	char what[96];

	if (!name || !strcmp(name, "none"))
		return check_add(c, "ok", "no hypervisor", "nothing takes time from the CPUs",
				 NULL);
	snprintf(what, sizeof(what), "virtual machine (%s)", name);
	return check_add(
		c, "warn", what,
		"the host takes time away, and page walks and interrupts cost otherwise",
		"use bare metal, or compare boots of this machine only, several of each kernel");
}

int check_load(struct check *c)
{
	const json_t *load = json_object_get(c->machine, "load_avg");
	double last_minute = json_number_value(json_array_get(load, 0));
	char what[96];

	if (!load)
		return 0;
	snprintf(what, sizeof(what), "load %.2f over the last minute", last_minute);
	if (last_minute < LOAD_MAX)
		return check_add(c, "ok", what, "the machine is idle", NULL);
	return check_add(c, "warn", what, "other work shares caches, memory and CPUs",
			 "stop it (ps -eo pcpu,pid,comm --sort=-pcpu) and wait a minute");
}

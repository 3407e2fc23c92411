// SPDX-License-Identifier: GPL-2.0-or-later
#include "sysfile.h"
#include "sysinfo.h"
#include "thp.h"
#include "virt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CPU_DIR   "sys/devices/system/cpu"
#define CLOCK_DIR "sys/devices/system/clocksource/clocksource0"

/* x86 has the first six, arm64 the last four. */
static const struct {
	const char *field, *key;
	bool is_number;
} identity[] = {
	{"vendor_id", "vendor", false},
	{"model name", "model_name", false},
	{"cpu family", "family", true},
	{"model", "model", true},
	{"stepping", "stepping", true},
	{"microcode", "microcode", false},
	{"CPU implementer", "implementer", false},
	{"CPU part", "part", false},
	{"CPU variant", "variant", false},
	{"CPU revision", "revision", false},
};

/*
 * The values that a field of /proc/cpuinfo has over all CPUs, each once, in order, with a comma
 * between them: machines with big and little cores have several.
 */
static const char *distinct(const char *cpuinfo, const char *field, char *buf, size_t size)
{
	size_t len = 1;

	snprintf(buf, size, ",");
	for (const char *cpu = cpuinfo; cpu; cpu = strstr(cpu + 1, "processor\t")) {
		char value[128], item[132];

		if (!sysfile_field(cpu, field, value, sizeof(value)))
			break;
		snprintf(item, sizeof(item), ",%s,", value);
		if (!strstr(buf, item) && len + strlen(item) <= size)
			len += (size_t)snprintf(buf + len, size - len, "%s", item + 1);
	}
	buf[len - 1] = '\0';
	return len > 1 ? buf + 1 : NULL;
}

static int put_identity(json_t *cpu, int rootfd)
{
	_cleanup_free_ char *cpuinfo = NULL;
	int ret = 0;

	if (read_all_at(rootfd, "proc/cpuinfo", &cpuinfo) < 0)
		return 0;
	for (size_t i = 0; !ret && i < ARRAY_SIZE(identity); i++) {
		char buf[512];
		const char *value = distinct(cpuinfo, identity[i].field, buf, sizeof(buf));
		uint64_t number;

		if (!identity[i].is_number)
			ret = sysfile_put_text(cpu, identity[i].key, value);
		else if (value && !parse_u64(value, &number))
			ret = sysfile_put(cpu, identity[i].key, json_integer((json_int_t)number));
	}
	return ret;
}

/* That of all CPUs, or "mixed". CPUs that are offline have none. */
static int put_governor(json_t *cpu, int rootfd)
{
	_cleanup_names_ char **names = NULL;
	char common[64] = "";
	int n = sysfile_list(rootfd, CPU_DIR, "cpu", &names);

	if (n < 0)
		return n;
	for (int i = 0; i < n; i++) {
		char path[384], governor[64];

		snprintf(path, sizeof(path), CPU_DIR "/%s/cpufreq/scaling_governor", names[i]);
		if (read_text_at(rootfd, path, governor, sizeof(governor)) <= 0)
			continue;
		snprintf(common, sizeof(common), "%s",
			 !*common || !strcmp(common, governor) ? governor : "mixed");
		if (!strcmp(common, "mixed"))
			break;
	}
	return sysfile_put_text(cpu, "governor", *common ? common : NULL);
}

/* intel_pstate has a switch of its own, of the opposite sense; elsewhere it is called boost. */
static int put_turbo(json_t *cpu, int rootfd)
{
	uint64_t value;

	if (!sysfile_read_u64(rootfd, CPU_DIR "/intel_pstate/no_turbo", &value))
		return sysfile_put_text(cpu, "turbo", value ? "off" : "on");
	if (!sysfile_read_u64(rootfd, CPU_DIR "/cpufreq/boost", &value))
		return sysfile_put_text(cpu, "turbo", value ? "on" : "off");
	return 0;
}

static int put_isolated(json_t *cpu, int rootfd)
{
	char list[1024];

	if (sysfile_isolated(rootfd, list, sizeof(list)) < 0)
		return 0;
	return sysfile_put_text(cpu, "isolated", list);
}

static int put_mitigations(json_t *cpu, int rootfd)
{
	_cleanup_names_ char **names = NULL;
	int n = sysfile_list(rootfd, CPU_DIR "/vulnerabilities", "", &names);
	json_t *mitigations = json_object();
	int ret;

	if (n <= 0) {
		json_decref(mitigations);
		return n;
	}
	ret = sysfile_put(cpu, "mitigations", mitigations);
	for (int i = 0; !ret && i < n; i++) {
		char path[384];

		snprintf(path, sizeof(path), CPU_DIR "/vulnerabilities/%s", names[i]);
		ret = sysfile_put_file(mitigations, names[i], rootfd, path);
	}
	return ret;
}

static int put_cpu(json_t *machine, int rootfd)
{
	json_t *cpu = json_object();

	if (sysfile_put(machine, "cpu", cpu) || put_identity(cpu, rootfd) ||
	    put_governor(cpu, rootfd) || put_turbo(cpu, rootfd) ||
	    sysfile_put_file(cpu, "smt", rootfd, CPU_DIR "/smt/control") ||
	    put_isolated(cpu, rootfd) || put_mitigations(cpu, rootfd))
		return -ENOMEM;
	return 0;
}

static int put_memory(json_t *machine, int rootfd)
{
	json_t *memory = json_object();
	_cleanup_free_ char *meminfo = NULL;
	char total[32];
	uint64_t pmd_bytes;

	if (sysfile_put(machine, "memory", memory) ||
	    sysfile_put(memory, "base_page_bytes", json_integer(sysconf(_SC_PAGESIZE))))
		return -ENOMEM;
	if (read_all_at(rootfd, "proc/meminfo", &meminfo) >= 0 &&
	    sysfile_field(meminfo, "MemTotal", total, sizeof(total)) && /* "24684096 kB" */
	    sysfile_put(memory, "total_bytes", json_integer(strtoll(total, NULL, 10) * 1024)))
		return -ENOMEM;
	pmd_bytes = thp_pmd_bytes(rootfd);
	if (!pmd_bytes)
		return 0;
	return sysfile_put(memory, "pmd_bytes", json_integer((json_int_t)pmd_bytes));
}

static int put_clocksource(json_t *machine, int rootfd)
{
	char text[256], *save = NULL;
	json_t *object, *available;

	if (read_text_at(rootfd, CLOCK_DIR "/available_clocksource", text, sizeof(text)) < 0)
		return 0;
	object = json_object();
	available = json_array();
	if (sysfile_put(machine, "clocksource", object) ||
	    sysfile_put_file(object, "current", rootfd, CLOCK_DIR "/current_clocksource") ||
	    sysfile_put(object, "available", available))
		return -ENOMEM;
	for (char *name = strtok_r(text, " ", &save); name; name = strtok_r(NULL, " ", &save))
		if (json_array_append_new(available, sysfile_string(name)))
			return -ENOMEM;
	return 0;
}

static int put_virtualisation(json_t *machine, int rootfd)
{
	char name[64];

	return sysfile_put_text(machine, "virtualisation", virt_detect(rootfd, name, sizeof(name)));
}

static int put_load(json_t *machine, int rootfd)
{
	char text[128];
	double load[3];

	if (read_text_at(rootfd, "proc/loadavg", text, sizeof(text)) < 0 ||
	    sscanf(text, "%lf %lf %lf", &load[0], &load[1], &load[2]) != 3)
		return 0;
	return sysfile_put(machine, "load_avg", json_pack("[f, f, f]", load[0], load[1], load[2]));
}

int sysinfo_machine(int rootfd, json_t **machine)
{
	_cleanup_json_ json_t *m = json_object();

	if (!m || put_cpu(m, rootfd) || put_memory(m, rootfd) || put_clocksource(m, rootfd) ||
	    put_virtualisation(m, rootfd) || put_load(m, rootfd))
		return -ENOMEM;
	*machine = json_incref(m);
	return 0;
}

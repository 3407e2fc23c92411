// SPDX-License-Identifier: GPL-2.0-or-later
#include "virt.h"

#include "sysfile.h"

#include <string.h>

/* Clock sources that only guests have. */
static const struct {
	const char *source, *name;
} clocks[] = {
	{"kvm-clock", "kvm"},
	{"hyperv_clocksource_tsc_page", "hyperv"},
	{"hyperv_clocksource_msr", "hyperv"},
	{"xen", "xen"},
};

/* Firmware tables. Vendors that sell machines too are told by the product. */
static const struct {
	const char *vendor, *product, *but_not, *name;
} firmware[] = {
	{"QEMU", "", NULL, "qemu"},
	{"VMware", "", NULL, "vmware"},
	{"innotek GmbH", "", NULL, "virtualbox"},
	{"Microsoft Corporation", "Virtual Machine", NULL, "hyperv"},
	{"Xen", "", NULL, "xen"},
	{"Amazon EC2", "", ".metal", "kvm"},
	{"Google", "Google Compute Engine", "-metal", "kvm"},
	{"Parallels", "", NULL, "parallels"},
	{"BHYVE", "", NULL, "bhyve"},
	{"Apple Inc.", "Apple Virtualization", NULL, "apple"},
	{"", "KVM", NULL, "kvm"},
	{"", "OpenStack", NULL, "kvm"},
	{"", "KubeVirt", NULL, "kvm"},
};

static const char *by_clock(int rootfd)
{
	static const char path[] =
		"sys/devices/system/clocksource/clocksource0/available_clocksource";
	char available[256];

	if (read_text_at(rootfd, path, available, sizeof(available)) < 0)
		return NULL;
	for (size_t i = 0; i < ARRAY_SIZE(clocks); i++)
		if (sysfile_has_word(available, clocks[i].source))
			return clocks[i].name;
	return NULL;
}

static bool starts_with(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

static const char *by_firmware(int rootfd)
{
	char vendor[128] = "", product[128] = "";

	if (read_text_at(rootfd, "sys/class/dmi/id/sys_vendor", vendor, sizeof(vendor)) < 0 ||
	    read_text_at(rootfd, "sys/class/dmi/id/product_name", product, sizeof(product)) < 0)
		return NULL;
	for (size_t i = 0; i < ARRAY_SIZE(firmware); i++)
		if (starts_with(vendor, firmware[i].vendor) &&
		    starts_with(product, firmware[i].product) &&
		    !(firmware[i].but_not && strstr(product, firmware[i].but_not)))
			return firmware[i].name;
	return NULL;
}

/* Machines without firmware tables, as arm64 guests that boot a kernel directly. */
static const char *by_device_tree(int rootfd)
{
	_cleanup_names_ char **fw_cfg = NULL;
	char compatible[256];

	if (read_text_at(rootfd, "proc/device-tree/hypervisor/compatible", compatible,
			 sizeof(compatible)) > 0) {
		if (strstr(compatible, "kvm"))
			return "kvm";
		return strstr(compatible, "xen") ? "xen" : "unknown";
	}
	if (sysfile_list(rootfd, "proc/device-tree", "fw-cfg", &fw_cfg) > 0)
		return "qemu";
	if (read_text_at(rootfd, "proc/device-tree/compatible", compatible, sizeof(compatible)) >
		    0 &&
	    starts_with(compatible, "linux,dummy-virt"))
		return "unknown";
	return NULL;
}

static const char *by_cpu(int rootfd)
{
	_cleanup_free_ char *cpuinfo = NULL;
	char model[128], flags[4096];

	if (read_all_at(rootfd, "proc/cpuinfo", &cpuinfo) < 0)
		return NULL;
	if (sysfile_field(cpuinfo, "model name", model, sizeof(model)) &&
	    starts_with(model, "QEMU "))
		return "qemu";
	if (sysfile_field(cpuinfo, "flags", flags, sizeof(flags)) &&
	    sysfile_has_word(flags, "hypervisor"))
		return "unknown";
	return NULL;
}

const char *virt_detect(int rootfd, char *buf, size_t size)
{
	/* The surest first; the flag of x86 says that there is one, not which. */
	static const char *(*const ways[])(int rootfd) = {by_clock, by_firmware, by_device_tree,
							  by_cpu};

	/* A hypervisor that names itself. */
	if (read_text_at(rootfd, "sys/hypervisor/type", buf, size) > 0)
		return buf;
	snprintf(buf, size, "none");
	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		const char *name = ways[i](rootfd);

		if (!name)
			continue;
		snprintf(buf, size, "%s", name);
		break;
	}
	return buf;
}

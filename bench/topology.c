// SPDX-License-Identifier: GPL-2.0-or-later
#include "sysfile.h"
#include "sysinfo.h"

#include <errno.h>
#include <hwloc.h>

static const struct {
	hwloc_obj_type_t type;
	const char *key, *one, *many;
} levels[] = {
	{HWLOC_OBJ_PACKAGE, "packages", "package", "packages"},
	{HWLOC_OBJ_NUMANODE, "numa_nodes", "NUMA node", "NUMA nodes"},
	{HWLOC_OBJ_CORE, "cores", "core", "cores"},
	{HWLOC_OBJ_PU, "pus", "PU", "PUs"},
};

/* A level that hwloc knows nothing of, as packages in some guests, is left out. */
static int put_counts(json_t *object, hwloc_topology_t topology)
{
	char summary[160] = "";
	size_t len = 0;

	for (size_t i = 0; i < ARRAY_SIZE(levels); i++) {
		int n = hwloc_get_nbobjs_by_type(topology, levels[i].type);

		if (n <= 0)
			continue;
		if (sysfile_put(object, levels[i].key, json_integer(n)))
			return -ENOMEM;
		len += (size_t)snprintf(summary + len, sizeof(summary) - len, "%s%d %s",
					len ? ", " : "", n,
					n == 1 ? levels[i].one : levels[i].many);
	}
	return sysfile_put_text(object, "summary", summary);
}

int sysinfo_topology(json_t **topology)
{
	_cleanup_json_ json_t *object = json_object();
	hwloc_topology_t machine;
	int ret = 0;

	if (!object || hwloc_topology_init(&machine))
		return -ENOMEM;
	if (!hwloc_topology_set_flags(machine, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED) &&
	    !hwloc_topology_load(machine))
		ret = put_counts(object, machine);
	hwloc_topology_destroy(machine);
	if (!ret)
		*topology = json_incref(object);
	return ret;
}

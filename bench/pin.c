// SPDX-License-Identifier: GPL-2.0-or-later
#include "pin.h"

#include "sysfile.h"

#include <errno.h>
#include <hwloc.h>
#include <string.h>

static void destroy_topology(hwloc_topology_t *topology)
{
	if (*topology)
		hwloc_topology_destroy(*topology);
}

static void free_bitmap(hwloc_bitmap_t *bitmap)
{
	hwloc_bitmap_free(*bitmap);
}

#define _cleanup_topology_ __attribute__((cleanup(destroy_topology)))
#define _cleanup_bitmap_   __attribute__((cleanup(free_bitmap)))

/* By default hwloc looks at each CPU by going there, and this mm must not have been everywhere. */
static int keep_binding(hwloc_topology_t topology)
{
#if HWLOC_API_VERSION >= 0x00020500
	return hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING);
#else
	return hwloc_topology_set_components(topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST,
					     "x86");
#endif
}

static int load(hwloc_topology_t *topology, struct error *err)
{
	hwloc_topology_t t = NULL;

	if (hwloc_topology_init(&t) || keep_binding(t) || hwloc_topology_load(t)) {
		destroy_topology(&t);
		return error_set(err, -EIO, "hwloc: cannot read the topology of this machine");
	}
	*topology = t;
	return 0;
}

static hwloc_bitmap_t isolated_cpus(int rootfd)
{
	hwloc_bitmap_t set = hwloc_bitmap_alloc();
	char text[1024];

	if (set && sysfile_isolated(rootfd, text, sizeof(text)) > 0)
		hwloc_bitmap_list_sscanf(set, text);
	return set;
}

/*
 * What this process may use: its affinity mask within what the cgroup leaves. Isolated CPUs are in
 * no mask by default; where the mask is that default, nobody chose it, and they may be used.
 */
static hwloc_bitmap_t allowed_cpus(hwloc_topology_t topology, hwloc_const_bitmap_t isolated)
{
	hwloc_const_bitmap_t cgroup = hwloc_topology_get_allowed_cpuset(topology);
	_cleanup_bitmap_ hwloc_bitmap_t by_default = hwloc_bitmap_alloc();
	hwloc_bitmap_t set = hwloc_bitmap_alloc();

	if (!set || !by_default)
		return set;
	if (hwloc_get_cpubind(topology, set, HWLOC_CPUBIND_PROCESS))
		hwloc_bitmap_copy(set, cgroup);
	hwloc_bitmap_and(set, set, cgroup);
	hwloc_bitmap_andnot(by_default, cgroup, isolated);
	if (hwloc_bitmap_isequal(set, by_default))
		hwloc_bitmap_copy(set, cgroup);
	return set;
}

static hwloc_obj_t core_of(hwloc_topology_t topology, hwloc_obj_t pu)
{
	hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu);

	return core ? core : pu; /* some virtual machines and boards show no cores */
}

static bool first_of_core(hwloc_topology_t topology, hwloc_obj_t pu, hwloc_const_bitmap_t allowed)
{
	_cleanup_bitmap_ hwloc_bitmap_t set = hwloc_bitmap_dup(core_of(topology, pu)->cpuset);

	hwloc_bitmap_and(set, set, allowed);
	return hwloc_bitmap_first(set) == (int)pu->os_index;
}

/* Higher is better; ties go to the lower number. */
static int score(hwloc_topology_t topology, hwloc_obj_t pu, hwloc_const_bitmap_t isolated)
{
	int kind = hwloc_cpukinds_get_by_cpuset(topology, pu->cpuset, 0), efficiency = -1;
	int points = 0;

	if (kind >= 0)
		hwloc_cpukinds_get_info(topology, (unsigned int)kind, NULL, &efficiency, NULL, NULL,
					0);
	if (hwloc_bitmap_isset(isolated, pu->os_index))
		points += 1000;
	if (efficiency > 0)
		points += 10 * efficiency;
	if (!hwloc_bitmap_isset(core_of(topology, pu)->cpuset, 0))
		points += 5; /* the boot CPU's core serves more interrupts */
	return points;
}

static hwloc_obj_t node_object(hwloc_topology_t topology, int node)
{
	return hwloc_get_numanode_obj_by_os_index(topology, (unsigned int)node);
}

static hwloc_obj_t choose_pu(hwloc_topology_t topology, hwloc_const_bitmap_t allowed,
			     hwloc_const_bitmap_t isolated)
{
	hwloc_obj_t pu = NULL, best = NULL;
	int most = -1;

	while ((pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu))) {
		int points;

		if (!hwloc_bitmap_isset(allowed, pu->os_index) ||
		    !first_of_core(topology, pu, allowed))
			continue;
		points = score(topology, pu, isolated);
		if (points > most) {
			best = pu;
			most = points;
		}
	}
	return best;
}

static int find_cpu(hwloc_topology_t topology, int cpu, hwloc_const_bitmap_t allowed,
		    hwloc_obj_t *pu, struct error *err)
{
	_cleanup_free_ char *list = NULL;

	if (hwloc_bitmap_isset(allowed, (unsigned int)cpu)) {
		*pu = hwloc_get_pu_obj_by_os_index(topology, (unsigned int)cpu);
		if (*pu)
			return 0;
	}
	hwloc_bitmap_list_asprintf(&list, allowed);
	return error_set(
		err, -EINVAL, "--cpu %d: %s (this process may use %s)", cpu,
		hwloc_bitmap_isset(hwloc_topology_get_complete_cpuset(topology), (unsigned int)cpu)
			? "not allowed here"
			: "no such CPU",
		list ? list : "none");
}

static int check_node(hwloc_topology_t topology, int node, struct error *err)
{
	hwloc_obj_t obj = node_object(topology, node);

	if (!obj)
		return error_set(err, -EINVAL, "--node %d: no such NUMA node (this machine has %d)",
				 node, hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_NUMANODE));
	if (!obj->attr->numanode.local_memory)
		return error_set(err, -EINVAL, "--node %d: has no memory (choose another)", node);
	return 0;
}

/* The node whose CPUs include @pu and that has memory; the smallest such set is the nearest. */
static int local_node(hwloc_topology_t topology, hwloc_obj_t pu)
{
	hwloc_obj_t node = NULL, best = NULL;

	while ((node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)))
		if (node->attr->numanode.local_memory &&
		    hwloc_bitmap_isset(node->cpuset, pu->os_index) &&
		    (!best ||
		     hwloc_bitmap_weight(node->cpuset) < hwloc_bitmap_weight(best->cpuset)))
			best = node;
	return best ? (int)best->os_index : 0;
}

/* One PU of every other allowed core; those of the same node first, the boot CPU's core last. */
static void choose_spinners(hwloc_topology_t topology, hwloc_obj_t measured,
			    hwloc_const_bitmap_t allowed, struct placement *p)
{
	hwloc_obj_t pu = NULL, node = node_object(topology, p->node);

	for (int pass = 0; pass < 3; pass++)
		while ((pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu))) {
			bool boot = hwloc_bitmap_isset(core_of(topology, pu)->cpuset, 0);
			bool near = !node || hwloc_bitmap_isset(node->cpuset, pu->os_index);

			if (!hwloc_bitmap_isset(allowed, pu->os_index) ||
			    !first_of_core(topology, pu, allowed) ||
			    core_of(topology, pu) == core_of(topology, measured) ||
			    pass != (boot   ? 2
				     : near ? 0
					    : 1) ||
			    p->nr_spinners == MAX_SPINNERS)
				continue;
			p->spinner_cpus[p->nr_spinners++] = (int)pu->os_index;
		}
	p->parent_cpu = p->nr_spinners ? p->spinner_cpus[p->nr_spinners - 1] : -1;
}

static void explain(const struct placement *p, bool asked, bool isolated, char *reason, size_t size)
{
	const char *boot = p->boot_cpu ? "the boot CPU's core" : "not the boot CPU's core";

	if (asked)
		snprintf(reason, size, "--cpu");
	else
		snprintf(reason, size, "%s%s%s", isolated ? "isolated, " : "", boot,
			 p->boot_cpu && !p->nr_spinners ? ", the only one allowed" : "");
}

int pin_choose(int rootfd, int cpu, int node, struct placement *placement, struct error *err)
{
	_cleanup_topology_ hwloc_topology_t topology = NULL;
	_cleanup_bitmap_ hwloc_bitmap_t allowed = NULL, isolated = NULL, near = NULL;
	struct placement p = {.parent_cpu = -1};
	hwloc_obj_t pu = NULL;
	int ret = load(&topology, err);

	if (!ret && node >= 0)
		ret = check_node(topology, node, err);
	if (ret)
		return ret;
	isolated = isolated_cpus(rootfd);
	allowed = isolated ? allowed_cpus(topology, isolated) : NULL;
	near = allowed ? hwloc_bitmap_dup(allowed) : NULL;
	if (!near)
		return -ENOMEM;
	if (node >= 0 && hwloc_bitmap_intersects(allowed, node_object(topology, node)->cpuset))
		hwloc_bitmap_and(near, near, node_object(topology, node)->cpuset);
	if (cpu >= 0)
		ret = find_cpu(topology, cpu, allowed, &pu, err);
	else
		pu = choose_pu(topology, near, isolated);
	if (ret)
		return ret;
	if (!pu)
		return error_set(err, -EINVAL,
				 "no CPU that this process may use (check its cpuset)");
	p.cpu = (int)pu->os_index;
	p.node = node >= 0 ? node : local_node(topology, pu);
	p.boot_cpu = hwloc_bitmap_isset(core_of(topology, pu)->cpuset, 0);
	p.core_pus = hwloc_bitmap_weight(core_of(topology, pu)->cpuset);
	choose_spinners(topology, pu, allowed, &p);
	explain(&p, cpu >= 0, hwloc_bitmap_isset(isolated, (unsigned int)p.cpu), p.reason,
		sizeof(p.reason));
	*placement = p;
	return 0;
}

static int bind_to(int cpu, const pthread_t *thread, struct error *err)
{
	_cleanup_topology_ hwloc_topology_t topology = NULL;
	_cleanup_bitmap_ hwloc_bitmap_t set = hwloc_bitmap_alloc();
	int ret = load(&topology, err);

	if (ret)
		return ret;
	hwloc_bitmap_only(set, (unsigned int)cpu);
	ret = thread ? hwloc_set_thread_cpubind(topology, *thread, set, HWLOC_CPUBIND_STRICT)
		     : hwloc_set_cpubind(topology, set,
					 HWLOC_CPUBIND_THREAD | HWLOC_CPUBIND_STRICT);
	if (ret)
		return error_set(err, -errno, "cannot bind to CPU %d: %s", cpu, strerror(errno));
	return 0;
}

int pin_self(int cpu, struct error *err)
{
	return bind_to(cpu, NULL, err);
}

int pin_thread(pthread_t thread, int cpu, struct error *err)
{
	return bind_to(cpu, &thread, err);
}

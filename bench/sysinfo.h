/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a result says of the kernel and the machine it was measured on: the objects `kernel` and
 * `machine` of results/README.md. @rootfd is a directory that stands for "/", opened with O_PATH or
 * for reading; no privilege is needed, but some files show less without it. What a machine does not
 * tell is absent. All return 0 or -ENOMEM.
 */
#ifndef BENCH_SYSINFO_H
#define BENCH_SYSINFO_H

#include "util.h"

/* All of `kernel`. The architecture is that of uname(2). */
int sysinfo_kernel(int rootfd, json_t **kernel);

/* `machine` but for its `topology`. The base page is that of the running kernel. */
int sysinfo_machine(int rootfd, json_t **machine);

/*
 * `machine.topology`, from hwloc: always of the running machine, and of all of it, whatever part a
 * cgroup leaves to this process. An empty object if hwloc finds nothing out.
 */
int sysinfo_topology(json_t **topology);

#endif

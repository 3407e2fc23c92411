/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BENCH_VIRT_H
#define BENCH_VIRT_H

#include <stddef.h>

/*
 * Under which hypervisor the machine of @rootfd runs: "none", or a name such as "kvm", "qemu" (its
 * emulator), "xen", "vmware", or "unknown" where one shows but does not say which. Returns @buf.
 */
const char *virt_detect(int rootfd, char *buf, size_t size);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What guests of an architecture boot from, beside their kernels. */
#ifndef VM_GUESTS_H
#define VM_GUESTS_H

#include "image.h"

/*
 * Has what guests of @arch run brought up to date, before anything is made of it. For this
 * program's own architecture that is this program. For arm64 on another machine $PTEBENCH_DRIVER
 * does it, with the argument build-arm64; its output goes to standard error.
 *
 * 0 or a negative errno with @err: -ENOTSUP for an architecture there is no building for, -ENOENT
 * without a driver, -EIO if it fails.
 */
int guests_prepare(enum vm_arch arch, struct error *err);

/*
 * Writes the initramfs for guests of @arch to the open file @fd: of this program and the init built
 * with it, or for arm64 on another machine of what is in the folder $PTEBENCH_GUEST_ARM64: a build
 * folder build/, and sysroot/ with its libraries. 0 or a negative errno with @err.
 */
int guests_initramfs(enum vm_arch arch, int fd, struct error *err);

/*
 * How many guests with @memory_bytes each may run side by side: as many as this process may use
 * CPUs, as far as memory allows. -ENOMEM with @err if not even one.
 */
int guests_side_by_side(uint64_t memory_bytes, struct error *err);

#endif

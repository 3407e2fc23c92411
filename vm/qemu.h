/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Guests under QEMU: starts them, listens to their consoles, ends them, and says how they ended.
 * Several may run side by side. Every guest dies with this process, however that ends.
 */
#ifndef VM_QEMU_H
#define VM_QEMU_H

#include "image.h"
#include "outcome.h"

/*
 * What makes a guest's time. icount: an instruction takes a nanosecond, whatever else the host
 * does; tcg: emulated, the host's clock; kvm: the host's CPU and clock.
 */
enum vm_accel {
	VM_ICOUNT,
	VM_TCG,
	VM_KVM
};

struct vm_settings {
	const struct kernel_image *image;
	const char *initramfs; /* NULL: none */
	enum vm_accel accel;
	uint64_t memory_bytes;
	const char *parameters; /* more for the kernel's command line; NULL: nothing */
	const char *plugin;     /* what -plugin takes (plugin.h); NULL: none */
	uint64_t limit_ns;      /* of wall-clock time */
	const int *inherited;   /* what QEMU is to have open under the same numbers */
	size_t nr_inherited;
	const char *log; /* the console goes here, after a line with QEMU's command; NULL: none */
};

struct vm;

/*
 * Whether QEMU is there for this kernel, and the accelerator one that it can use (kvm: this
 * machine's architecture, and a /dev/kvm that opens). -ENOENT, -ENOTSUP, -EACCES with @err.
 */
int vm_check(const struct kernel_image *image, enum vm_accel accel, struct error *err);

/*
 * Boots @image under kvm to see whether that works, since a /dev/kvm may exist and fail: the kernel
 * has to come as far as saying who it is, or why it panics, and the guest to end. -EINTR when
 * @stop_fd became readable, -EIO with @err if it does not work, and as vm_check().
 */
int vm_probe_kvm(const struct kernel_image *image, int stop_fd, struct error *err);

/*
 * Starts a guest; to be freed with vm_free(). Copies what it needs of @settings. The first line of
 * the log is QEMU's command. 0 or a negative errno with @err.
 */
int vm_start(const struct vm_settings *settings, struct vm **vm, struct error *err);

/*
 * Waits until one of the @nr guests has ended, by itself or by its time limit; NULL stands for
 * none, and whoever was told of one replaces it by NULL, or is told again. The console of all is
 * read meanwhile. Returns its index; -EINTR as soon as @stop_fd (-1:
 * none) is readable; -ENOENT if all are NULL; -errno of poll().
 */
int vm_wait_any(struct vm *const *vms, size_t nr, int stop_fd);

/* How an ended guest ended; the text says why, empty for VM_ENDED. */
enum vm_outcome vm_outcome(const struct vm *vm, struct error *why);

/* All that it wrote so far; a NUL follows. Lives as long as @vm. */
const char *vm_console(const struct vm *vm, size_t *size);

/* Kills it if it still runs. NULL is fine. */
void vm_free(struct vm *vm);

#endif

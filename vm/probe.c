// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemu.h"

#include <errno.h>
#include <string.h>

#define PROBE_LIMIT_NS 60000000000u

/* A guest that ends without a word of its kernel may have been reset where KVM fails. */
static bool kernel_spoke(const struct vm *vm)
{
	static const char banner[] = "Linux version ";
	size_t size;
	const char *console = vm_console(vm, &size);

	return memmem(console, size, banner, strlen(banner)) ||
	       memmem(console, size, PANIC_LINE, strlen(PANIC_LINE));
}

int vm_probe_kvm(const struct kernel_image *image, int stop_fd, struct error *err)
{
	const struct vm_settings settings = {
		.image = image,
		.accel = VM_KVM,
		.memory_bytes = 512u << 20,
		.limit_ns = PROBE_LIMIT_NS,
		.parameters = "loglevel=7", /* more than quiet, for the banner */
	};
	struct error why = {0};
	enum vm_outcome outcome;
	bool spoke = false;
	struct vm *vm;
	int ret = vm_check(image, VM_KVM, err);

	if (!ret)
		ret = vm_start(&settings, &vm, err);
	if (ret)
		return ret;
	ret = vm_wait_any(&vm, 1, stop_fd);
	outcome = ret < 0 ? VM_ENDED : vm_outcome(vm, &why);
	if (ret >= 0)
		spoke = kernel_spoke(vm);
	vm_free(vm);
	if (ret == -EINTR)
		return error_set(err, ret, "stopped");
	if (ret < 0)
		return error_set(err, ret, "cannot wait for QEMU");
	if (spoke && (outcome == VM_PANIC || outcome == VM_ENDED))
		return 0;
	if (outcome == VM_ENDED)
		error_set(&why, 0, "the guest ended without a word of its kernel");
	return error_set(err, -EIO, "kvm does not work here: %s (use --accel icount)", why.text);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemu_command.h"

#include <errno.h>
#include <inttypes.h>

#define MEMORY_MIN (64u << 20)

struct builder {
	const char **argv;
	size_t n;
};

static void add(struct builder *b, const char *option, const char *value)
{
	b->argv[b->n++] = option;
	if (value)
		b->argv[b->n++] = value;
}

const char *qemu_program(enum vm_arch arch)
{
	return arch == VM_ARM64 ? "qemu-system-aarch64" : "qemu-system-x86_64";
}

const char *qemu_package(enum vm_arch arch)
{
	return arch == VM_ARM64 ? "qemu-system-arm" : "qemu-system-x86";
}

static void add_accelerator(struct builder *b, enum vm_accel accel)
{
	if (accel == VM_KVM) {
		add(b, "-accel", "kvm");
		return;
	}
	add(b, "-accel", "tcg");
	/* An instruction is 2^0 ns; idle time passes at once. */
	if (accel == VM_ICOUNT)
		add(b, "-icount", "shift=0,sleep=off");
}

static void add_machine(struct builder *b, enum vm_arch arch, enum vm_accel accel)
{
	if (arch == VM_X86_64) {
		add(b, "-M", "pc");
		add(b, "-cpu", "max");
	} else if (accel == VM_KVM) {
		add(b, "-M", "virt,gic-version=max");
		add(b, "-cpu", "max");
	} else {
		/* Emulated as the architecture has it, pointer authentication takes half the time.
		 */
		add(b, "-M", "virt");
		add(b, "-cpu", "max,pauth-impdef=on");
	}
}

int qemu_command_make(const struct vm_settings *s, struct qemu_command *command, struct error *err)
{
	struct builder b = {.argv = command->argv};
	enum vm_arch arch = s->image->arch;
	int len;

	/*
	 * quiet: a console takes instructions. panic=-1: reboot at once, which ends QEMU. The rest:
	 * the same addresses in each boot.
	 */
	len = snprintf(command->parameters, sizeof(command->parameters),
		       "console=%s quiet panic=-1 nokaslr norandmaps%s%s",
		       arch == VM_ARM64 ? "ttyAMA0" : "ttyS0", s->parameters ? " " : "",
		       s->parameters ? s->parameters : "");
	if (len >= (int)sizeof(command->parameters))
		return error_set(err, -ENAMETOOLONG,
				 "the kernel's command line has %d characters (%zu at most)", len,
				 sizeof(command->parameters) - 1);
	if (s->memory_bytes < MEMORY_MIN)
		return error_set(err, -EINVAL,
				 "%" PRIu64 " bytes of memory: too little (64M at least)",
				 s->memory_bytes);
	snprintf(command->memory, sizeof(command->memory), "%" PRIu64 "M", s->memory_bytes >> 20);
	add(&b, qemu_program(arch), NULL);
	add_machine(&b, arch, s->accel);
	add_accelerator(&b, s->accel);
	add(&b, "-m", command->memory);
	add(&b, "-smp", "1");
	add(&b, "-no-user-config", "-nodefaults");
	add(&b, "-no-reboot", NULL);
	add(&b, "-display", "none");
	add(&b, "-serial", "stdio");
	add(&b, "-kernel", s->image->path);
	if (s->initramfs)
		add(&b, "-initrd", s->initramfs);
	add(&b, "-append", command->parameters);
	if (s->plugin)
		add(&b, "-plugin", s->plugin);
	add(&b, NULL, NULL);
	return 0;
}

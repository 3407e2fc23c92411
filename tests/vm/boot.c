// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Boots the kernels named, side by side, for the tests: says what they are, how they ended, and how
 * their consoles did.
 */
#include "bench/stop.h"
#include "vm/qemu.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GUESTS_MAX 8

static int fail(const char *text)
{
	fprintf(stderr, "boot: %s\n", text);
	return 3;
}

static void report(int index, const struct kernel_image *image, const struct vm *vm)
{
	static const char *const names[] = {"ended", "panic", "silent", "timeout", "qemu"};
	struct error why;
	char buf[4096];
	size_t size;
	const char *console = vm_console(vm, &size);
	enum vm_outcome outcome = vm_outcome(vm, &why);

	printf("%d %s %s: %s: %s\n%s", index, vm_arch_name(image->arch), image->version,
	       names[outcome], why.text, vm_console_end(console, size, 5, buf, sizeof(buf)));
	fflush(stdout);
}

static int boot_all(struct vm_settings *settings, struct kernel_image *images, int nr, int stop_fd)
{
	struct vm *vms[GUESTS_MAX] = {NULL};
	struct error err;
	int i = 0;

	for (i = 0; i < nr; i++) {
		settings->image = &images[i];
		if (vm_check(&images[i], settings->accel, &err) ||
		    vm_start(settings, &vms[i], &err))
			return fail(err.text);
	}
	printf("started\n");
	fflush(stdout);
	while ((i = vm_wait_any(vms, (size_t)nr, stop_fd)) >= 0) {
		report(i, &images[i], vms[i]);
		vm_free(vms[i]);
		vms[i] = NULL;
	}
	for (int k = 0; k < nr; k++)
		vm_free(vms[k]);
	return i == -ENOENT ? 0 : fail(strerror(-i));
}

int main(int argc, char **argv)
{
	static struct kernel_image images[GUESTS_MAX];
	struct vm_settings settings = {.memory_bytes = 256u << 20, .limit_ns = 120000000000u};
	int option, nr = 0, stop_fd = stop_signals();
	bool identify = false, probe = false;
	uint64_t seconds;
	struct error err;

	while ((option = getopt(argc, argv, "a:i:km:p:t:l:n")) >= 0) {
		switch (option) {
		case 'a':
			settings.accel = !strcmp(optarg, "kvm")   ? VM_KVM
					 : !strcmp(optarg, "tcg") ? VM_TCG
								  : VM_ICOUNT;
			break;
		case 'i':
			settings.initramfs = optarg;
			break;
		case 'k':
			probe = true;
			break;
		case 'l':
			settings.log = optarg;
			break;
		case 'm':
			parse_size(optarg, &settings.memory_bytes);
			break;
		case 'n':
			identify = true;
			break;
		case 'p':
			settings.parameters = optarg;
			break;
		case 't':
			parse_u64(optarg, &seconds);
			settings.limit_ns = seconds * 1000000000u;
			break;
		default:
			return 3;
		}
	}
	for (; optind < argc && nr < GUESTS_MAX; optind++, nr++) {
		if (image_find(argv[optind], &images[nr], &err))
			return fail(err.text);
		if (identify)
			printf("%s %s %u %s %s\n", vm_arch_name(images[nr].arch),
			       images[nr].version, images[nr].page_bytes, images[nr].path,
			       images[nr].config);
	}
	if (probe && vm_probe_kvm(&images[0], stop_fd, &err))
		return fail(err.text);
	return identify || probe ? 0 : boot_all(&settings, images, nr, stop_fd);
}

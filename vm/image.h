/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kernels that can be booted: from what the user typed to a file that QEMU loads.
 */
#ifndef VM_IMAGE_H
#define VM_IMAGE_H

#include "bench/util.h"

#include <limits.h>

enum vm_arch {
	VM_X86_64,
	VM_ARM64
};

struct kernel_image {
	char path[PATH_MAX];   /* what QEMU loads: a bzImage, or an arm64 Image, gzipped or not */
	char cached[PATH_MAX]; /* the folder an earlier fetch left it in; "": it is as new as can be
				*/
	char config[PATH_MAX]; /* config-VERSION beside it; "" if there is none */
	char version[128];     /* what uname -r will say */
	bool zboot;            /* an EFI zboot image, which QEMU does not load */
	enum vm_arch arch;
	unsigned int page_bytes; /* base pages; 0 if the header does not say */
};

/* "x86-64", "arm64". */
const char *vm_arch_name(enum vm_arch arch);

/*
 * Tells what kernel @data holds: fills @image's version, arch, page_bytes and zboot, nothing else.
 * Headers: the kernel's Documentation/arch/x86/boot.rst and arch/arm64/booting.rst; an Image's
 * length is that of its PE sections.
 *
 * -ENOEXEC with @err if it is no kernel, truncated, or for a machine that is not emulated; @err
 * does not name the file. -ENOMEM.
 */
int kernel_identify(const unsigned char *data, size_t size, struct kernel_image *image,
		    struct error *err);

/* Fills @image from a kernel file. As kernel_identify(), but @err names the file; errnos of open().
 */
int image_read(const char *path, struct kernel_image *image, struct error *err);

/*
 * Fills @image from @text: a kernel file, a Debian package file with a kernel in it, or
 * debian:VERSION[:ARCH] (see debian.h). Kernels from packages are kept in a cache that later calls
 * use, $XDG_CACHE_HOME/ptebench or ~/.cache/ptebench, as is what an EFI zboot image has in it;
 * nothing is installed.
 *
 * 0 or a negative errno with @err.
 */
int image_find(const char *text, struct kernel_image *image, struct error *err);

#endif

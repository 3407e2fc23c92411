/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kernels in wrappers. Results are memory that the caller frees; -ENOEXEC with @err where a wrapper
 * is damaged or of a kind that cannot be opened, -ENOMEM without. @err does not name the file.
 */
#ifndef VM_UNPACK_H
#define VM_UNPACK_H

#include "bench/util.h"

/* QEMU's own limit for kernels of arm64. */
#define UNPACKED_MAX ((size_t)256 << 20)

/* What gzip wrote. */
int unpack_gzip(const unsigned char *data, size_t size, unsigned char **out, size_t *out_size,
		struct error *err);

/*
 * EFI zboot images (CONFIG_EFI_ZBOOT; the kernel's drivers/firmware/efi/libstub/zboot-header.S):
 * programs for firmware that unpack the kernel in them, which QEMU 7.2 cannot load. Of their
 * compressions, gzip can be unpacked here.
 */
bool is_zboot(const unsigned char *data, size_t size);
int unpack_zboot(const unsigned char *data, size_t size, unsigned char **out, size_t *out_size,
		 struct error *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes archives that the kernel unpacks as initramfs: the "newc" format of cpio, gzipped
 * (Documentation/driver-api/early-userspace/buffer-format.rst). Needs no privilege. The same
 * entries give the same bytes, whatever their order and whenever: all belongs to root, of time 0,
 * sorted.
 *
 * Names are relative to the root, "bin/init". Folders on the way are added by themselves. A name
 * given twice is -EEXIST.
 */
#ifndef VM_CPIO_H
#define VM_CPIO_H

#include "bench/util.h"

struct cpio_entry;

struct cpio {
	struct cpio_entry *entries;
	size_t nr;
};

/* Fails with -EEXIST or -ENOMEM. @data is copied. */
int cpio_add_dir(struct cpio *cpio, const char *name);
int cpio_add_data(struct cpio *cpio, const char *name, mode_t mode, const void *data, size_t size);
int cpio_add_char_device(struct cpio *cpio, const char *name, mode_t mode, unsigned int major,
			 unsigned int minor);

/* The file @source, read at once. Also fails as open() and read() do. All with @err. */
int cpio_add_file(struct cpio *cpio, const char *name, mode_t mode, const char *source,
		  struct error *err);

/*
 * The whole archive, gzipped, in memory that the caller frees. Archives may be concatenated; the
 * kernel unpacks one after the other. -EFBIG if it has 2 GiB before it is gzipped, -ENOMEM.
 */
int cpio_gzip(struct cpio *cpio, unsigned char **data, size_t *size);

void cpio_release(struct cpio *cpio);

#endif

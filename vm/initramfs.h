/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a guest boots from: init, ptebench with its libraries, and a job.
 *
 * An initramfs is built once and written once per boot, with that boot's job behind it: the kernel
 * unpacks both. Its kernel needs CONFIG_BLK_DEV_INITRD, RD_GZIP, BINFMT_ELF, FILE_LOCKING, FUTEX,
 * PROC_FS, SYSFS, DEVTMPFS and TMPFS; init says which one of the last four is not there. QEMU needs
 * -no-reboot: a guest ends by restarting.
 */
#ifndef VM_INITRAMFS_H
#define VM_INITRAMFS_H

#include "bench/util.h"

struct initramfs {
	const char *program; /* ptebench */
	const char *init;    /* ptebench-init, of the same machine */
	const char *sysroot; /* the folder where the program's libraries are; "": this system */
};

/*
 * Writes the gzipped initramfs without a job to the open file @fd. The same files give the same
 * bytes. 0, or a negative errno with @err: errors of libraries_find(), -ENOEXEC where
 * init is no static program of the same machine, errors of reading and writing.
 */
int initramfs_build(const struct initramfs *what, int fd, struct error *err);

/* What one boot is to do. */
struct guest_job {
	char *const *options; /* of `run`, ended by NULL; --out and --iterations-from come along */
	const char *iterations; /* file with the iteration counts to take; NULL: calibrate */
	const char *config;     /* the kernel's .config, for the record; NULL: not at hand */
	bool symbols;           /* the kernel's are wanted */
};

/* Writes the initramfs @base with @job to the open file @fd. 0, or a negative errno with @err. */
int initramfs_with_job(const char *base, const struct guest_job *job, int fd, struct error *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Debian's kernels, through apt and dpkg, for any of its architectures, without root and without a
 * change of the system: apt keeps all that it has to keep in a folder of its own.
 */
#ifndef VM_DEBIAN_H
#define VM_DEBIAN_H

#include "bench/util.h"

/* As named after debian:. */
struct debian_kernel {
	char version[64]; /* the beginning of a kernel's release: 6.12, 6.1.0-47 */
	char arch[16];    /* dpkg's name: amd64, arm64 */
	char flavour[32]; /* what package names end with: arm64, arm64-16k */
};

/*
 * Parses VERSION[:ARCH] (ARCH: amd64, arm64 or arm64-16k; by default that of this machine).
 * -EINVAL with @err.
 */
int debian_parse(const char *text, struct debian_kernel *kernel, struct error *err);

/*
 * Of the package names in @names, a line each, the one with the newest kernel of this version: a
 * cloud flavour before the full one, which boots slower; no debug symbols, real-time variants or
 * packages without a kernel. Writes it to @name. -ENOENT if there is none.
 */
int debian_choose(const struct debian_kernel *kernel, const char *names, char *name, size_t size);

/*
 * The versions, two numbers each, of which there are kernels of @kernel's flavour in @names: the
 * newest ones first, as "6.12, 6.1"; "none" if there is none. Returns @buf.
 */
const char *debian_versions(const struct debian_kernel *kernel, const char *names, char *buf,
			    size_t size);

/*
 * Fetches a kernel package into the existing folder @dir; the machine's own package lists are used
 * where they have it, else lists of its own are fetched into @apt_dir. The file's path goes to
 * @package, PATH_MAX bytes. -ENOENT, -EIO with @err.
 */
int debian_fetch(const struct debian_kernel *kernel, const char *apt_dir, const char *dir,
		 char *package, struct error *err);

/*
 * Unpacks the kernel of a package file, and what else it has in /boot, to @dir/boot. *@kernel,
 * PATH_MAX bytes, is its path. -ENOEXEC if the package has none, or more; -EIO; both with @err.
 */
int debian_unpack(const char *package, const char *dir, char *kernel, struct error *err);

/* The path of the kernel that debian_unpack() put into @dir. -ENOENT if there is none, or several.
 */
int debian_kernel_in(const char *dir, char *kernel);

#endif

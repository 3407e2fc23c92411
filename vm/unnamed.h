/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files in memory that no folder names: gone with the last process that has them open, also after
 * SIGKILL.
 */
#ifndef VM_UNNAMED_H
#define VM_UNNAMED_H

#include "bench/util.h"

#define UNNAMED_PATH_MAX 32

/*
 * A new file, close-on-exec and no standard stream, the caller's to close; or a negative errno.
 * @what it is shows in /proc.
 */
int unnamed_open(const char *what);

/*
 * A path by which this process, and one that inherited @fd, opens the file anew, from its
 * beginning. Returns @buf, which has UNNAMED_PATH_MAX bytes.
 */
const char *unnamed_path(int fd, char *buf);

#endif

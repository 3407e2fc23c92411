/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whole files as they are; bench/util.h reads text.
 */
#ifndef VM_FILE_H
#define VM_FILE_H

#include "bench/util.h"

/* All of the file @path into memory that the caller frees; a NUL follows. 0 or a negative errno. */
int file_read(const char *path, unsigned char **data, size_t *size);

/* The same of an open file that was not read yet, but the first @max bytes at most. */
int file_read_from(int fd, size_t max, unsigned char **data, size_t *size);

/* The folder of this program. 0, or a negative errno with @err. */
int file_own_folder(char *buf, size_t size, struct error *err);

#endif

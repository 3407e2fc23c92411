/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a shared region is a mapping of, filled with folios of one size. There is no setting that
 * makes the page cache use a certain size; but each write() asks for a folio as large as itself, of
 * file systems that have large folios.
 */
#ifndef BENCH_BACKING_H
#define BENCH_BACKING_H

#include "util.h"

/* Where files are made: a disk on most machines, and meant for large temporary files. */
#define BACKING_DIR "/var/tmp"

/*
 * A memfd of @size_bytes, written @folio_bytes at a time. Whether these became the folios is for
 * the proof to tell. The file descriptor, or a negative errno with @err.
 */
int backing_memfd(uint64_t size_bytes, uint64_t folio_bytes, struct error *err);

/*
 * Likewise an unnamed file in BACKING_DIR, written back, so that it is clean and nothing is left of
 * it whatever becomes of the process. -ENOTSUP where that is no file system on a disk.
 */
int backing_file(uint64_t size_bytes, uint64_t folio_bytes, struct error *err);

/* What kind of file system without a disk @fd is on; NULL where it is none. */
const char *backing_memory_fs(int fd);

#endif

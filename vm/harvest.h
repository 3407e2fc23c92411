/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a guest that ended brought back. */
#ifndef VM_HARVEST_H
#define VM_HARVEST_H

#include "bench/util.h"

/*
 * Writes the result that a guest sent over its @console to the file @path, atomically, if the
 * program in it came to its end, which takes its word: with all rows, or with some that failed
 * (*@rows_failed), of which the file tells. What happened to the guest after that does not matter.
 * @counts is open on what the plugin wrote meanwhile, which then must be there too and completes
 * the result (functions.h); -1: no plugin.
 *
 * 0; -ENODATA if nothing came, or not all of it; -EBADMSG if there is no result to keep since the
 * program failed as a whole and said why, or what came is damaged; the errno of writing. All with
 * @err.
 */
int harvest(const char *console, size_t size, int counts, const char *path, bool *rows_failed,
	    struct error *err);

#endif

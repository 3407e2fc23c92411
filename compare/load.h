/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files read by as many threads as there are CPUs to use (16 at most), handed over in their order.
 * A bounded number of them is in memory at a time.
 */
#ifndef COMPARE_LOAD_H
#define COMPARE_LOAD_H

#include "compare/find.h"
#include "compare/result_file.h"

/*
 * Calls @take in this thread for each file that parse_file() reads, in order; @take may keep what
 * it takes out of @file, which is freed afterwards. Ends at the first file in order that is bad or
 * that @take refuses, whatever the threads meet first, with its error.
 */
int load_files(const struct found_files *found, const char *cases,
	       int (*take)(void *data, size_t arm, struct result_file *file, struct error *err),
	       void *data, struct error *err);

#endif

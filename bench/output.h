/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a result file goes, and getting it there.
 */
#ifndef BENCH_OUTPUT_H
#define BENCH_OUTPUT_H

#include "util.h"

#include <limits.h>

struct output {
	char path[PATH_MAX];
	bool once; /* a pipe, a terminal, a device: takes the text once, at the end */
};

/*
 * @out, or where it is NULL a new file RESULTS_DIR/LABEL/TIME-BOOT.json, its folders made. A
 * negative errno with @err, also where @out is the file that standard output goes to.
 */
int output_choose(const char *out, const char *results_dir, const char *label, const char *boot_id,
		  struct output *output, struct error *err);

/* Writes the result as it is now; @last: it is complete. A negative errno with @err. */
int output_save(const struct output *output, const json_t *result, bool last, struct error *err);

/*
 * For a result that its place does not take (a full disk, say): a new file in memory, /dev/shm,
 * whose name goes to @path. A negative errno with @err.
 */
int output_rescue(const json_t *result, char *path, size_t size, struct error *err);

#endif

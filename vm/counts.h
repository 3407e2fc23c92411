/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the plugin (plugin/count.c) writes: for each work that was marked (bench/marks.h), in
 * lines of text,
 *
 *	work NUMBER SPANS whole       ("broken": marks were missing, as those of a worker that died)
 *	ADDRESS EXECUTIONS SIZES      for each block of instructions that was executed: where it
 *	                              begins (hexadecimal), how often, and the size of each of its
 *	                              instructions (a hexadecimal digit)
 *
 * then, after a line "text", what the guest's init had to tell (symbols.h), and "end" as the last
 * line.
 */
#ifndef VM_COUNTS_H
#define VM_COUNTS_H

#include "bench/util.h"

struct counted {
	uint64_t address, executions;
	const char *sizes; /* in the text; ends with a newline */
};

struct counted_work {
	uint64_t number, spans; /* pairs of marks */
	bool whole;
	struct counted *blocks; /* an address may come twice */
	size_t nr, room;
};

struct counts {
	struct counted_work *works;
	size_t nr, room;
	const char *text; /* what the guest told; in the text too */
	size_t text_size;
};

/*
 * Reads @text of @size bytes, which a NUL follows and which is to live as long as @counts. 0,
 * -ENOMEM, or -EBADMSG with @err where it is cut off or no such text. counts_release() in any case.
 */
int counts_parse(const char *text, size_t size, struct counts *counts, struct error *err);
void counts_release(struct counts *counts);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A fact that two arms do not have alike, and how it is shown. */
#ifndef COMPARE_MISMATCH_H
#define COMPARE_MISMATCH_H

#include "compare/model.h"

struct mismatch {
	const char *name;               /* this and the facts belong to the arms */
	const struct fact *base, *here; /* NULL: that arm does not state it */
	bool not_set;                   /* that arm has the option in question off */
	bool fatal;                     /* not comparable, by the table in comparable.h */
	bool allowed;                   /* fatal, and the user takes it */
};

/* Room enough for any text but one of an extraordinarily long name. */
#define MISMATCH_TEXT_SIZE 384

/*
 * For people, in one line: "machine.cpu.microcode: 0xa0011d1 | 0xa0011d3", the first arm's to the
 * left. Instead of a value stand "not stated", "not set", "varies" (between the files of that arm)
 * and "" in quotes for an empty one. Of long values the part that differs is shown, of a command
 * line the words that differ: "kernel.cmdline: -debug +quiet" where only the first has debug. "..."
 * is what was left out. Cut to @size. Returns @buf.
 */
const char *mismatch_text(const struct mismatch *m, char *buf, size_t size);

#endif

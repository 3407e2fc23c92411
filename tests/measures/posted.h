/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The posted programs, and the smallest loops, written as one would without a harness: what the
 * cases are held against. Nothing here is shared with cases/, on purpose.
 */
#ifndef MEASURES_POSTED_H
#define MEASURES_POSTED_H

#include <stdint.h>

struct posted {
	const char *name;
	/* Does @n iterations and returns what they took in ns, by one clock read on either side. */
	double (*run)(uint64_t n);
};

extern const struct posted posted_programs[];

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A kernel's command line as the words it is made of, split as the kernel does: at white space
 * outside double quotes. Words that only name the image, BOOT_IMAGE= and initrd=, are passed over,
 * since each kernel under test has files of its own.
 */
#ifndef COMPARE_BOOTPARAMS_H
#define COMPARE_BOOTPARAMS_H

#include "bench/util.h"

/* The same words in the same order: of parameters given twice the last often wins. */
bool bootparams_equal(const char *base, const char *here);

/*
 * Writes the words that only @base has as "-word" and those that only @here has as "+word", or that
 * they differ in order alone. What does not fit shows as "...", and so does the value of a long
 * word; half of the room is kept for @here. @size: 64 or more. Returns @buf.
 */
const char *bootparams_difference(const char *base, const char *here, char *buf, size_t size);

#endif

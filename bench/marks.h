/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Marks around the work that counts, for a QEMU plugin that counts instructions (plugin/count.c).
 * A mark is a call to an address that nothing else has: two areas, one to begin and one to end, in
 * which each MARKS_STRIDE bytes are an instruction that returns. Which of them is called tells the
 * number of the work. The plugin sees the address; nothing has to be decoded, whatever the CPU.
 */
#ifndef BENCH_MARKS_H
#define BENCH_MARKS_H

#include <stddef.h>
#include <stdint.h>

/* Where neither a program, its heap nor a region is; apart for pages of up to 64 KiB. */
#define MARKS_BEGIN  0x10000000u
#define MARKS_END    0x10010000u
#define MARKS_BYTES  0x10000u /* of each area */
#define MARKS_STRIDE 4u
#define MARKS_MAX    (MARKS_BYTES / MARKS_STRIDE) /* numbers from 0 to this */

/* A third one, of a guest's init: the bytes of a text, each told by the mark of its number. */
#define MARKS_TEXT       0x10020000u
#define MARKS_TEXT_BYTES (256 * MARKS_STRIDE)

struct error;

/*
 * Maps an area of marks, @size bytes at the address @begin, which is returned. NULL with errno:
 * EEXIST, something is there; ENOTSUP, not for this architecture; or that of mmap() and mprotect().
 */
char *marks_area(uintptr_t begin, size_t size);

/* How to set them for one number; NULL: there are none. */
struct marks {
	void (*begin)(void), (*end)(void);
};

/*
 * Maps both areas, once per process, and returns how to set the marks of @number. They take an
 * address range that is kept over fork(). 0, or a negative errno with @err; -ERANGE: @number is too
 * large; -ENOTSUP: not for this architecture.
 */
int marks_map(unsigned int number, struct marks *marks, struct error *err);

#endif

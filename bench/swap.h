/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The swap file of rows whose pages are swap entries. It belongs to the run, not to a worker, whose
 * death then means nothing to it.
 *
 * There is one, always of the same name. So nothing has to be written down before it is made, and
 * no kill, at whatever instant, hides it: whoever cleans up looks there. Nor can anything that is
 * written down lead root to another file. And a reboot, which the restore journal does not survive
 * but a file in BACKING_DIR does, leaves it for the next run to find.
 */
#ifndef BENCH_SWAP_H
#define BENCH_SWAP_H

#include "backing.h"

#define SWAP_FILE BACKING_DIR "/ptebench.swap"

/*
 * Why this machine can have none, with -ENOTSUP, as far as looking tells; 0: it may. @rootfd is the
 * directory that /proc and BACKING_DIR hang under, here and below.
 */
int swap_unmet(int rootfd, struct error *why);

/*
 * Makes it, with room for @size_bytes of swapped-out pages and some, and turns it on, at the lowest
 * priority: if the machine has other swap, pages may go there instead, and are as good there. Only
 * where swap_off() is certain to follow, whatever becomes of this process. Needs root.
 *
 * 0; -ENOTSUP with @err where the file system or the container cannot; or another negative errno
 * with @err. On failure there is none.
 */
int swap_on(int rootfd, uint64_t size_bytes, struct error *err);

/*
 * Turns it off, if it is on, and removes it, *@removed telling whether there was one. What bears
 * its name and cannot be swap_on()'s, such as a link, or another user's file, is left alone.
 *
 * 0; or a negative errno with @err, after which it is there for the next try: -ENOMEM if memory
 * cannot take back what was swapped out.
 */
int swap_off(int rootfd, bool *removed, struct error *err);

#endif

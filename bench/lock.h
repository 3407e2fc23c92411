/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One measurement at a time, and where a run keeps what must outlive its process.
 */
#ifndef BENCH_LOCK_H
#define BENCH_LOCK_H

#include "util.h"

/*
 * Makes and names the directory for lock and journal: /run/ptebench for root; where that is not
 * to be had, and for others,
 * $XDG_RUNTIME_DIR/ptebench or /tmp/ptebench-UID. 0 or a negative errno with @err.
 */
int run_dir(char *dir, size_t size, struct error *err);

/*
 * Takes the lock in @dir, and for users other than root that of root's runs too where it exists:
 * both would disturb each other. It goes with the last copy of the returned fd. -EBUSY with @err
 * naming the holder's pid.
 */
int lock_take(const char *dir, struct error *err);

/*
 * Keeps others, of whichever user, from measuring at the same time: an abstract socket's name,
 * which needs no file that somebody has to own. It goes with the returned fd. -EBUSY with @err
 * naming the holder's pid; -EAFNOSUPPORT on a kernel without Unix sockets, where no other user is
 * to be feared.
 */
int lock_machine(struct error *err);

#endif

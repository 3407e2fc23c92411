/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The restore journal: the THP settings as they were before the first write, kept in a file until
 * they are back. Whoever finds it, the guardian, the next run or `restore`, can put them back.
 *
 * @dir is an existing directory that survives a process but need not survive a reboot, since the
 * settings do not either: /run/ptebench.
 */
#ifndef BENCH_JOURNAL_H
#define BENCH_JOURNAL_H

#include "thp.h"

/* Writes it atomically and durably. 0 or a negative errno. */
int journal_write(const char *dir, const char *boot_id, const struct thp_state *state);

/*
 * 0; -ENOENT if there is none; -ESTALE if it is of another boot than @boot_id (@state stays as it
 * is); -EBADMSG with @err if it is no journal.
 */
int journal_read(const char *dir, const char *boot_id, struct thp_state *state, struct error *err);

/* 0 also where there is none. */
int journal_remove(const char *dir);

/*
 * Puts back what the journal in @dir says, and removes it, and does away with a swap file (swap.h),
 * which is nothing but its own record. 0 if there was neither or all is back, *@restored tells
 * which; a journal of another boot is discarded. On failure what is not back stays for the next
 * try. Needs root.
 */
int journal_restore(const char *dir, int rootfd, const char *boot_id, bool *restored,
		    struct error *err);

#endif

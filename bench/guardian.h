/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A small process that outlives a killed run, puts the THP settings back at once and removes its
 * swap file. The run tells it on a normal end that there is nothing to do; if the run dies in any
 * other way, SIGKILL and the OOM killer included, the pipe between them closes and the guardian
 * restores by journal_restore(). Should the guardian be killed too, journal and swap file are still
 * there for the next run or `restore`.
 */
#ifndef BENCH_GUARDIAN_H
#define BENCH_GUARDIAN_H

#include "util.h"

struct guardian {
	pid_t pid;
	int pipe;
};

/*
 * Forks it. It holds @lock_fd until it is done, so that no other run starts on settings that are
 * about to change. Call before the journal is written. 0 or a negative errno.
 */
int guardian_start(const char *dir, int rootfd, int lock_fd, const char *boot_id,
		   struct guardian *guardian);

/* All is restored: lets it end, and waits for that. */
void guardian_dismiss(struct guardian *guardian);

#endif

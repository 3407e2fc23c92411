/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine's settings over a run: changed as cases need them, and put back whatever happens. So
 * is a swap file, which swap.h makes, once there is a guardian.
 */
#ifndef BENCH_STATE_H
#define BENCH_STATE_H

#include "guardian.h"
#include "thp.h"

struct state {
	char dir[128]; /* of lock and journal */
	char boot_id[40];
	int rootfd;   /* borrowed */
	int machine;  /* keeps others from measuring; -1: not to be had */
	int lock;     /* of the journal; the guardian holds it too */
	bool guarded; /* a guardian runs and the journal is written */
	struct guardian guardian;
};

/*
 * Takes the locks, that which keeps others from measuring only if this run @measures; as root, puts
 * back what an earlier killed run left, and sets *@restored if so. -EBUSY if another run holds one.
 * On failure nothing is held.
 */
int state_open(int rootfd, bool measures, struct state *state, bool *restored, struct error *err);

/* Starts the guardian and writes the journal of @found. Before the first state_apply() or
 * swap_on(); root. */
int state_guard(struct state *state, const struct thp_state *found, struct error *err);

/* Sets and reads back. */
int state_apply(struct state *state, const struct thp_state *wanted, struct error *err);

/* Puts all back and keeps the locks. 0 also where nothing was changed; -EUCLEAN with @err. */
int state_restore(struct state *state, struct error *err);

/* Puts all back that is not, and gives up the locks. -EUCLEAN with @err if a setting could not be
 * restored. */
int state_close(struct state *state, struct error *err);

#endif

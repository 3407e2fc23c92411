// SPDX-License-Identifier: GPL-2.0-or-later
#include "state.h"

#include "journal.h"
#include "lock.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int state_open(int rootfd, bool measures, struct state *state, bool *restored, struct error *err)
{
	struct state s = {.rootfd = rootfd, .machine = -1, .lock = -1};
	int ret = run_dir(s.dir, sizeof(s.dir), err);

	*restored = false;
	if (ret)
		return ret;
	if (read_text_at(rootfd, "proc/sys/kernel/random/boot_id", s.boot_id, sizeof(s.boot_id)) <
	    0)
		snprintf(s.boot_id, sizeof(s.boot_id), "unknown");
	if (measures)
		s.machine = lock_machine(err);
	if (measures && s.machine < 0 && s.machine != -EAFNOSUPPORT)
		return s.machine;
	s.lock = lock_take(s.dir, err);
	ret = s.lock < 0 ? s.lock : 0;
	if (!ret && !geteuid())
		ret = journal_restore(s.dir, rootfd, s.boot_id, restored, err);
	if (ret) {
		close_fd(&s.lock);
		close_fd(&s.machine);
		return ret;
	}
	*state = s;
	return 0;
}

int state_guard(struct state *state, const struct thp_state *found, struct error *err)
{
	struct thp_state changeable;
	int ret = guardian_start(state->dir, state->rootfd, state->lock, state->boot_id,
				 &state->guardian);

	if (ret)
		return error_set(err, ret, "cannot start the guardian process: %s", strerror(-ret));
	thp_changeable(found, &changeable);
	ret = journal_write(state->dir, state->boot_id, &changeable);
	if (ret) {
		guardian_dismiss(&state->guardian);
		return error_set(err, ret, "%s: cannot write the restore journal: %s", state->dir,
				 strerror(-ret));
	}
	state->guarded = true;
	return 0;
}

int state_apply(struct state *state, const struct thp_state *wanted, struct error *err)
{
	return thp_apply(state->rootfd, wanted, err);
}

int state_restore(struct state *state, struct error *err)
{
	bool restored;
	int ret;

	if (!state->guarded)
		return 0;
	ret = journal_restore(state->dir, state->rootfd, state->boot_id, &restored, err);
	guardian_dismiss(&state->guardian);
	state->guarded = false;
	return ret ? -EUCLEAN : 0;
}

int state_close(struct state *state, struct error *err)
{
	int ret = state_restore(state, err);

	close_fd(&state->lock);
	close_fd(&state->machine);
	return ret;
}

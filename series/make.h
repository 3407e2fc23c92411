/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's own build. */
#ifndef SERIES_MAKE_H
#define SERIES_MAKE_H

#include "series.h"

/*
 * `make @target` of what is checked out, with objects in WORKTREE_OBJECTS. Kernels of the same
 * source differ in what `uname -v` says, which is @step's number and commit and always of one
 * length, and in nothing else: no time, user or machine is in them. As logged_run(), with @step's
 * log.
 */
int make_target(const struct series *s, const struct series_step *step, const char *target,
		struct error *err);

#endif

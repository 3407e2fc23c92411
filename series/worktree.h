/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tree that kernels are built from, a repository of its own in the series' folder: a work tree
 * that `git worktree add` made would be written into the user's .git. It borrows the user's
 * objects, by objects/info/alternates, as long as it only reads; git that is to write an object
 * which is there already gives the one there a new time, also where that is borrowed.
 */
#ifndef SERIES_WORKTREE_H
#define SERIES_WORKTREE_H

#include "git.h"

#include <limits.h>

/* Of objects and configuration, in the tree, which has no such folder of its own. As it lies in the
 * tree, make refers to sources by relative paths, and kernels do not depend on where that is. */
#define WORKTREE_OBJECTS "objects"

/*
 * Makes the tree @dir, or makes one that a killed process left fit for use again. Nothing is
 * checked out yet. One that @writes commits borrows nothing. A negative errno with @err.
 */
int worktree_prepare(const char *user_tree, const char *dir, bool writes, struct error *err);

/* Has @commit in @dir, without its history, fetched from the user's tree if it is not there. A
 * negative errno with @err. */
int worktree_fetch(const char *user_tree, const char *dir, const char *commit, struct error *err);

/*
 * Checks @commit out; files that it does not change keep their time. Whatever else is there goes,
 * but the objects. A negative errno with @err.
 */
int worktree_checkout(const char *dir, const char *commit, struct error *err);

#endif

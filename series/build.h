/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a commit to a kernel's file. */
#ifndef SERIES_BUILD_H
#define SERIES_BUILD_H

#include "series.h"

/* Whether @step has its kernel. */
bool build_is_done(const struct series *s, const struct series_step *step);

/*
 * Checks @step out, configures and builds it, and keeps kernel and configuration. 0 also where that
 * fails by the commit's fault: @step->failure says so then, and the last lines of the log are
 * shown. -EINTR on a signal; -ENOSPC and others with @err, where going on makes no sense.
 */
int build_step(const struct series *s, struct series_step *step, struct error *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Long commands, whose output goes to a log, and which a signal ends. */
#ifndef SERIES_LOGGED_H
#define SERIES_LOGGED_H

#include "bench/util.h"

/*
 * Runs @argv, found in PATH, in the folder @dir; what it prints is appended to the file @log. It
 * and all that it starts end with this process, and as soon as @stop_fd is readable.
 *
 * 0; -EIO if it failed, -EINTR if it was ended; other errnos with @err.
 */
int logged_run(const char *const argv[], const char *dir, const char *log, int stop_fd,
	       struct error *err);

#endif

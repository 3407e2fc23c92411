/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The signals that end a run. */
#ifndef BENCH_STOP_H
#define BENCH_STOP_H

/*
 * From here on SIGINT, SIGTERM and SIGHUP are read from the returned signalfd instead of ending the
 * process; those that were ignored, as SIGHUP is under nohup, stay ignored. SIGPIPE is ignored. A
 * negative number on failure.
 */
int stop_signals(void);

/* They end the process again. */
void stop_release(void);

#endif

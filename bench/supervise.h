/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs one worker process: a fresh execution of this program, with a time limit.
 */
#ifndef BENCH_SUPERVISE_H
#define BENCH_SUPERVISE_H

#include "job.h"

/*
 * Hands @job to a new worker and waits for its report. The worker dies with this process, and is
 * the first to go when memory runs out. @stop_fd: becomes readable when the run is to end.
 *
 * 0 with *@report, the caller's to release, whatever it says; -ETIMEDOUT after @limit_ns, -EINTR
 * when stopped, -ECHILD if the worker crashed or said nothing, each with @err; the worker is gone
 * in all cases.
 */
int supervise(const struct job *job, uint64_t limit_ns, int stop_fd, json_t **report,
	      struct error *err);

#endif

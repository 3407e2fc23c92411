/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The child: one process's measurement of one row. It reads a job, JSON on standard input, and
 * writes what came of it, JSON on standard output; see job.h for both.
 */
#ifndef BENCH_WORKER_H
#define BENCH_WORKER_H

/* The `worker` subcommand; returns its exit status: 0 if a report was written, whatever it says. */
int worker_main(void);

#endif

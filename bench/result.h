/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one definition of the result file; results/README.md says what each field means.
 */
#ifndef BENCH_RESULT_H
#define BENCH_RESULT_H

#include "host.h"
#include "idle.h"
#include "options.h"
#include "schedule.h"
#include "schema.h"

/*
 * A result without rows: context, kernel and machine as found. @label: never NULL. A new reference,
 * or NULL if out of memory.
 */
json_t *result_new(const struct run_options *options, const char *label, const struct host *host);

/* The order in which workers will run. */
void result_set_order(json_t *result, const struct selected *rows, const struct slot *slots,
		      size_t nr);

/* What counters_look() found; takes it over. */
void result_set_counters(json_t *result, json_t *counters);

void result_set_idle(json_t *result, const struct idle_report *idle);

/* What is written to sysfs for one kind of folio, e.g. "64K". */
void result_set_thp_applied(json_t *result, const char *kind, const struct thp_state *plan);

/* Until this is called, the file says that the run was interrupted, which a kill makes true. */
void result_set_complete(json_t *result);

/*
 * What of a row is known before it runs, and is the same in each of its repetitions: fields of
 * workers[]. A new reference, or NULL if out of memory.
 */
json_t *result_row_facts(const struct host *host, const struct selected *row, uint64_t size_bytes);

void result_skip(json_t *result, const char *name, const char *reason);

/* Whether that has been called for @name. */
bool result_skips(const json_t *result, const char *name);

void result_fail(json_t *result, const char *name, unsigned int process, const char *reason);

/*
 * Adds a worker's report: an entry of workers[], and its rows if its status is "ok". Takes over
 * @report. @repetitions: used ones of all processes of the row; @frozen: iterations came from a
 * file.
 */
void result_add(json_t *result, const struct host *host, const struct selected *row,
		uint64_t size_bytes, const struct slot *slot, size_t order,
		unsigned int repetitions, bool frozen, json_t *report);

/* The file's text, the caller's to free, or NULL. */
char *result_text(const json_t *result);

#endif

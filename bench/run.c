// SPDX-License-Identifier: GPL-2.0-or-later
#include "check.h"
#include "counters.h"
#include "folio.h"
#include "output.h"
#include "pages.h"
#include "progress.h"
#include "result.h"
#include "run_parts.h"
#include "stop.h"
#include "supervise.h"
#include "swap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/utsname.h>
#include <unistd.h>

#define IDLE_LIMIT_NS       10000000000u
#define IDLE_LIMIT_QUICK_NS 3000000000u

static bool stopped(struct suite *s)
{
	struct signalfd_siginfo info;

	if (!s->outcome->signal && read(s->signals, &info, sizeof(info)) == sizeof(info))
		s->outcome->signal = (int)info.ssi_signo;
	return s->outcome->signal != 0;
}

/* Whether settings of sysfs are there to be changed, and may be. */
static bool has_settings(const struct suite *s)
{
	return !s->host.settings_refused && s->host.thp.nr;
}

/* Sets sysfs for @row, unless it already is so. */
static int set_up_for(struct suite *s, const struct selected *row, uint64_t size, struct error *err)
{
	const struct page_facts *facts = pages_facts(row->variant->pages);
	uint64_t folio =
		folio_bytes_of(row->variant->folio_bytes, s->host.page_bytes, s->host.pmd_bytes);
	struct thp_state wanted;
	char folios[24], kind[sizeof(s->applied)];
	int ret;

	if (!has_settings(s) || !size)
		return 0;
	snprintf(kind, sizeof(kind), "%s%s%s", format_size(folios, sizeof(folios), folio),
		 facts->memory == MEMORY_ANON ? "" : " ",
		 facts->memory == MEMORY_ANON ? "" : facts->name);
	if (!strcmp(kind, s->applied))
		return 0;
	ret = host_thp_plan(&s->host, row, &wanted, err);
	if (!ret)
		ret = state_apply(&s->state, &wanted, err);
	if (!ret)
		result_set_thp_applied(s->result, kind, &wanted);
	snprintf(s->applied, sizeof(s->applied), "%s", ret ? "" : kind);
	return ret;
}

static struct job make_job(const struct suite *s, const struct selected *row, const char *name,
			   uint64_t size, size_t order)
{
	const struct run_options *o = s->options;
	struct job job = {
		.name = name,
		.size_bytes = size,
		.repetitions = o->repetitions,
		.iterations = (uint64_t)json_integer_value(json_object_get(s->iterations, name)),
		.target_ns = o->target_ns,
		.cpu = s->host.placement.cpu,
		.node = s->host.placement.node,
		.nr_spinners = (int)row->variant->spinners,
		/* In all boots, counted or not, so that all do the same. */
		.mark = strcmp(o->clock, "instructions") || order >= MARKS_MAX ? -1 : (int)order,
		.perf = s->perf,
	};

	if (row->c->max_repetitions && job.repetitions > row->c->max_repetitions)
		job.repetitions = row->c->max_repetitions;
	memcpy(job.spinner_cpus, s->host.placement.spinner_cpus, sizeof(job.spinner_cpus));
	return job;
}

static void note_failure(struct suite *s, const char *name, unsigned int process,
			 const char *reason)
{
	fprintf(s->log, "ptebench: %s: process %u: %s\n", name, process, reason);
	result_fail(s->result, name, process, reason);
	s->outcome->failed++;
}

/* The worker found that the machine lacks something; so will the row's other workers. */
static void note_skip(struct suite *s, const char *name, const char *reason)
{
	fprintf(s->log, "ptebench: %s: skipped: %s\n", name, reason);
	result_skip(s->result, name, reason);
	s->outcome->skipped++;
}

static bool needs_swap(const struct selected *row)
{
	return pages_facts(row->variant->pages)->swap;
}

/* A worker, and around it the swap file that its row may need, whatever becomes of the worker. */
static int run_worker(struct suite *s, const struct selected *row, const struct job *job,
		      json_t **report, struct error *err)
{
	struct error off_err;
	bool removed;
	int ret = needs_swap(row) ? swap_on(s->host.rootfd, job->size_bytes, err) : 0;

	/* Only trying could tell: as a worker would say it. */
	if (ret == -ENOTSUP) {
		*report = json_pack("{s:s,s:s}", "status", "skipped", "reason", err->text);
		return *report ? 0 : -ENOMEM;
	}
	if (ret)
		return ret;
	ret = supervise(job, s->options->time_limit_ns, s->signals, report, err);
	/* This is tried again at the end, and then decides how the run ends. */
	if (needs_swap(row) && swap_off(s->host.rootfd, &removed, &off_err))
		fprintf(s->log, "ptebench: %s\n", off_err.text);
	return ret;
}

/* One worker. Whatever becomes of it, it ends up in the result. */
static void run_slot(struct suite *s, size_t order)
{
	const struct slot *slot = &s->slots[order];
	const struct selected *row = &s->rows[slot->row];
	uint64_t size = row_size(row, s->options->size_bytes);
	char name[ROW_NAME_MAX];
	json_t *report = NULL;
	struct error err = {""};
	const char *status;
	struct job job;
	int ret;

	row_name(row, name, sizeof(name));
	if (result_skips(s->result, name))
		return;
	ret = set_up_for(s, row, size, &err);
	if (!ret) {
		job = make_job(s, row, name, size, order);
		ret = run_worker(s, row, &job, &report, &err);
	}
	if (ret == -EINTR)
		return;
	status = ret ? "" : json_string_value(json_object_get(report, "status"));
	if (!strcmp(status, "skipped")) {
		note_skip(s, name, json_string_value(json_object_get(report, "reason")));
		json_decref(report);
		return;
	}
	if (!strcmp(status, "ok"))
		json_object_set(s->iterations, name, json_object_get(report, "iterations"));
	else if (!ret)
		snprintf(err.text, sizeof(err.text), "%s",
			 json_string_value(json_object_get(report, "reason")));
	if (err.text[0])
		note_failure(s, name, slot->process, err.text);
	if (report)
		result_add(s->result, &s->host, row, size, slot, order,
			   job.repetitions * s->options->processes,
			   json_object_get(s->frozen, name) != NULL, report);
}

static void run_slots(struct suite *s, const struct output *output)
{
	struct progress progress;

	progress_init(&progress, s->log, s->nr_slots);
	for (size_t i = 0; i < s->nr_slots && !stopped(s); i++) {
		char name[ROW_NAME_MAX];

		progress_show(&progress, i,
			      row_name(&s->rows[s->slots[i].row], name, sizeof(name)));
		run_slot(s, i);
		/* A full disk may have room again later: what counts is the last try. */
		output_save(output, s->result, false, NULL);
		progress_clear(&progress);
	}
}

static void wait_idle(struct suite *s)
{
	struct idle_report idle;

	if (idle_wait(s->host.rootfd, s->host.placement.cpu,
		      s->options->quick ? IDLE_LIMIT_QUICK_NS : IDLE_LIMIT_NS, s->signals, &idle))
		return;
	result_set_idle(s->result, &idle);
	if (!idle.reached && !stopped(s))
		fprintf(s->log,
			"ptebench: CPU %d is %.0f %% busy with other work: figures will be noisy "
			"(stop it, or choose another with --cpu)\n",
			s->host.placement.cpu, 100 * idle.busy_ratio);
}

/* Says what `check` would: figures that must not be used should not be got unawares. */
static void warn_of_unfit(struct suite *s)
{
	_cleanup_json_ json_t *findings = NULL;
	const json_t *own = json_object_get(json_object_get(s->result, "context"), "ptebench");
	json_t *finding;
	size_t i;

	if (check_findings(s->host.rootfd, json_object_get(own, "kernel"),
			   json_object_get(own, "machine"), &findings))
		return;
	json_array_foreach (findings, i, finding)
		if (!strcmp(json_string_value(json_object_get(finding, "level")), "bad"))
			fprintf(s->log, "ptebench: UNFIT to measure: %s: %s (%s)\n",
				json_string_value(json_object_get(finding, "what")),
				json_string_value(json_object_get(finding, "why")),
				json_string_value(json_object_get(finding, "remedy")));
}

/* Out of the workers' way, if there is another core. */
static void move_away(const struct suite *s)
{
	if (s->host.placement.parent_cpu >= 0)
		pin_self(s->host.placement.parent_cpu, NULL);
}

/* Whether anything may be changed that somebody must undo if this process cannot. */
static bool needs_guard(const struct suite *s)
{
	for (size_t i = 0; i < s->nr_rows; i++)
		if (needs_swap(&s->rows[i]) ||
		    (has_settings(s) && row_size(&s->rows[i], s->options->size_bytes)))
			return true;
	return false;
}

/* The last save. A result that its place no longer takes must not be lost. */
static int finish(struct suite *s, const struct output *output, struct error *err)
{
	struct run_outcome *outcome = s->outcome;
	struct error rescue_err;
	int ret;

	if (!stopped(s))
		result_set_complete(s->result);
	/* Nobody may ever read from a pipe: nothing is left to put back, and signals end it. */
	if (output->once)
		stop_release();
	ret = output_save(output, s->result, true, err);
	if (!ret)
		return 0;
	outcome->file[0] = '\0';
	if (output_rescue(s->result, outcome->file, sizeof(outcome->file), &rescue_err))
		fprintf(s->log, "ptebench: %s\n", rescue_err.text);
	return ret;
}

static int measure_rows(struct suite *s, const struct output *output, struct error *err)
{
	struct error save_err;
	int ret = 0;

	if (needs_guard(s))
		ret = state_guard(&s->state, &s->host.thp, err);
	/* A place that is no good shows before anything is changed or measured. */
	if (!ret)
		ret = output_save(output, s->result, false, err);
	if (ret)
		return ret;
	snprintf(s->outcome->file, sizeof(s->outcome->file), "%s", output->path);
	warn_of_unfit(s);
	move_away(s);
	wait_idle(s);
	run_slots(s, output);
	ret = state_restore(&s->state, err);
	if (finish(s, output, &save_err) && !ret) {
		*err = save_err;
		ret = -EIO;
	}
	return ret;
}

/* All that is between the lock and its release. */
static int run_locked(struct suite *s, const char *results_dir, struct error *err)
{
	_cleanup_json_ json_t *skipped = json_array();
	const struct run_options *o = s->options;
	char label[_UTSNAME_RELEASE_LENGTH + 16];
	struct output output;
	struct utsname names;
	json_t *entry;
	size_t i;
	int ret;

	uname(&names);
	/* Short repetitions must not mix with real ones under one label. */
	snprintf(label, sizeof(label), "%s%s", names.release, o->quick ? "-quick" : "");
	ret = host_look(s->host.rootfd, o->cpu, o->node, &s->host, err);
	if (!ret)
		ret = check_clocksource(s->host.rootfd, err);
	if (!ret)
		ret = suite_select(s, skipped, err);
	if (!ret)
		ret = suite_plan(s, results_dir, err);
	if (!ret)
		ret = output_choose(o->out, results_dir, o->label ? o->label : label,
				    s->state.boot_id, &output, err);
	if (ret)
		return ret;
	s->result = result_new(o, o->label ? o->label : label, &s->host);
	if (!s->result)
		return error_set(err, -ENOMEM, "out of memory");
	result_set_counters(s->result, counters_look(s->host.rootfd,
						     !strcmp(o->clock, "instructions"), &s->perf));
	json_array_foreach (skipped, i, entry)
		result_skip(s->result, json_string_value(json_object_get(entry, "name")),
			    json_string_value(json_object_get(entry, "reason")));
	result_set_order(s->result, s->rows, s->slots, s->nr_slots);
	return measure_rows(s, &output, err);
}

int run_suite(const struct run_options *options, const char *results_dir, FILE *log,
	      struct run_outcome *outcome, struct error *err)
{
	_cleanup_fd_ int rootfd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	_cleanup_fd_ int signals = stop_signals();
	struct suite s = {
		.options = options,
		.log = log,
		.signals = signals,
		.outcome = outcome,
	};
	struct error restore_err;
	bool restored;
	int ret;

	*outcome = (struct run_outcome){.file = ""};
	s.host.rootfd = rootfd;
	ret = state_open(rootfd, true, &s.state, &restored, err);
	if (ret)
		return ret;
	if (restored)
		fprintf(log, "ptebench: undid what a killed run had left\n");
	ret = run_locked(&s, results_dir, err);
	if (state_close(&s.state, &restore_err)) {
		*err = restore_err;
		ret = -EUCLEAN;
	}
	json_decref(s.result);
	json_decref(s.iterations);
	json_decref(s.frozen);
	free(s.rows);
	free(s.slots);
	return ret;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "run.h"

#include "check.h"
#include "folio.h"
#include "progress.h"
#include "result.h"
#include "state.h"
#include "supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/utsname.h>
#include <unistd.h>

#define IDLE_LIMIT_NS       10000000000u
#define IDLE_LIMIT_QUICK_NS 3000000000u

struct suite {
	const struct run_options *options;
	FILE *log;
	struct host host;
	struct state state;
	struct selected *rows; /* those that can be measured */
	size_t nr_rows;
	struct slot *slots;
	size_t nr_slots;
	json_t *result;
	json_t *iterations;   /* by name: frozen or calibrated */
	json_t *frozen;       /* by name: from --iterations-from */
	uint64_t folio_bytes; /* that the settings are for; 0: as found */
	int signals;          /* signalfd */
	struct run_outcome *outcome;
};

static int open_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static bool stopped(struct suite *s)
{
	struct signalfd_siginfo info;

	if (!s->outcome->signal && read(s->signals, &info, sizeof(info)) == sizeof(info))
		s->outcome->signal = (int)info.ssi_signo;
	return s->outcome->signal != 0;
}

/* results/LABEL/TIME-BOOT.json: unique per run, sorted by time. */
static int default_file(struct suite *s, const char *results_dir, const char *label, char *file,
			size_t size, struct error *err)
{
	char dir[PATH_MAX], date[32];
	time_t now = time(NULL);
	struct tm tm;
	int ret;

	if (snprintf(dir, sizeof(dir), "%s/%s", results_dir, label) >= (int)sizeof(dir))
		return error_set(err, -ENAMETOOLONG, "%s: too long a path", results_dir);
	ret = make_dirs(dir, 0755);
	if (ret)
		return error_set(err, ret, "%s: cannot be made: %s (choose another with --out)",
				 dir, strerror(-ret));
	strftime(date, sizeof(date), "%Y%m%dT%H%M%SZ", gmtime_r(&now, &tm));
	if (snprintf(file, size, "%s/%s-%.8s.json", dir, date, s->state.boot_id) >= (int)size)
		return error_set(err, -ENAMETOOLONG, "%s: too long a path", dir);
	return 0;
}

static int save(const struct suite *s, const char *file, struct error *err)
{
	_cleanup_free_ char *text = result_text(s->result);
	int ret = text ? write_file_atomic(file, text, strlen(text), 0644) : -ENOMEM;

	if (ret)
		return error_set(err, ret, "%s: cannot be written: %s (choose another with --out)",
				 file, strerror(-ret));
	return 0;
}

/* A result that its place no longer takes (a full disk, say) must not be lost. */
static int save_elsewhere(struct suite *s, struct error *err)
{
	char file[64];

	snprintf(file, sizeof(file), "/dev/shm/ptebench-%d.json", (int)getpid());
	if (save(s, file, NULL))
		return -EIO;
	fprintf(s->log,
		"ptebench: %s\nptebench: the result is in %s: copy it before the next reboot\n",
		err->text, file);
	snprintf(s->outcome->file, sizeof(s->outcome->file), "%s", file);
	return 0;
}

/* Splits the selection into what can be measured and what is skipped, with the reason. */
static int select_rows(struct suite *s, json_t *skipped, struct error *err)
{
	const struct run_options *o = s->options;
	ssize_t nr = registry_select(o->cases, &s->rows, err);

	if (nr < 0)
		return (int)nr;
	for (size_t i = 0; i < (size_t)nr; i++) {
		const struct selected row = s->rows[i];
		uint64_t size = row_size(&row, o->size_bytes);
		char name[ROW_NAME_MAX];
		struct error why;
		int ret;

		row_name(&row, name, sizeof(name));
		if (row.c->scalable && o->size_bytes % s->host.page_bytes)
			return error_set(
				err, -EINVAL,
				"--size %llu: no whole number of base pages (%llu bytes each)",
				(unsigned long long)o->size_bytes,
				(unsigned long long)s->host.page_bytes);
		ret = host_unmet(&s->host, &row, size, &why);
		if (ret == -ENOMEM && row.c->scalable && o->size_bytes && !o->quick)
			return error_set(err, ret, "--size: %s: %s", name, why.text);
		if (ret)
			json_array_append_new(
				skipped, json_pack("{s:s,s:s}", "name", name, "reason", why.text));
		else
			s->rows[s->nr_rows++] = row;
	}
	s->outcome->skipped = json_array_size(skipped);
	return 0;
}

static int plan(struct suite *s, struct error *err)
{
	const struct run_options *o = s->options;

	s->nr_slots = s->nr_rows * o->processes;
	s->slots = calloc(s->nr_slots + 1, sizeof(*s->slots));
	if (!s->slots || schedule_fill(o->seed, s->rows, s->nr_rows, o->processes, s->slots))
		return error_set(err, -ENOMEM, "out of memory");
	if (o->iterations_from) {
		int ret = result_iterations(o->iterations_from, &s->frozen, err);

		if (ret)
			return ret;
	}
	s->iterations = s->frozen ? json_copy(s->frozen) : json_object();
	return 0;
}

/* Sets sysfs for @row, unless it already is so. */
static int set_up_for(struct suite *s, const struct selected *row, uint64_t size, struct error *err)
{
	uint64_t folio =
		folio_bytes_of(row->variant->folio_bytes, s->host.page_bytes, s->host.pmd_bytes);
	struct thp_state wanted;
	char kind[24];
	int ret;

	if (!s->state.guarded || !size || folio == s->folio_bytes)
		return 0;
	ret = host_thp_plan(&s->host, row, &wanted, err);
	if (!ret)
		ret = state_apply(&s->state, &wanted, err);
	if (!ret)
		result_set_thp_applied(s->result, format_size(kind, sizeof(kind), folio), &wanted);
	s->folio_bytes = ret ? 0 : folio;
	return ret;
}

static struct job make_job(const struct suite *s, const struct selected *row, const char *name,
			   uint64_t size)
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

/* One worker. Whatever becomes of it, it ends up in the result. */
static void run_slot(struct suite *s, size_t order)
{
	const struct slot *slot = &s->slots[order];
	const struct selected *row = &s->rows[slot->row];
	uint64_t size = row_size(row, s->options->size_bytes);
	char name[ROW_NAME_MAX];
	json_t *report = NULL;
	struct error err = {""};
	struct job job;
	int ret;

	row_name(row, name, sizeof(name));
	ret = set_up_for(s, row, size, &err);
	if (!ret) {
		job = make_job(s, row, name, size);
		ret = supervise(&job, s->options->time_limit_ns, s->signals, &report, &err);
	}
	if (ret == -EINTR)
		return;
	if (!ret && strcmp(json_string_value(json_object_get(report, "status")), "ok"))
		snprintf(err.text, sizeof(err.text), "%s",
			 json_string_value(json_object_get(report, "reason")));
	else if (!ret)
		json_object_set(s->iterations, name, json_object_get(report, "iterations"));
	if (err.text[0])
		note_failure(s, name, slot->process, err.text);
	if (report)
		result_add(s->result, &s->host, row, size, slot, order,
			   job.repetitions * s->options->processes,
			   json_object_get(s->frozen, name) != NULL, report);
}

static void run_slots(struct suite *s, const char *file, struct error *save_err)
{
	struct progress progress;

	progress_init(&progress, s->log, s->nr_slots);
	for (size_t i = 0; i < s->nr_slots && !stopped(s); i++) {
		char name[ROW_NAME_MAX];

		progress_show(&progress, i,
			      row_name(&s->rows[s->slots[i].row], name, sizeof(name)));
		run_slot(s, i);
		/* A full disk may have room again later: what counts is the last try. */
		save(s, file, save_err);
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

/* Out of the workers' way, if there is another core. */
static void move_away(const struct suite *s)
{
	if (s->host.placement.parent_cpu >= 0)
		pin_self(s->host.placement.parent_cpu, NULL);
}

static bool needs_settings(const struct suite *s)
{
	for (size_t i = 0; i < s->nr_rows; i++)
		if (row_size(&s->rows[i], s->options->size_bytes))
			return !s->host.settings_refused && s->host.thp.nr;
	return false;
}

/* All that is between the lock and its release. */
static int run_locked(struct suite *s, const char *results_dir, struct error *err)
{
	_cleanup_json_ json_t *skipped = json_array();
	const struct run_options *o = s->options;
	char *file = s->outcome->file;
	struct error save_err = {""};
	struct utsname names;
	const char *label;
	json_t *entry;
	size_t i;
	int ret;

	uname(&names);
	label = o->label ? o->label : names.release;
	ret = host_look(s->host.rootfd, o->cpu, o->node, &s->host, err);
	if (!ret)
		ret = check_clocksource(s->host.rootfd, err);
	if (!ret)
		ret = select_rows(s, skipped, err);
	if (!ret)
		ret = plan(s, err);
	if (ret)
		return ret;
	s->result = result_new(o, label, &s->host);
	if (!s->result)
		return error_set(err, -ENOMEM, "out of memory");
	json_array_foreach (skipped, i, entry)
		result_skip(s->result, json_string_value(json_object_get(entry, "name")),
			    json_string_value(json_object_get(entry, "reason")));
	result_set_order(s->result, s->rows, s->slots, s->nr_slots);
	if (o->out)
		snprintf(file, sizeof(s->outcome->file), "%s", o->out);
	else
		ret = default_file(s, results_dir, label, file, sizeof(s->outcome->file), err);
	if (!ret)
		ret = save(s, file, err); /* an unwritable place shows before the measuring */
	if (!ret && needs_settings(s))
		ret = state_guard(&s->state, &s->host.thp, err);
	if (ret)
		return ret;
	move_away(s);
	wait_idle(s);
	run_slots(s, file, &save_err);
	if (stopped(s))
		result_set_interrupted(s->result);
	if (save(s, file, &save_err) && save_elsewhere(s, &save_err)) {
		*err = save_err;
		return -EIO;
	}
	return 0;
}

int run_suite(const struct run_options *options, const char *results_dir, FILE *log,
	      struct run_outcome *outcome, struct error *err)
{
	_cleanup_fd_ int rootfd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	_cleanup_fd_ int signals = open_signals();
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
	ret = state_open(rootfd, &s.state, &restored, err);
	if (ret)
		return ret;
	if (restored)
		fprintf(log, "ptebench: put back the THP settings that a killed run had left\n");
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

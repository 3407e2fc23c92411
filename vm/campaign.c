// SPDX-License-Identifier: GPL-2.0-or-later
#include "campaign_parts.h"

#include "harvest.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

/* Of a console that failed. */
#define LINES_SHOWN 8

static size_t count_done(const struct campaign *c)
{
	size_t nr = 0;

	for (size_t i = 0; i < c->nr_boots; i++)
		nr += c->boots[i].done;
	return nr;
}

/* On a terminal: what runs now. */
static void show_progress(const struct campaign *c)
{
	char text[64] = "", name[CAMPAIGN_NAME_MAX];
	size_t running = 0, len = 0;

	for (size_t i = 0; i < c->nr_boots && len < sizeof(text); i++) {
		if (!c->boots[i].running)
			continue;
		campaign_boot_name(c, &c->boots[i], name, sizeof(name));
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s",
					running++ ? " | " : "booted: ", name);
	}
	progress_show(&c->progress, count_done(c), text);
}

static void tell_failure(const struct campaign *c, const struct boot *boot, const struct vm *vm,
			 struct error *why, bool show_console)
{
	char name[CAMPAIGN_NAME_MAX], lines[2048], path[PATH_MAX];
	size_t size;
	const char *console = vm_console(vm, &size);

	campaign_console_path(c, boot, path);
	campaign_boot_name(c, boot, name, sizeof(name));
	fprintf(c->log, "ptebench: %s: %s\n", name, vm_printable(why->text));
	if (show_console)
		fprintf(c->log, "%s",
			vm_console_end(console, size, LINES_SHOWN, lines, sizeof(lines)));
	fprintf(c->log, "ptebench: %s: %s (all of its console: %s)\n", name,
		boot->tries < CAMPAIGN_MAX_TRIES ? "booting it once more" : "given up, MISSING",
		path);
}

static void tell_success(const struct campaign *c, const struct boot *boot, bool rows_failed)
{
	char name[CAMPAIGN_NAME_MAX];

	fprintf(c->log, "ptebench: boot %zu of %zu: %s: %.0f s%s\n", count_done(c), c->nr_boots,
		campaign_boot_name(c, boot, name, sizeof(name)),
		(double)(now_ns() - boot->start_ns) / 1e9,
		rows_failed ? ", with rows that failed (the result says why)" : "");
}

/* A guest has ended. The errno of writing what it brought, with @err; that it failed is none. */
static int end_boot(struct campaign *c, size_t guest, struct error *err)
{
	struct boot *boot = c->boot_of[guest];
	struct vm *vm = c->guests[guest];
	bool rows_failed = false;
	char path[PATH_MAX];
	size_t size;
	const char *console = vm_console(vm, &size);
	int ret;

	c->guests[guest] = NULL;
	boot->running = false;
	campaign_result_path(c, boot, path);
	progress_clear(&c->progress);
	ret = harvest(console, size, boot->counts, path, &rows_failed, err);
	close_fd(&boot->counts);
	if (!ret) {
		campaign_boot_done(c, boot);
		tell_success(c, boot, rows_failed);
	} else if (ret == -ENODATA) {
		struct error outcome;
		bool ended = vm_outcome(vm, &outcome) == VM_ENDED;

		tell_failure(c, boot, vm, ended ? err : &outcome, true);
	} else if (ret == -EBADMSG) {
		tell_failure(c, boot, vm, err, false);
	}
	/* A guest's failure is no failure of the campaign. */
	if (ret == -ENODATA || ret == -EBADMSG) {
		err->text[0] = '\0';
		ret = 0;
	}
	vm_free(vm);
	return ret;
}

/* Which signal it was that made the descriptor readable. */
static int read_signal(int fd)
{
	struct signalfd_siginfo info;

	return read(fd, &info, sizeof(info)) == sizeof(info) ? (int)info.ssi_signo : SIGTERM;
}

static int run_boots(struct campaign *c, struct error *err)
{
	for (;;) {
		int ret = campaign_start_boots(c, err);

		if (ret || !campaign_running(c))
			return ret;
		show_progress(c);
		ret = vm_wait_any(c->guests, c->nr_guests, c->stop_fd);
		if (ret == -EINTR)
			return ret;
		if (ret < 0)
			return error_set(err, ret, "vm: waiting for guests: %s (try again)",
					 strerror(-ret));
		ret = end_boot(c, (size_t)ret, err);
		if (ret)
			return ret;
	}
}

static void conclude(const struct campaign *c, struct campaign_outcome *outcome)
{
	outcome->nr_boots = c->nr_boots;
	snprintf(outcome->dir, sizeof(outcome->dir), "%s", c->dir);
	for (size_t i = 0; i < c->o->nr_kernels; i++)
		outcome->empty[i] = true;
	for (size_t i = 0; i < c->nr_boots; i++) {
		const struct boot *boot = &c->boots[i];

		outcome->nr_missing += !boot->done;
		if (!boot->done || boot->counted)
			continue;
		outcome->empty[boot->slot.arm] = false;
		if (!outcome->example[0])
			campaign_result_path(c, boot, outcome->example);
	}
}

const char *campaign_name_of_now(const char *verb, char *buf, size_t size)
{
	time_t now = time(NULL);
	char date[32];
	struct tm tm;

	strftime(date, sizeof(date), "%Y%m%dT%H%M%SZ", gmtime_r(&now, &tm));
	snprintf(buf, size, "%s-%s", verb, date);
	return buf;
}

int campaign_run(struct vm_options *options, const char *results_dir, FILE *log,
		 struct campaign_outcome *outcome, struct error *err)
{
	struct campaign *c = calloc(1, sizeof(*c));
	int ret;

	*outcome = (struct campaign_outcome){0};
	if (!c)
		return error_set(err, -ENOMEM, "vm: not enough memory (free some)");
	c->o = options;
	c->log = log;
	c->lock = c->stop_fd = c->base = -1;
	for (size_t i = 0; i < VM_MAX_ARMS; i++)
		c->kernels[i] = -1;
	ret = campaign_prepare(c, options, results_dir, err);
	if (!ret)
		ret = run_boots(c, err);
	progress_clear(&c->progress);
	if (ret == -EINTR) {
		outcome->signal = read_signal(c->stop_fd);
		err->text[0] = '\0';
		ret = 0;
	}
	conclude(c, outcome);
	campaign_clean_up(c);
	free(c);
	return ret;
}

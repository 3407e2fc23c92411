// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/notes.h"

#include "compare/facts.h"
#include "compare/workload.h"
#include "compare/wrap.h"

#include <inttypes.h>
#include <string.h>

static const char *range_text(char *buf, size_t size, const size_t range[2], const char *one,
			      const char *many)
{
	if (range[0] == range[1])
		snprintf(buf, size, "%zu %s", range[0], range[0] == 1 ? one : many);
	else
		snprintf(buf, size, "%zu to %zu %s", range[0], range[1], many);
	return buf;
}

static void widen(size_t range[2], size_t low, size_t high)
{
	if (!range[1] || low < range[0])
		range[0] = low;
	if (high > range[1])
		range[1] = high;
}

/* "1 boot x 3 processes x 9 repetitions", over all cases. */
static void write_counts(FILE *f, const struct comparison *c, size_t a)
{
	size_t boots[2] = {0}, processes[2] = {0}, repetitions[2] = {0};
	size_t samples = 0, contended = 0, interrupted = 0;
	const struct arm *arm = &c->arms[a];
	char tb[48], tp[48], tr[48];

	for (size_t r = 0; r < c->nr_rows; r++) {
		const struct cell *cell = &c->rows[r].cells[a];
		const struct estimate *e = &cell->estimate;

		if (!cell->nr_samples)
			continue;
		widen(boots, e->nr_boots, e->nr_boots);
		widen(processes, e->min_processes, e->max_processes);
		widen(repetitions, e->min_repetitions, e->max_repetitions);
		samples += cell->nr_samples;
		contended += cell->nr_contended;
	}
	for (size_t i = 0; i < arm->nr_runs; i++)
		interrupted += arm->runs[i].interrupted;
	if (!samples) {
		wrap_print(f, 4, "no row measured");
		return;
	}
	wrap_print(f, 4, "%s x %s x %s", range_text(tb, sizeof(tb), boots, "boot", "boots"),
		   range_text(tp, sizeof(tp), processes, "process", "processes"),
		   range_text(tr, sizeof(tr), repetitions, "repetition", "repetitions"));
	if (contended)
		wrap_print(f, 4,
			   "contended (preempted, or real and CPU time apart by over 2%%): "
			   "%zu of %zu repetitions; kept",
			   contended, samples);
	if (interrupted)
		wrap_print(f, 4, "%zu of %zu runs ended early; taken with what they have",
			   interrupted, arm->nr_runs);
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* Before and after come from one mail: what @above has said already is left out. */
static void write_source(FILE *f, const struct source *s, const struct source *above)
{
	if (above && same_text(s->title, above->title) && same_text(s->date, above->date) &&
	    same_text(s->url, above->url)) {
		wrap_print(f, 4, "published there");
	} else {
		wrap_print(f, 4, "published: %s%s%s%s%s", s->title ? s->title : "no title",
			   s->author ? ", " : "", s->author ? s->author : "", s->date ? ", " : "",
			   s->date ? s->date : "");
		if (s->url)
			wrap_print(f, 4, "%s", s->url);
	}
	if (s->note && !(above && same_text(s->note, above->note)))
		wrap_print(f, 4, "%s", s->note);
}

/* Each kernel once, however many boots it had. */
static void write_kernels(FILE *f, const struct arm *arm)
{
	const char *last = NULL;

	for (size_t i = 0; i < arm->nr_boots; i++) {
		const struct boot *boot = &arm->boots[i];

		if (!boot->release || (last && !strcmp(last, boot->release)))
			continue;
		wrap_print(f, 4, "kernel %s%s%s", boot->release, boot->version ? " " : "",
			   boot->version ? boot->version : "");
		last = boot->release;
	}
}

static void write_arms(FILE *f, const struct comparison *c)
{
	const char *last = NULL;

	fprintf(f, "\nArms\n");
	for (size_t a = 0; a < c->nr_arms; a++) {
		const struct arm *arm = &c->arms[a];
		const char *machine = arm->boots[0].machine;

		wrap_print(f, 2, "%s%s", arm->name, a ? "" : " (baseline)");
		write_kernels(f, arm);
		if (machine)
			wrap_print(f, 4, "%s",
				   last && !strcmp(last, machine) ? "same machine" : machine);
		last = machine ? machine : last;
		if (arm->published)
			write_source(f, &arm->source, a ? &arm[-1].source : NULL);
		else
			write_counts(f, c, a);
		if (arm->clock && !strcmp(arm->clock, "instructions"))
			wrap_print(f, 4, "a nanosecond is an executed instruction (-icount)");
	}
}

static const char *proof(const struct comparison *c, const struct row *row)
{
	size_t verified = 0, unverified = 0;

	for (size_t a = 0; a < c->nr_arms; a++) {
		verified += row->cells[a].nr_verified;
		unverified += row->cells[a].nr_unverified;
	}
	if (!verified && !unverified)
		return NULL;
	if (!unverified)
		return "folios verified before and after";
	return verified ? "folios verified in part" : "folios NOT verified";
}

static void write_workloads(FILE *f, const struct comparison *c)
{
	const char *heading = "\nWorkloads\n";

	for (size_t r = 0; r < c->nr_rows; r++) {
		const struct row *row = &c->rows[r];
		const char *proved = proof(c, row), *text = "";
		char buf[256];

		for (size_t a = 0; a < c->nr_arms && !text[0]; a++)
			if (row->cells[a].nr_samples)
				text = workload_describe(&row->cells[a].workload, buf, sizeof(buf));
		if (!text[0] && !proved)
			continue;
		fputs(heading, f);
		heading = "";
		wrap_print(f, 2, "%s: %s%s%s", row->name, text, text[0] && proved ? "; " : "",
			   proved ? proved : "");
	}
}

static void write_method(FILE *f)
{
	fprintf(f, "\nMethod\n");
	wrap_print(
		f, 2,
		"Median of a process's repetitions (its first is not used), median of a boot's "
		"processes, geometric mean of an arm's boots; ratio is to the first arm. spread: "
		"interquartile range of a boot's repetitions, procs: range of its process "
		"medians, both in percent of the median and of the boot where they are largest.");
}

/* Equal reasons are said once, with the cases that they are for. */
static void write_verdicts(FILE *f, const struct comparison *c)
{
	_cleanup_json_ json_t *groups = json_object();
	const char *reason;
	json_t *names;

	for (size_t r = 0; r < c->nr_rows; r++) {
		for (size_t a = 1; a < c->nr_arms; a++) {
			const struct cell *cell = &c->rows[r].cells[a];
			char key[512];

			snprintf(key, sizeof(key), "%s: %s", verdict_name(cell->verdict),
				 cell->reason);
			names = json_object_get(groups, key);
			if (!names) {
				names = json_array();
				json_object_set_new_nocheck(groups, key, names);
			}
			json_array_append_new(names, json_string(c->rows[r].name));
		}
	}
	fprintf(f, "\nVerdicts\n");
	json_object_foreach (groups, reason, names) {
		size_t n = json_array_size(names);

		if (n == 1)
			wrap_print(f, 2, "%s (%s)", reason,
				   json_string_value(json_array_get(names, 0)));
		else
			wrap_print(f, 2, "%s (%zu times, first %s)", reason, n,
				   json_string_value(json_array_get(names, 0)));
	}
}

static const char *fact_text(const struct fact *fact)
{
	if (!fact)
		return "not stated";
	return fact->varies ? "varies" : fact->value;
}

static void write_difference(void *data, const char *name, const struct fact *base,
			     const struct fact *here)
{
	wrap_print(data, 2, "%s: %.200s | %.200s", name, fact_text(base), fact_text(here));
}

static size_t write_iterations(FILE *f, const struct comparison *c, size_t a)
{
	size_t nr = 0, first = 0;

	for (size_t r = c->nr_rows; r-- > 0;) {
		const struct cell *base = &c->rows[r].cells[0], *cell = &c->rows[r].cells[a];

		if (!base->nr_samples || !cell->nr_samples ||
		    (base->min_iterations == cell->min_iterations &&
		     base->max_iterations == cell->max_iterations))
			continue;
		nr++;
		first = r;
	}
	if (nr)
		wrap_print(f, 2,
			   "iterations per repetition: calibrated apart in %zu case%s, first %s "
			   "(ptebench run --iterations-from takes them over)",
			   nr, nr == 1 ? "" : "s", c->rows[first].name);
	return nr;
}

static size_t write_shared_boots(FILE *f, const struct arm *base, const struct arm *arm)
{
	for (size_t i = 0; i < base->nr_boots; i++)
		for (size_t j = 0; j < arm->nr_boots; j++)
			if (!strcmp(base->boots[i].id, arm->boots[j].id)) {
				wrap_print(f, 2, "both measured in boot %s: one kernel, two labels",
					   base->boots[i].id);
				return 1;
			}
	return 0;
}

static void write_differences(FILE *f, const struct comparison *c)
{
	const struct arm *base = &c->arms[0];

	for (size_t a = 1; a < c->nr_arms; a++) {
		const struct arm *arm = &c->arms[a];

		/* Of a machine that a mail describes in a line, nearly all would differ. */
		if (base->published || arm->published)
			continue;
		fprintf(f, "\n");
		wrap_print(f, 0, "Differences of machine and settings, %s | %s", base->name,
			   arm->name);
		if (!(write_shared_boots(f, base, arm) +
		      facts_differ(base, arm, write_difference, f) + write_iterations(f, c, a)))
			wrap_print(f, 2, "none found");
	}
}

void notes_write(FILE *f, const struct comparison *c)
{
	write_arms(f, c);
	write_workloads(f, c);
	write_method(f);
	write_verdicts(f, c);
	write_differences(f, c);
}

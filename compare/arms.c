// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/report.h"

#include "compare/figure.h"

#include <errno.h>
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

static void write_contended(struct page *p, const struct comparison *c, size_t a)
{
	size_t samples = 0, contended = 0;

	for (size_t r = 0; r < c->nr_rows; r++) {
		samples += c->rows[r].cells[a].nr_samples;
		contended += c->rows[r].cells[a].nr_contended;
	}
	if (contended)
		page_line(p, 2,
			  "contended (preempted, or real and CPU time apart by over 2%%): %zu of "
			  "%zu repetitions; kept",
			  contended, samples);
}

static void write_interrupted(struct page *p, const struct arm *arm)
{
	size_t interrupted = 0;

	for (size_t i = 0; i < arm->nr_runs; i++)
		interrupted += arm->runs[i].interrupted;
	if (interrupted)
		page_line(p, 2, "%zu of %zu runs ended early; taken with what they have",
			  interrupted, arm->nr_runs);
}

/* "6 boots x 3 processes x 9 repetitions", over all cases. */
static void write_counts(struct page *p, const struct comparison *c, size_t a)
{
	size_t boots[2] = {0}, processes[2] = {0}, repetitions[2] = {0};
	char tb[48], tp[48], tr[48];

	for (size_t r = 0; r < c->nr_rows; r++) {
		const struct estimate *e = &c->rows[r].cells[a].estimate;

		if (!c->rows[r].cells[a].nr_samples)
			continue;
		widen(boots, e->nr_boots, e->nr_boots);
		widen(processes, e->min_processes, e->max_processes);
		widen(repetitions, e->min_repetitions, e->max_repetitions);
	}
	range_text(tp, sizeof(tp), processes, "process", "processes");
	range_text(tr, sizeof(tr), repetitions, "repetition", "repetitions");
	if (!boots[1])
		page_line(p, 2, "no case measured");
	else if (c->arms[a].flat)
		page_line(p, 2,
			  "files of another program, each taken for a process: %s x %s; boots, "
			  "machine and workload are not stated",
			  tp, tr);
	else
		page_line(p, 2, "%s x %s x %s", range_text(tb, sizeof(tb), boots, "boot", "boots"),
			  tp, tr);
}

/* The order of a campaign; nothing where the boots are in no blocks. */
static void write_blocks(struct page *p, const struct arm *arm)
{
	size_t blocks = 0, first = 0, positions = 0;

	for (size_t i = 0; i < arm->nr_boots; i++) {
		bool seen = false;

		if (arm->boots[i].block < 0)
			return;
		for (size_t j = 0; j < i; j++)
			seen |= arm->boots[j].block == arm->boots[i].block;
		blocks += !seen;
		positions += arm->boots[i].position >= 0;
		first += arm->boots[i].position == 0;
	}
	if (blocks && positions == arm->nr_boots)
		page_line(p, 2, "in %zu block%s, booted first in %zu", blocks,
			  blocks == 1 ? "" : "s", first);
	else if (blocks)
		page_line(p, 2, "in %zu block%s", blocks, blocks == 1 ? "" : "s");
}

/* Days, from the first run to the last. ISO 8601 sorts as text. */
static void write_dates(struct page *p, const struct arm *arm)
{
	const char *first = NULL, *last = NULL;

	for (size_t i = 0; i < arm->nr_runs; i++) {
		const char *date = arm->runs[i].date;

		if (date && (!first || strcmp(date, first) < 0))
			first = date;
		if (date && (!last || strcmp(date, last) > 0))
			last = date;
	}
	if (first && !strncmp(first, last, 10))
		page_line(p, 2, "measured %.10s", first);
	else if (first)
		page_line(p, 2, "measured %.10s to %.10s", first, last);
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* Before and after come from one mail: what @above has said already is left out. */
static void write_source(struct page *p, const struct source *s, const struct source *above)
{
	if (above && same_text(s->title, above->title) && same_text(s->date, above->date) &&
	    same_text(s->url, above->url)) {
		page_line(p, 2, "published there");
	} else {
		page_line(p, 2, "published: %s%s%s%s%s", s->title ? s->title : "no title",
			  s->author ? ", " : "", s->author ? s->author : "", s->date ? ", " : "",
			  s->date ? s->date : "");
		if (s->url)
			page_line(p, 2, "%s", s->url);
	}
	if (s->note && !(above && same_text(s->note, above->note)))
		page_line(p, 2, "%s", s->note);
}

static bool same_kernel(const struct boot *a, const struct boot *b)
{
	return same_text(a->release, b->release) && same_text(a->version, b->version);
}

/* Each kernel once, however many boots it had. */
static void write_kernels(struct page *p, const struct arm *arm)
{
	for (size_t i = 0; i < arm->nr_boots; i++) {
		const struct boot *boot = &arm->boots[i];
		bool seen = false;

		for (size_t j = 0; j < i; j++)
			seen |= same_kernel(&arm->boots[j], boot);
		if (boot->release && !seen)
			page_line(p, 2, "kernel %s%s%s", boot->release, boot->version ? " " : "",
				  boot->version ? boot->version : "");
	}
}

/* What people ask for first; of an arm that differs in it the differences tell. */
static void write_settings(struct page *p, const struct arm *arm)
{
	static const struct {
		const char *fact, *text;
	} asked[] = {
		{"machine.cpu.governor", "governor"},
		{"machine.cpu.turbo", "turbo"},
		{"machine.cpu.smt", "SMT"},
		{"machine.cpu.isolated", "isolated CPUs"},
		{"placement.cpu", "measured on CPU"},
		{"machine.clocksource.current", "clocksource"},
		{"kernel.compiler", "kernel built by"},
		{"kernel.cmdline", "command line"},
	};
	_cleanup_free_ char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f) {
		p->error = -ENOMEM;
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(asked); i++)
		for (size_t j = 0; j < arm->nr_facts; j++)
			if (!strcmp(arm->facts[j].name, asked[i].fact) && arm->facts[j].value[0])
				fprintf(f, "; %s %s", asked[i].text,
					arm->facts[j].varies ? "varies" : arm->facts[j].value);
	fclose(f);
	/* What was written begins with a separator. */
	if (size)
		page_line(p, 2, "%s", text + 2);
}

static void write_measured(struct page *p, const struct comparison *c, size_t a)
{
	const struct arm *arm = &c->arms[a];

	write_counts(p, c, a);
	write_blocks(p, arm);
	write_dates(p, arm);
	if (counts_instructions(arm))
		page_line(p, 2, "counts executed instructions in place of time (-icount)");
	write_contended(p, c, a);
	write_interrupted(p, arm);
}

void report_arms(struct page *p, const struct comparison *c)
{
	const char *last = NULL;
	bool settings = false;

	page_heading(p, "Arms");
	for (size_t a = 0; a < c->nr_arms; a++) {
		const struct arm *arm = &c->arms[a];
		const char *machine = arm->nr_boots ? arm->boots[0].machine : NULL;

		page_line(p, 1, "%s%s", arm->name, a ? "" : " (baseline)");
		write_kernels(p, arm);
		if (machine)
			page_line(p, 2, "%s",
				  last && !strcmp(last, machine) ? "same machine" : machine);
		last = machine ? machine : last;
		if (arm->published) {
			write_source(p, &arm->source, a ? &arm[-1].source : NULL);
			continue;
		}
		if (!settings)
			write_settings(p, arm);
		settings = true;
		write_measured(p, c, a);
	}
}

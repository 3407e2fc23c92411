// SPDX-License-Identifier: GPL-2.0-or-later
#include "worker.h"

#include "backing.h"
#include "folio.h"
#include "pages.h"
#include "spin.h"
#include "thp.h"
#include "vmstat.h"
#include "worker_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FRAGMENTED "memory may be fragmented (free some, or echo 1 > /proc/sys/vm/compact_memory)"

static int fail(struct worker *w, int ret, const char *what)
{
	return w->err.text[0] ? ret : error_set(&w->err, ret, "%s: %s", what, strerror(-ret));
}

static int init(struct worker *w, int rootfd)
{
	const struct case_variant *v;
	uint64_t folio_bytes;

	if (registry_find(w->job.name, &w->row))
		return error_set(&w->err, -ENOENT, "%s: no such case in this program", w->job.name);
	v = w->row.variant;
	w->run = (struct case_run){
		.c = w->row.c,
		.variant = v,
		.size_bytes = w->job.size_bytes,
		.page_bytes = (uint64_t)sysconf(_SC_PAGESIZE),
		.pmd_bytes = thp_pmd_bytes(rootfd),
		.prover = &w->prover,
		.why = &w->err,
	};
	w->has_folios = w->job.size_bytes > 0;
	folio_bytes = folio_bytes_of(v->folio_bytes, w->run.page_bytes, w->run.pmd_bytes);
	prover_init(&w->prover, folio_order(folio_bytes, w->run.page_bytes), v,
		    folio_bytes == w->run.pmd_bytes && !w->row.c->pte_mapped, w->run.page_bytes);
	if (w->has_folios && w->prover.order < 0)
		return error_set(&w->err, -EINVAL, "no folio is of the size that this case needs");
	return 0;
}

static int place(struct worker *w)
{
	/* The parent bound this process before it was executed. */
	if (sched_getcpu() != w->job.cpu)
		return error_set(&w->err, -EIO, "to run on CPU %d but running on %d", w->job.cpu,
				 sched_getcpu());
	return mem_bind(w->job.node, &w->err);
}

static int ask_residency(struct worker *w)
{
	const struct case_run *r = &w->run;
	int ret =
		mem_residency(r->region, r->size_bytes, r->page_bytes, w->job.node, &w->residency);

	if (ret)
		return fail(w, ret, "asking where the pages are (move_pages)");
	if (w->residency.on_node != w->residency.pages)
		return error_set(&w->err, -EREMOTE, "%llu of %llu pages are not on node %d",
				 (unsigned long long)(w->residency.pages - w->residency.on_node),
				 (unsigned long long)w->residency.pages, w->job.node);
	return 0;
}

/* Maps the region and brings about its state, as far as the harness does. */
static int make_region(struct worker *w)
{
	const struct case_variant *v = w->row.variant;
	const struct bench_case *c = w->row.c;
	struct case_run *r = &w->run;
	uint64_t room = r->size_bytes * (c->room_factor ? c->room_factor : 1);
	int ret = mem_map(v->pages, r->size_bytes, r->page_bytes << w->prover.order, room,
			  &r->region, &w->err);

	if (ret)
		return ret;
	mem_fault_in(r, r->region, v->pages, w->prover.order > 0);
	if (c->pte_mapped) {
		ret = case_pte_map(r->region, r->size_bytes, r->page_bytes, r->pmd_bytes);
		if (ret)
			return fail(w, ret, "PTE-mapping the folios (madvise)");
	}
	/* The zero page is nowhere, and so is what is not there. */
	if (v->pages != PAGES_ZERO && v->pages != PAGES_UNTOUCHED)
		ret = ask_residency(w);
	if (!ret && v->vmas) {
		ret = case_split(r->region, r->size_bytes, r->page_bytes, v->vmas);
		if (ret)
			return fail(w, ret, "splitting the region into VMAs (madvise)");
	}
	if (!ret && pages_facts(v->pages)->forked) {
		ret = case_continue_in_child();
		if (ret)
			return fail(w, ret, "fork");
	}
	return ret;
}

static json_t *mthp_stats(const struct worker *w, int rootfd)
{
	return w->prover.order > 0 ? thp_stats(rootfd, w->run.page_bytes << w->prover.order) : NULL;
}

/* @after minus @before, name by name; consumes @after. */
static json_t *stats_change(json_t *before, json_t *after)
{
	const char *name;
	json_t *value;

	json_object_foreach (after, name, value)
		json_integer_set(value, json_integer_value(value) -
						json_integer_value(json_object_get(before, name)));
	return after;
}

static json_int_t fallbacks(const json_t *change)
{
	return json_integer_value(json_object_get(change, "anon_fault_fallback"));
}

/*
 * A region that is mapped anew in each iteration is looked at in a rehearsal only. The rest is
 * proved by counting: a folio takes one fault, so smaller folios take more and larger ones fewer.
 * Up to a thousandth may be the program's own, its stack and the like.
 */
static int check_faults(struct worker *w)
{
	uint64_t folio_bytes = w->run.page_bytes << w->prover.order;

	for (unsigned int i = 0; w->row.c->faults_region && i <= w->job.repetitions; i++) {
		const struct sample *s = &w->samples[i];
		uint64_t wanted = s->iterations * (w->run.size_bytes / folio_bytes);
		uint64_t faults = (uint64_t)s->minor_faults;

		if (faults < wanted || faults > wanted + wanted / 1000 + 8)
			return error_set(
				&w->err, -EBADMSG,
				"%llu faults in a repetition instead of %llu: not all folios "
				"were of order %d; %s",
				(unsigned long long)faults, (unsigned long long)wanted,
				w->prover.order,
				w->prover.order && faults > wanted
					? FRAGMENTED
					: "did something else change the settings?");
	}
	return 0;
}

/* The timed part, and what was counted meanwhile. */
static int run_counted(struct worker *w, int rootfd, unsigned int nr)
{
	struct vmstat before, after;
	bool counted = !vmstat_read(rootfd, &before);
	uint64_t start;
	int ret;

	if (w->job.perf && !perf_open(&w->perf, perf_kernel_events, MAX_PERF, perf_sys_open, NULL))
		w->run.perf = &w->perf;
	start = now_ns();
	ret = measure_run(&w->run, w->job.name, w->iterations, nr, w->samples, &w->err);
	w->measure_ns = now_ns() - start;
	if (counted && !vmstat_read(rootfd, &after))
		w->vmstat = vmstat_change(&before, &after);
	return ret;
}

static int measure(struct worker *w, int rootfd)
{
	_cleanup_json_ json_t *before = NULL;
	uint64_t spun[MAX_SPINNERS];
	const unsigned int nr = w->job.repetitions + 1;
	int ret = 0;

	w->samples = calloc(nr, sizeof(*w->samples));
	if (!w->samples)
		return -ENOMEM;
	w->iterations = w->job.iterations;
	w->calibrated = !w->iterations;
	if (w->calibrated)
		ret = measure_calibrate(&w->run, w->job.target_ns, &w->iterations, &w->err);
	if (ret)
		return fail(w, ret, "calibrating");

	before = mthp_stats(w, rootfd);
	for (int i = 0; i < w->job.nr_spinners; i++)
		spun[i] = spin_cpu_ns(w->spinners, (unsigned int)i);
	ret = run_counted(w, rootfd, nr);
	for (int i = 0; i < w->job.nr_spinners; i++)
		w->spin_ratio[i] = (double)(spin_cpu_ns(w->spinners, (unsigned int)i) - spun[i]) /
				   (double)w->measure_ns;
	w->mthp = stats_change(before, mthp_stats(w, rootfd));
	return ret ? fail(w, ret, "measuring") : check_faults(w);
}

/* Puts into words why the folios are not those asked for. */
static void explain_folios(struct worker *w, int rootfd)
{
	_cleanup_json_ json_t *change = stats_change(w->mthp_start, mthp_stats(w, rootfd));

	if (fallbacks(change))
		error_set(&w->err, -EBADMSG, "%s; %lld faults fell back to smaller folios; %s",
			  w->prover.wrong, (long long)fallbacks(change), FRAGMENTED);
	else
		error_set(&w->err, -EBADMSG, "%s", w->prover.wrong);
}

/*
 * Why this machine has no such pages at all, which is no failure, where only trying can tell: no
 * setting decides about the folios of a file, and not every kernel maps the zero page.
 */
static int none_here(struct worker *w, const json_t *seen)
{
	const enum page_state pages = w->row.variant->pages;
	const json_t *histogram = json_object_get(seen, "histogram");
	char size[24], order[8];

	snprintf(order, sizeof(order), "%d", w->prover.order);
	format_size(size, sizeof(size), w->run.page_bytes << w->prover.order);
	if (pages == PAGES_ZERO && !json_object_get(seen, "zero"))
		return error_set(
			&w->err, -ENOTSUP,
			"this kernel has no shared zero page: a read got a page of its own");
	if (pages == PAGES_SWAPPED && !json_object_get(seen, "swapped"))
		return error_set(&w->err, -ENOTSUP,
				 "nothing was swapped out (does memory.swap.max of the cgroup "
				 "forbid it?)");
	if (pages == PAGES_MEMFD && !json_object_get(histogram, order))
		return error_set(&w->err, -ENOTSUP, "tmpfs makes no %s folios here", size);
	if (pages == PAGES_FILE && !json_object_get(histogram, order))
		return error_set(&w->err, -ENOTSUP,
				 "the file system of " BACKING_DIR " makes no %s folios", size);
	return -EBADMSG;
}

static int prove_before(struct worker *w)
{
	int ret = prover_look(&w->prover, BEFORE, w->run.region, w->run.size_bytes);

	return ret == -EBADMSG ? none_here(w, w->prover.seen[BEFORE]) : ret;
}

/* Everything between the job and the report. */
static int work(struct worker *w, int rootfd)
{
	const struct bench_case *c;
	uint64_t start = now_ns();
	bool set_up;
	int ret = init(w, rootfd);

	if (!ret)
		ret = place(w);
	if (!ret && w->job.mark >= 0)
		ret = marks_map((unsigned int)w->job.mark, &w->run.marks, &w->err);
	if (ret)
		return ret;
	w->mthp_start = mthp_stats(w, rootfd);
	c = w->row.c;
	if (w->has_folios && !c->maps_itself)
		ret = make_region(w);
	if (!ret && c->setup)
		ret = c->setup(&w->run);
	set_up = !ret;
	if (!ret && w->has_folios && !c->maps_itself)
		ret = prove_before(w);
	w->skipped = ret == -ENOTSUP;
	if (!ret && w->job.nr_spinners)
		ret = spin_start(w->job.spinner_cpus, (unsigned int)w->job.nr_spinners,
				 &w->spinners, &w->err);
	w->setup_ns = now_ns() - start - w->prover.prove_ns;
	if (!ret)
		ret = measure(w, rootfd);
	spin_stop(w->spinners);
	if (!ret && c->check)
		ret = c->check(&w->run);
	if (!ret && w->has_folios && !c->maps_itself)
		ret = prover_look(&w->prover, AFTER, w->run.region, w->run.size_bytes);
	if (c->teardown && set_up)
		c->teardown(&w->run);
	if (ret == -EBADMSG && w->prover.wrong[0])
		explain_folios(w, rootfd);
	return ret;
}

int worker_main(void)
{
	_cleanup_json_ json_t *json = json_loadf(stdin, 0, NULL), *report = NULL;
	_cleanup_fd_ int rootfd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	_cleanup_free_ char *text = NULL;
	struct worker w = {0};
	int out, ret;

	/* Whatever prints to stdout by habit must not end up in the report. */
	out = dup(STDOUT_FILENO);
	dup2(STDERR_FILENO, STDOUT_FILENO);
	if (!json || job_from_json(json, &w.job))
		return 3;
	ret = work(&w, rootfd);
	if (ret)
		fail(&w, ret, w.job.name);
	report = worker_report(&w, ret);
	text = json_dumps(report, JSON_COMPACT);
	ret = text ? write_all(out, text, strlen(text)) : -ENOMEM;
	prover_release(&w.prover);
	perf_close(&w.perf);
	json_decref(w.mthp_start);
	json_decref(w.mthp);
	json_decref(w.vmstat);
	free(w.samples);
	return ret ? 2 : 0;
}

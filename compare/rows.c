// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/rows.h"

#include "compare/counters.h"
#include "compare/workers.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int reading_no_memory(const struct reading *r)
{
	return error_set(r->root.err, -ENOMEM, "%s: not enough memory to read it (compare fewer)",
			 r->root.file);
}

bool rows_match(const char *cases, const char *name)
{
	const char *globs = cases;

	while (globs && *globs) {
		size_t len = strcspn(globs, ",");
		char glob[256];

		if (snprintf(glob, sizeof(glob), "%.*s", (int)len, globs) < (int)sizeof(glob) &&
		    row_name_matches(glob, name))
			return true;
		globs += len + (globs[len] == ',');
	}
	return !cases;
}

int reading_add_reason(const struct reading *r, const char *name, const char *reason, bool failed)
{
	ssize_t row = result_file_row(r->file, name);
	char **kept;

	if (row < 0)
		return reading_no_memory(r);
	kept = failed ? &r->file->rows[row].failed : &r->file->rows[row].skipped;
	if (!*kept)
		*kept = strdup(reason);
	return *kept ? 0 : reading_no_memory(r);
}

/* Which worker measured it, and that both say the same of it. */
static int find_worker(const struct reading *r, const struct workers *workers,
		       const struct node *node, const struct node *own, struct worker **out)
{
	const char *name = NULL;
	int64_t index = 0, process = 0;
	struct worker *worker;
	int ret = node_string(node, "name", true, &name);

	if (!ret)
		ret = node_count(own, "worker", true, 0, INT64_MAX, &index);
	if (ret)
		return ret;
	if ((uint64_t)index >= workers->nr)
		return node_error(own, "worker",
				  "%" PRId64 ", but context.ptebench.workers has %zu (the file is "
				  "damaged)",
				  index, workers->nr);
	worker = &workers->worker[index];
	if (strcmp(worker->name, name))
		return node_error(node, "name",
				  "\"%.80s\", but its worker %" PRId64
				  " is one of \"%.80s\" (the file is damaged)",
				  name, index, worker->name);
	ret = node_count(own, "process", !r->file->published, 0, MAX_COUNT, &process);
	if (!ret && process != worker->process)
		ret = node_error(own, "process",
				 "%" PRId64 ", but its worker %" PRId64 " is process %" PRIu32
				 " (the file is damaged)",
				 process, index, worker->process);
	if (!ret)
		*out = worker;
	return ret;
}

/* What google/benchmark's fields say beside the time. */
static int check_row(const struct reading *r, const struct node *node, int64_t *iterations)
{
	const char *type = NULL, *unit = NULL;
	int ret = node_string(node, "run_type", false, &type);

	if (!ret && type && strcmp(type, "iteration"))
		ret = node_error(node, "run_type", "\"%.40s\" (only single repetitions are read)",
				 type);
	if (!ret)
		ret = node_count(node, "iterations", true, 1, INT64_MAX, iterations);
	if (!ret)
		ret = node_string(node, "time_unit", true, &unit);
	if (!ret && strcmp(unit, "ns"))
		ret = node_error(node, "time_unit", "\"%.40s\" (ptebench's files have ns)", unit);
	return ret ? ret : node_cpu_time(node, "cpu_time", !r->file->published);
}

static int read_row(const struct reading *r, struct workers *workers, const struct node *node)
{
	int64_t repetition = 0, iterations = 0;
	struct worker *worker = NULL;
	struct sample sample = {0}, *added;
	bool contended = false;
	struct node own = {0};
	struct file_row *row;
	int ret = node_check(node);

	if (!ret)
		ret = node_object(node, "ptebench", "ptebench", true, &own);
	if (!ret)
		ret = find_worker(r, workers, node, &own, &worker);
	if (ret || !worker->wanted)
		return ret;
	ret = check_row(r, node, &iterations);
	if (!ret)
		ret = node_time(node, "real_time", 1, &sample.iteration_ns);
	if (!ret)
		ret = node_count(&own, "repetition", !r->file->published, 0, MAX_COUNT,
				 &repetition);
	if (!ret)
		ret = node_bool(&own, "contended", false, &contended);
	if (!ret)
		ret = worker_directions(worker, &own, sample.direction_ns);
	if (!ret)
		ret = worker_row(r, worker, &own, &row);
	if (ret)
		return ret;
	worker->last_iterations = (double)iterations;
	worker->iterations += worker->last_iterations;
	ret = counters_read_row(&row->counters, &own, worker->last_iterations);
	if (ret)
		return ret == -ENOMEM ? reading_no_memory(r) : ret;
	added = file_row_sample(row, (uint64_t)iterations);
	if (!added)
		return reading_no_memory(r);
	sample.process = worker->process;
	sample.repetition = (uint32_t)repetition;
	sample.place = (uint32_t)node->index;
	*added = sample;
	row->nr_contended += contended;
	row->nr_verified += worker->proof == PROOF_FOUND;
	row->nr_unverified += worker->proof == PROOF_MISSING;
	return 0;
}

static int by_place_in_run(const void *a, const void *b)
{
	const struct sample *x = a, *y = b;

	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	return (x->repetition > y->repetition) - (x->repetition < y->repetition);
}

static bool is_sorted(const struct file_row *row)
{
	for (size_t i = 1; i < row->nr_samples; i++)
		if (by_place_in_run(&row->samples[i - 1], &row->samples[i]) >= 0)
			return false;
	return true;
}

/* Refuses a repetition that is there twice. */
static int order_samples(const struct reading *r, const struct file_row *row)
{
	struct node node = r->root;

	if (is_sorted(row))
		return 0;
	qsort(row->samples, row->nr_samples, sizeof(*row->samples), by_place_in_run);
	for (size_t i = 1; i < row->nr_samples; i++) {
		const struct sample *s = &row->samples[i], *before = s - 1;
		bool later = s->place > before->place;

		if (by_place_in_run(before, s))
			continue;
		node.path = "benchmarks";
		node.index = later ? s->place : before->place;
		return node_error(&node, NULL,
				  "\"%.80s\", process %" PRIu32 ", repetition %" PRIu32
				  " is there twice (also in [%" PRIu32 "])",
				  row->name, s->process, s->repetition,
				  later ? before->place : s->place);
	}
	return 0;
}

static int read_rows(const struct reading *r, struct workers *workers)
{
	struct node node = r->root;
	json_t *array = NULL;
	size_t i;
	int ret = node_array(&r->root, "benchmarks", true, &array);

	node.path = "benchmarks";
	for (i = 0; i < json_array_size(array) && !ret; i++) {
		node.json = json_array_get(array, i);
		node.index = (long)i;
		ret = read_row(r, workers, &node);
	}
	for (i = 0; i < r->file->nr_rows && !ret; i++)
		ret = order_samples(r, &r->file->rows[i]);
	return ret;
}

/* What workers counted, now that it is known over how many iterations. */
static int read_events(const struct reading *r, const struct workers *workers)
{
	int ret = 0;

	for (size_t i = 0; i < workers->nr && !ret; i++) {
		const struct worker *w = &workers->worker[i];
		/* The warm-up is not among the rows. */
		bool warmup = json_object_get(w->entry.json, "warmup");

		if (w->has_rows)
			ret = counters_read_worker(&r->file->rows[w->row].counters, &w->entry,
						   w->iterations +
							   (warmup ? w->last_iterations : 0));
	}
	return ret == -ENOMEM ? reading_no_memory(r) : ret;
}

/* `failed` and `skipped`: which rows, and why. */
static int read_reasons(const struct reading *r, const char *key, const char *path, bool failed)
{
	struct node node = r->own;
	json_t *array = NULL;
	int ret = node_array(&r->own, key, false, &array);

	node.path = path;
	for (size_t i = 0; i < json_array_size(array) && !ret; i++) {
		const char *name = NULL, *reason = NULL;

		node.json = json_array_get(array, i);
		node.index = (long)i;
		ret = node_check(&node);
		if (!ret)
			ret = node_string(&node, "name", true, &name);
		if (!ret)
			ret = node_string(&node, "reason", true, &reason);
		if (!ret && rows_match(r->cases, name))
			ret = reading_add_reason(r, name, reason, failed);
	}
	return ret;
}

static bool is_accounted_for(const struct result_file *file, const char *name)
{
	json_t *known = json_object_get(file->row_index, name);
	const struct file_row *row = known ? &file->rows[json_integer_value(known)] : NULL;

	return row && (row->nr_samples || row->failed || row->skipped);
}

/* What an interrupted run meant to do and did not, so that it is not taken for not asked for. */
static int read_not_reached(const struct reading *r)
{
	struct node node = r->own;
	json_t *array = NULL;
	int ret = r->file->interrupted ? node_array(&r->own, "order", false, &array) : 0;

	node.path = "context.ptebench.order";
	for (size_t i = 0; i < json_array_size(array) && !ret; i++) {
		const char *name = NULL;

		node.json = json_array_get(array, i);
		node.index = (long)i;
		ret = node_check(&node);
		if (!ret)
			ret = node_string(&node, "name", true, &name);
		if (!ret && rows_match(r->cases, name) && !is_accounted_for(r->file, name))
			ret = reading_add_reason(r, name, "not reached: the run was interrupted",
						 true);
	}
	return ret;
}

int rows_read(const struct reading *r)
{
	struct workers workers = {0};
	int ret = workers_read(r, &workers);

	if (!ret)
		ret = read_rows(r, &workers);
	if (!ret)
		ret = read_events(r, &workers);
	if (!ret)
		ret = read_reasons(r, "failed", "context.ptebench.failed", true);
	if (!ret)
		ret = read_reasons(r, "skipped", "context.ptebench.skipped", false);
	if (!ret)
		ret = read_not_reached(r);
	free(workers.worker);
	return ret;
}

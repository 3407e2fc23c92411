// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/rows.h"

#include "compare/workload.h"

#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* More than anyone runs; below it, sums and products of them cannot overflow. */
#define MAX_COUNT 1000000

/* "mprotect_toggle" stands for all its variants. */
static bool glob_matches(const char *glob, const char *name)
{
	char label[256];

	if (!fnmatch(glob, name, 0))
		return true;
	return snprintf(label, sizeof(label), "%.*s", (int)strcspn(name, "/"), name) <
		       (int)sizeof(label) &&
	       !fnmatch(glob, label, 0);
}

/* Commas stand between globs, as for run. */
static bool wanted(const struct reading *r, const char *name)
{
	const char *globs = r->cases;

	while (globs && *globs) {
		size_t len = strcspn(globs, ",");
		char glob[256];

		if (snprintf(glob, sizeof(glob), "%.*s", (int)len, globs) < (int)sizeof(glob) &&
		    glob_matches(glob, name))
			return true;
		globs += len + (globs[len] == ',');
	}
	return !r->cases;
}

static int read_verified(const struct node *own, struct cell *cell)
{
	bool verified = false;
	int ret;

	if (!json_object_get(own->json, "verified")) {
		/* A row that asked for folios and says nothing of them has not proved them. */
		cell->nr_unverified += json_object_get(own->json, "folio_order") != NULL;
		return 0;
	}
	ret = node_bool(own, "verified", true, &verified);
	cell->nr_verified += verified;
	cell->nr_unverified += !verified;
	return ret;
}

static int add_sample(struct reading *r, const struct node *own, struct cell *cell,
		      const struct sample *sample, const struct workload *w, uint64_t iterations)
{
	struct sample *added;
	bool contended = false;
	char text[160];
	int ret = 0;

	if (cell->nr_samples && workload_difference(&cell->workload, w, text, sizeof(text)))
		return node_error(
			own, NULL,
			"%s as in an earlier row of that name (one workload per name: give such files labels of their own)",
			text);
	if (own->json) {
		ret = node_bool(own, "contended", false, &contended);
		if (!ret)
			ret = read_verified(own, cell);
	}
	if (ret)
		return ret;
	added = array_add(&cell->samples, cell->nr_samples, &cell->samples_room, sizeof(*added));
	if (!added)
		return reading_no_memory(r);
	*added = *sample;
	if (!cell->nr_samples) {
		cell->workload = *w;
		cell->min_iterations = iterations;
	}
	cell->nr_samples++;
	cell->nr_contended += contended;
	if (iterations < cell->min_iterations)
		cell->min_iterations = iterations;
	if (iterations > cell->max_iterations)
		cell->max_iterations = iterations;
	return 0;
}

static int read_row(struct reading *r, const struct node *node)
{
	bool measured = !r->arm->published;
	int64_t process = 0, repetition = 0, iterations = 0;
	struct sample sample = {0};
	struct node own = {0};
	const char *name = NULL, *type = NULL, *unit = NULL;
	struct workload w;
	struct row *row;
	int ret = node_check(node);

	if (!ret)
		ret = node_string(node, "name", true, &name);
	if (ret || !wanted(r, name))
		return ret;
	ret = node_string(node, "run_type", false, &type);
	if (!ret && type && strcmp(type, "iteration"))
		ret = node_error(node, "run_type", "\"%.40s\" (only single repetitions are read)",
				 type);
	if (!ret)
		ret = node_count(node, "iterations", true, 1, INT64_MAX, &iterations);
	if (!ret)
		ret = node_string(node, "time_unit", true, &unit);
	if (!ret && strcmp(unit, "ns"))
		ret = node_error(node, "time_unit", "\"%.40s\" (ptebench's files have ns)", unit);
	if (!ret)
		ret = node_time(node, "real_time", true, &sample.iteration_ns);
	if (!ret)
		ret = node_cpu_time(node, "cpu_time", measured);
	if (!ret)
		ret = node_object(node, "ptebench", "ptebench", measured, &own);
	if (ret)
		return ret;
	if (own.json) {
		ret = node_count(&own, "process", measured, 0, MAX_COUNT, &process);
		if (!ret)
			ret = node_count(&own, "repetition", measured, 0, MAX_COUNT, &repetition);
		if (ret)
			return ret;
	}
	ret = workload_read(&own, &w, sample.direction_ns);
	if (ret)
		return ret;
	sample.run = (uint32_t)(r->arm->nr_runs - 1);
	sample.process = (uint32_t)process;
	sample.repetition = (uint32_t)repetition;
	sample.place = (uint32_t)node->index;
	row = comparison_row(r->c, name);
	if (!row)
		return reading_no_memory(r);
	return add_sample(r, &own, &row->cells[r->arm_index], &sample, &w, (uint64_t)iterations);
}

static int by_place_in_run(const void *a, const void *b)
{
	const struct sample *x = a, *y = b;

	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	return (x->repetition > y->repetition) - (x->repetition < y->repetition);
}

/* Sorts what this file added to the cell, and refuses a repetition that is there twice. */
static int order_samples(struct reading *r, const struct row *row)
{
	struct cell *cell = &row->cells[r->arm_index];
	size_t first = cell->nr_samples, n;
	struct node node = r->root;

	while (first && cell->samples[first - 1].run == r->arm->nr_runs - 1)
		first--;
	n = cell->nr_samples - first;
	if (n)
		qsort(cell->samples + first, n, sizeof(*cell->samples), by_place_in_run);
	for (size_t i = first + 1; i < cell->nr_samples; i++) {
		const struct sample *s = &cell->samples[i];

		if (by_place_in_run(s - 1, s))
			continue;
		node.path = "benchmarks";
		node.index = s->place;
		return node_error(&node, NULL,
				  "\"%.80s\", process %" PRIu32 ", repetition %" PRIu32
				  " is there twice (also in [%" PRIu32 "])",
				  row->name, s->process, s->repetition, s[-1].place);
	}
	return 0;
}

static int read_rows(struct reading *r)
{
	struct node node = r->root;
	json_t *array = NULL;
	size_t i;
	int ret = node_array(&r->root, "benchmarks", true, &array);

	node.path = "benchmarks";
	for (i = 0; i < json_array_size(array) && !ret; i++) {
		node.json = json_array_get(array, i);
		node.index = (long)i;
		ret = read_row(r, &node);
	}
	for (i = 0; i < r->c->nr_rows && !ret; i++)
		ret = order_samples(r, &r->c->rows[i]);
	return ret;
}

/* `failed` and `skipped`: which rows, and why. */
static int read_reasons(struct reading *r, const char *key, size_t offset)
{
	struct node node = r->own;
	json_t *array = NULL;
	size_t i;
	int ret = node_array(&r->own, key, false, &array);

	node.sub = NULL;
	node.path = !strcmp(key, "failed") ? "context.ptebench.failed" : "context.ptebench.skipped";
	for (i = 0; i < json_array_size(array) && !ret; i++) {
		const char *name = NULL, *reason = NULL;
		struct row *row;
		char **kept;

		node.json = json_array_get(array, i);
		node.index = (long)i;
		ret = node_check(&node);
		if (!ret)
			ret = node_string(&node, "name", true, &name);
		if (!ret)
			ret = node_string(&node, "reason", true, &reason);
		if (ret || !wanted(r, name))
			continue;
		row = comparison_row(r->c, name);
		if (!row)
			return reading_no_memory(r);
		kept = (char **)((char *)&row->cells[r->arm_index] + offset);
		if (!*kept)
			*kept = strdup(reason);
		if (!*kept)
			return reading_no_memory(r);
	}
	return ret;
}

int rows_read(struct reading *r)
{
	int ret = read_rows(r);

	if (!ret)
		ret = read_reasons(r, "failed", offsetof(struct cell, failed));
	return ret ? ret : read_reasons(r, "skipped", offsetof(struct cell, skipped));
}

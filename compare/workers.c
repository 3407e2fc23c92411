// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/workers.h"

#include "compare/workload.h"

#include <stdlib.h>
#include <string.h>

static int read_proof(const struct node *entry, enum proof *proof)
{
	bool verified = false;
	int ret;

	if (!json_object_get(entry->json, "verified")) {
		/* One that asked for folios and says nothing of them has not proved them. */
		*proof = json_object_get(entry->json, "folio_order") ? PROOF_MISSING : PROOF_NONE;
		return 0;
	}
	ret = node_bool(entry, "verified", true, &verified);
	*proof = verified ? PROOF_FOUND : PROOF_MISSING;
	return ret;
}

/* Files from mailing lists have none. */
static int read_spent(const struct node *entry, struct spent *spent)
{
	int64_t setup = 0, prove = 0, measure = -1;
	int ret = node_count(entry, "setup_ns", false, 0, INT64_MAX, &setup);

	if (!ret)
		ret = node_count(entry, "prove_ns", false, 0, INT64_MAX, &prove);
	if (!ret)
		ret = node_count(entry, "measure_ns", false, 0, INT64_MAX, &measure);
	if (!ret && measure >= 0)
		*spent = (struct spent){1, (double)setup + (double)prove, (double)measure};
	return ret;
}

static int read_worker(const struct reading *r, const struct node *entry, struct worker *w)
{
	int64_t process = 0;
	int ret = node_check(entry);

	if (!ret)
		ret = node_string(entry, "name", true, &w->name);
	if (!ret)
		ret = node_count(entry, "process", !r->file->published, 0, MAX_COUNT, &process);
	if (!ret)
		ret = node_bool(entry, "control", false, &w->control);
	if (!ret)
		ret = read_proof(entry, &w->proof);
	if (!ret)
		ret = read_spent(entry, &w->spent);
	if (!ret)
		ret = workload_read(entry, &w->workload);
	if (ret)
		return ret;
	w->process = (uint32_t)process;
	w->entry = *entry;
	/* Controls ride along: without them nothing guards what was asked for. */
	w->wanted = w->control || rows_match(r->cases, w->name);
	return 0;
}

int workers_read(const struct reading *r, struct workers *workers)
{
	struct node entry = r->own;
	json_t *array = NULL;
	int ret = node_array(&r->own, "workers", false, &array);

	if (ret || !json_array_size(array))
		return ret;
	workers->worker = calloc(json_array_size(array), sizeof(*workers->worker));
	if (!workers->worker)
		return reading_no_memory(r);
	workers->nr = json_array_size(array);
	entry.path = "context.ptebench.workers";
	for (size_t i = 0; i < workers->nr && !ret; i++) {
		entry.json = json_array_get(array, i);
		entry.index = (long)i;
		ret = read_worker(r, &entry, &workers->worker[i]);
	}
	return ret;
}

static int read_direction(struct worker *worker, const struct node *node, size_t i,
			  double *direction_ns)
{
	char *known = worker->workload.directions[i];
	const char *name = NULL;
	int ret = node_check(node);

	if (!ret)
		ret = node_string(node, "name", true, &name);
	if (ret)
		return ret;
	if (!worker->has_rows) {
		ret = node_name(node, "name", known, sizeof(worker->workload.directions[i]));
		if (ret)
			return ret;
		worker->workload.nr_directions = i + 1;
	} else if (i < worker->workload.nr_directions && strcmp(known, name)) {
		return node_error(node, "name",
				  "\"%.40s\", but \"%.40s\" in an earlier row of that worker (the "
				  "file is damaged)",
				  name, known);
	}
	return node_time(node, "real_time", 1, direction_ns);
}

int worker_directions(struct worker *worker, const struct node *own,
		      double direction_ns[MAX_DIRECTIONS])
{
	static const char *const paths[MAX_DIRECTIONS] = {"ptebench.directions[0]",
							  "ptebench.directions[1]"};
	struct node node = *own;
	json_t *array = NULL;
	int ret = node_array(own, "directions", false, &array);
	size_t nr = json_array_size(array);

	if (ret)
		return ret;
	if (nr > MAX_DIRECTIONS)
		return node_error(own, "directions", "%zu of them (a case has at most %d)", nr,
				  MAX_DIRECTIONS);
	for (size_t i = 0; i < nr && !ret; i++) {
		node.json = json_array_get(array, i);
		node.sub = paths[i];
		ret = read_direction(worker, &node, i, &direction_ns[i]);
	}
	if (!ret && worker->has_rows && nr != worker->workload.nr_directions)
		ret = node_error(
			own, "directions",
			"%zu of them, but %zu in an earlier row of that worker (the file is "
			"damaged)",
			nr, worker->workload.nr_directions);
	return ret;
}

int worker_row(const struct reading *r, struct worker *worker, const struct node *own,
	       struct file_row **out)
{
	struct file_row *row;
	char text[160];
	ssize_t index;

	if (worker->has_rows) {
		*out = &r->file->rows[worker->row];
		return 0;
	}
	index = result_file_row(r->file, worker->name);
	if (index < 0)
		return reading_no_memory(r);
	row = &r->file->rows[index];
	if (!row->nr_samples)
		row->workload = worker->workload;
	else if (workload_difference(&row->workload, &worker->workload, text, sizeof(text)))
		return node_error(own, NULL,
				  "%s as in an earlier row of that name (one workload per name: "
				  "give such files labels of their own)",
				  text);
	row->control |= worker->control;
	/* Mails do not say it. */
	row->no_control |= !worker->control && !r->file->published;
	spent_add(&row->spent, &worker->spent);
	worker->row = (size_t)index;
	worker->has_rows = true;
	*out = row;
	return 0;
}

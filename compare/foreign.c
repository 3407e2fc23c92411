// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/foreign.h"

#include "compare/workload.h"

#include <errno.h>
#include <string.h>

/* By its name, in files from before 1.5, which have no run_type. */
static bool has_aggregate_name(const char *name)
{
	static const char *const endings[] = {"_mean", "_median", "_stddev",
					      "_cv",   "_BigO",   "_RMS"};
	size_t len = strlen(name);

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		size_t end = strlen(endings[i]);

		if (len > end && !strcmp(name + len - end, endings[i]))
			return true;
	}
	return false;
}

static int is_aggregate(const struct node *node, const char *name, bool *aggregate)
{
	const char *type = NULL;
	int ret = node_string(node, "run_type", false, &type);

	if (ret)
		return ret;
	*aggregate = type ? !strcmp(type, "aggregate") : has_aggregate_name(name);
	if (type && !*aggregate && strcmp(type, "iteration"))
		return node_error(node, "run_type", "\"%.40s\" (neither iteration nor aggregate)",
				  type);
	return 0;
}

static int read_unit(const struct node *node, double *unit_ns)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
	const char *unit = NULL;
	int ret = node_string(node, "time_unit", true, &unit);

	if (ret)
		return ret;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (strcmp(unit, units[i].name))
			continue;
		*unit_ns = units[i].ns;
		return 0;
	}
	return node_error(node, "time_unit", "\"%.40s\" is no unit of time (ns, us, ms or s)",
			  unit);
}

/* 1: the row says that it has no figure, which is noted; 0: it has one. */
static int read_reason(const struct reading *r, const struct node *node, const char *name)
{
	static const struct {
		const char *flag, *message;
		bool failed;
	} kinds[] = {
		{"error_occurred", "error_message", true},
		{"skipped", "skip_message", false},
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		const char *reason;
		bool is = false;
		int ret = node_bool(node, kinds[i].flag, false, &is);

		if (ret)
			return ret;
		if (!is)
			continue;
		/* Programs may leave it empty. */
		reason = json_string_value(json_object_get(node->json, kinds[i].message));
		ret = reading_add_reason(r, name, reason && *reason ? reason : "no reason given",
					 kinds[i].failed);
		return ret ? ret : 1;
	}
	return 0;
}

static int read_sample(const struct reading *r, const struct node *node, const char *name)
{
	int64_t iterations = 0;
	struct sample *sample;
	struct file_row *row;
	double unit_ns = 1, ns;
	ssize_t index;
	int ret = node_count(node, "iterations", true, 1, INT64_MAX, &iterations);

	if (!ret)
		ret = read_unit(node, &unit_ns);
	if (!ret)
		ret = node_time(node, "real_time", unit_ns, &ns);
	if (ret)
		return ret;
	index = result_file_row(r->file, name);
	if (index < 0)
		return reading_no_memory(r);
	row = &r->file->rows[index];
	if (!row->nr_samples)
		workload_init(&row->workload);
	sample = file_row_sample(row, (uint64_t)iterations);
	if (!sample)
		return reading_no_memory(r);
	sample->repetition = (uint32_t)(row->nr_samples - 1);
	sample->place = (uint32_t)node->index;
	sample->iteration_ns = ns;
	return 0;
}

/* 1: a repetition, measured or not; 0: an aggregate. */
static int read_row(const struct reading *r, const struct node *node)
{
	const char *name = NULL;
	bool aggregate = false;
	int ret = node_check(node);

	if (!ret)
		ret = node_string(node, "name", true, &name);
	if (!ret)
		ret = is_aggregate(node, name, &aggregate);
	if (ret || aggregate)
		return ret;
	if (!rows_match(r->cases, name))
		return 1;
	ret = read_reason(r, node, name);
	if (!ret)
		ret = read_sample(r, node, name);
	return ret < 0 ? ret : 1;
}

int foreign_read(const struct reading *r, const struct node *context)
{
	struct node node = r->root;
	const char *date = NULL;
	size_t repetitions = 0;
	json_t *array = NULL;
	int ret = node_array(&r->root, "benchmarks", true, &array);

	if (!ret)
		ret = node_string(context, "date", false, &date);
	if (ret)
		return ret;
	r->file->foreign = true;
	r->file->date = date ? strdup(date) : NULL;
	ret = date && !r->file->date ? -ENOMEM : facts_read_foreign(&r->file->facts, context);
	if (ret == -ENOMEM)
		return reading_no_memory(r);
	if (ret)
		return ret;
	node.path = "benchmarks";
	for (size_t i = 0; i < json_array_size(array); i++) {
		node.json = json_array_get(array, i);
		node.index = (long)i;
		ret = read_row(r, &node);
		if (ret < 0)
			return ret;
		repetitions += (size_t)ret;
	}
	if (repetitions)
		return 0;
	node.index = -1;
	return node_error(&node, NULL,
			  "%s (neither a result of ptebench nor repetitions of another program)",
			  json_array_size(array) ? "aggregates only" : "empty");
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/profile.h"

#include "compare/model.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
	const struct profile_function *fa = a, *fb = b;

	return strcmp(fa->name, fb->name);
}

static int row_by_name(const void *a, const void *b)
{
	const struct profile_row *ra = a, *rb = b;

	return strcmp(ra->name, rb->name);
}

static int take_functions(struct profile_row *row, json_t *functions)
{
	const char *name;
	json_t *value;

	row->functions = calloc(json_object_size(functions), sizeof(*row->functions));
	if (!row->functions)
		return -ENOMEM;
	json_object_foreach (functions, name, value) {
		if (!json_is_integer(value) || json_integer_value(value) < 0)
			return -EBADMSG;
		row->functions[row->nr++] =
			(struct profile_function){name, (double)json_integer_value(value)};
		row->instructions += (double)json_integer_value(value);
	}
	qsort(row->functions, row->nr, sizeof(*row->functions), by_name);
	return 0;
}

/* The repetitions that worker @index of the file has used. */
static double take_repetitions(struct profile_row *row, json_t *benchmarks, size_t index)
{
	double iterations = 0;
	json_t *entry;
	size_t i;

	json_array_foreach (benchmarks, i, entry) {
		json_t *worker = json_object_get(json_object_get(entry, "ptebench"), "worker");
		double n = json_number_value(json_object_get(entry, "iterations"));

		if (!json_is_integer(worker) || (size_t)json_integer_value(worker) != index)
			continue;
		iterations += n;
		row->clock_ns += n * json_number_value(json_object_get(entry, "real_time"));
	}
	return iterations;
}

/* NULL, or why there is nothing to explain, though the worker ran. */
static const char *find_uncounted(const struct profile_row *row, json_t *failed)
{
	json_t *entry;
	size_t i;

	json_array_foreach (failed, i, entry) {
		const char *name = json_string_value(json_object_get(entry, "name"));

		if (name && row->name && !strcmp(name, row->name))
			return json_string_value(json_object_get(entry, "reason"));
	}
	return row->nr ? NULL : "it set no marks, or not all were seen";
}

static int add_row(struct profile *p, json_t *worker, size_t index, json_t *failed)
{
	json_t *functions = json_object_get(worker, "functions");
	struct profile_row *row;
	int ret = 0;

	row = array_add(&p->rows, p->nr_rows, &p->rows_room, sizeof(*row));
	if (!row)
		return -ENOMEM;
	p->nr_rows++;
	row->name = json_string_value(json_object_get(worker, "name"));
	row->calls = json_integer_value(json_object_get(worker, "calls"));
	row->pages_per_call = json_integer_value(json_object_get(worker, "pages_per_call"));
	row->unit = row->calls < 1            ? PROFILE_ITERATION
		    : row->pages_per_call < 2 ? PROFILE_CALL
					      : PROFILE_PAGE;
	if (json_object_size(functions))
		ret = take_functions(row, functions);
	row->uncounted = find_uncounted(row, failed);
	row->units = take_repetitions(row, json_object_get(p->file, "benchmarks"), index);
	if (row->unit != PROFILE_ITERATION)
		row->units *= (double)row->calls;
	if (row->unit == PROFILE_PAGE)
		row->units *= (double)row->pages_per_call;
	if (ret || !row->name || (!row->uncounted && row->units <= 0))
		return ret ? ret : -EBADMSG;
	p->nr_counted += !row->uncounted;
	return 0;
}

int profile_load(const char *path, struct profile *profile, struct error *err)
{
	json_t *ours, *worker, *kernel;
	json_error_t why;
	int ret = 0;
	size_t i;

	*profile = (struct profile){.file = json_load_file(path, 0, &why)};
	if (!profile->file)
		return error_set(err, -EBADMSG, "%s: line %d: %s", path, why.line, why.text);
	ours = json_object_get(json_object_get(profile->file, "context"), "ptebench");
	kernel = json_object_get(ours, "kernel");
	profile->label = json_string_value(json_object_get(ours, "label"));
	profile->release = json_string_value(json_object_get(kernel, "release"));
	json_array_foreach (json_object_get(ours, "workers"), i, worker) {
		ret = add_row(profile, worker, i, json_object_get(ours, "failed"));
		if (ret)
			break;
	}
	if (ret || !profile->label || !profile->release)
		return error_set(err, ret ? ret : -EBADMSG, "%s: %s", path,
				 ret == -ENOMEM
					 ? "not enough memory"
					 : "no result file that ptebench wrote (is it damaged?)");
	if (!profile->nr_counted)
		return error_set(err, -ENODATA, "%s: no case was counted by function", path);
	qsort(profile->rows, profile->nr_rows, sizeof(*profile->rows), row_by_name);
	return 0;
}

void profile_free(struct profile *profile)
{
	for (size_t i = 0; i < profile->nr_rows; i++)
		free(profile->rows[i].functions);
	free(profile->rows);
	json_decref(profile->file);
	*profile = (struct profile){0};
}

const struct profile_row *profile_row(const struct profile *profile, const char *name)
{
	const struct profile_row key = {.name = name};

	return profile->nr_rows
		       ? bsearch(&key, profile->rows, profile->nr_rows, sizeof(key), row_by_name)
		       : NULL;
}

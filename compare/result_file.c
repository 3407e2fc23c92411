// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/result_file.h"

#include "compare/counters.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int result_file_init(struct result_file *file, const char *path)
{
	memset(file, 0, sizeof(*file));
	file->seed = file->block = file->position = -1;
	file->path = strdup(path);
	file->row_index = json_object();
	if (file->path && file->row_index)
		return 0;
	result_file_free(file);
	return -ENOMEM;
}

void result_file_free(struct result_file *file)
{
	char *const texts[] = {
		file->path,        file->label,        file->clock,         file->date,
		file->boot_id,     file->release,      file->version,       file->machine,
		file->source.url,  file->source.title, file->source.author, file->source.date,
		file->source.note,
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		free(texts[i]);
	for (size_t i = 0; i < file->nr_rows; i++) {
		free(file->rows[i].name);
		free(file->rows[i].samples);
		free(file->rows[i].failed);
		free(file->rows[i].skipped);
		counters_free(&file->rows[i].counters);
	}
	free(file->rows);
	fact_list_free(&file->facts);
	uncounted_free(&file->uncounted);
	json_decref(file->row_index);
	memset(file, 0, sizeof(*file));
}

ssize_t result_file_row(struct result_file *file, const char *name)
{
	json_t *known = json_object_get(file->row_index, name);
	struct file_row *row;

	if (known)
		return (ssize_t)json_integer_value(known);
	row = array_add(&file->rows, file->nr_rows, &file->rows_room, sizeof(*row));
	if (!row)
		return -ENOMEM;
	row->name = strdup(name);
	if (!row->name || json_object_set_new_nocheck(file->row_index, name,
						      json_integer((json_int_t)file->nr_rows))) {
		free(row->name);
		return -ENOMEM;
	}
	return (ssize_t)file->nr_rows++;
}

struct sample *file_row_sample(struct file_row *row, uint64_t iterations)
{
	struct sample *sample =
		array_add(&row->samples, row->nr_samples, &row->samples_room, sizeof(*sample));

	if (!sample)
		return NULL;
	if (!row->nr_samples || iterations < row->min_iterations)
		row->min_iterations = iterations;
	if (iterations > row->max_iterations)
		row->max_iterations = iterations;
	row->nr_samples++;
	return sample;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "iterations.h"
#include "run_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int suite_select(struct suite *s, json_t *skipped, struct error *err)
{
	const struct run_options *o = s->options;
	ssize_t nr = registry_select(o->cases, &s->rows, err);
	bool scalable = false;

	if (nr < 0)
		return (int)nr;
	if (o->size_bytes % s->host.page_bytes)
		return error_set(err, -EINVAL,
				 "--size %llu: no whole number of base pages (%llu bytes each)",
				 (unsigned long long)o->size_bytes,
				 (unsigned long long)s->host.page_bytes);
	for (size_t i = 0; i < (size_t)nr; i++) {
		const struct selected row = s->rows[i];
		uint64_t size = row_size(&row, o->size_bytes);
		char name[ROW_NAME_MAX];
		struct error why;
		int ret;

		row_name(&row, name, sizeof(name));
		scalable |= row.c->scalable;
		ret = host_unmet(&s->host, &row, size, &why);
		if (ret == -ENOMEM && row.c->scalable && o->size_given)
			return error_set(err, ret, "--size: %s: %s", name, why.text);
		if (ret)
			json_array_append_new(
				skipped, json_pack("{s:s,s:s}", "name", name, "reason", why.text));
		else
			s->rows[s->nr_rows++] = row;
	}
	s->outcome->skipped = json_array_size(skipped);
	if (o->size_given && !scalable)
		return error_set(err, -EINVAL,
				 "--size: none of these cases can take another (see `list`)");
	return 0;
}

/* Freezes the iterations of the rows that the earlier result has, of the same size. */
static int take_iterations(struct suite *s, const char *results_dir, struct error *err)
{
	int ret = iterations_from(s->options->iterations_from, results_dir, &s->frozen, err);

	for (size_t i = 0; !ret && i < s->nr_rows; i++) {
		uint64_t size = row_size(&s->rows[i], s->options->size_bytes);
		char name[ROW_NAME_MAX];
		json_t *entry =
			json_object_get(s->frozen, row_name(&s->rows[i], name, sizeof(name)));

		if (!entry)
			fprintf(s->log, "ptebench: %s: calibrated, since %s has no such row\n",
				name, s->options->iterations_from);
		else if ((uint64_t)json_integer_value(json_object_get(entry, "size")) != size)
			return error_set(err, -EINVAL,
					 "--iterations-from %s: %s: of another size (give the same "
					 "--size)",
					 s->options->iterations_from, name);
		else
			json_object_set(s->frozen, name, json_object_get(entry, "iterations"));
	}
	return ret;
}

int suite_plan(struct suite *s, const char *results_dir, struct error *err)
{
	const struct run_options *o = s->options;

	s->nr_slots = s->nr_rows * o->processes;
	s->slots = calloc(s->nr_slots + 1, sizeof(*s->slots));
	if (!s->slots || schedule_fill(o->seed, s->rows, s->nr_rows, o->processes, s->slots))
		return error_set(err, -ENOMEM, "out of memory");
	if (o->iterations_from) {
		int ret = take_iterations(s, results_dir, err);

		if (ret)
			return ret;
	}
	s->iterations = s->frozen ? json_copy(s->frozen) : json_object();
	return 0;
}

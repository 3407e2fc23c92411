// SPDX-License-Identifier: GPL-2.0-or-later
#include "iterations.h"

#include "schema.h"

#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

/* The newest file of a folder: their names begin with the time. */
static int newest(const char *dir, char *path, size_t size)
{
	_cleanup_dir_ DIR *d = opendir(dir);
	const struct dirent *entry;
	char best[NAME_MAX + 1] = "";

	if (!d)
		return -errno;
	while ((entry = readdir(d)))
		if (!fnmatch("*.json", entry->d_name, FNM_PERIOD) &&
		    strcmp(entry->d_name, best) > 0)
			strcpy(best, entry->d_name);
	if (!*best || snprintf(path, size, "%s/%s", dir, best) >= (int)size)
		return -ENOENT;
	return 0;
}

static int find_file(const char *from, const char *results_dir, char *path, size_t size)
{
	char dir[PATH_MAX];
	struct stat st;

	snprintf(path, size, "%s", from);
	if (!stat(from, &st))
		return S_ISDIR(st.st_mode) ? newest(from, path, size) : 0;
	snprintf(dir, sizeof(dir), "%s/%s", results_dir, from);
	return newest(dir, path, size);
}

static const json_t *context(const json_t *json)
{
	return json_object_get(json_object_get(json, "context"), "ptebench");
}

/* Whether @json is what iterations can be taken from. */
static int check_result(const char *file, const json_t *json, struct error *err)
{
	const json_t *own = context(json);
	const json_t *schema = json_object_get(own, "schema");
	json_int_t version = json_integer_value(schema);

	if (!json_is_integer(schema) || !json_array_size(json_object_get(json, "benchmarks")))
		return error_set(err, -EBADMSG,
				 "%s: holds no rows of ptebench (a result file is needed)", file);
	if (version != RESULT_SCHEMA)
		return error_set(
			err, -EBADMSG,
			"%s: context.ptebench.schema: %" JSON_INTEGER_FORMAT " is %s than %d (%s)",
			file, version, version > RESULT_SCHEMA ? "newer" : "older", RESULT_SCHEMA,
			version > RESULT_SCHEMA ? "update ptebench" : "measure again");
	if (json_object_get(own, "source"))
		return error_set(
			err, -EBADMSG,
			"%s: published figures, whose iterations were not measured so (give "
			"a result of your own)",
			file);
	return 0;
}

/* The size of the region that the row's worker had, or NULL. */
static json_t *size_of_row(const json_t *json, const json_t *row)
{
	const json_t *index = json_object_get(json_object_get(row, "ptebench"), "worker");
	const json_t *workers = json_object_get(context(json), "workers"), *worker;

	if (!json_is_integer(index))
		return NULL;
	worker = json_array_get(workers, (size_t)json_integer_value(index));
	return json_object_get(json_object_get(worker, "params"), "size_bytes");
}

int iterations_from(const char *from, const char *results_dir, json_t **by_name, struct error *err)
{
	_cleanup_json_ json_t *json = NULL, *found = json_object();
	json_error_t parse;
	char file[PATH_MAX];
	json_t *row;
	size_t i;
	int ret;

	if (find_file(from, results_dir, file, sizeof(file)))
		return error_set(
			err, -ENOENT,
			"--iterations-from %s: no such file, and no label with results in %s", from,
			results_dir);
	json = json_load_file(file, 0, &parse);
	if (!json)
		return error_set(err, -EBADMSG, "%s: line %d: %s (a result file is needed)", file,
				 parse.line, parse.text);
	ret = check_result(file, json, err);
	if (ret)
		return ret;
	json_array_foreach (json_object_get(json, "benchmarks"), i, row) {
		const char *name = json_string_value(json_object_get(row, "name"));
		json_t *iterations = json_object_get(row, "iterations");
		json_t *size = size_of_row(json, row);

		if (!name || json_integer_value(iterations) < 1 || !size)
			return error_set(err, -EBADMSG,
					 "%s: benchmarks[%zu]: no name, iterations or worker with "
					 "params",
					 file, i);
		json_object_set_new(found, name,
				    json_pack("{s:O,s:O}", "iterations", iterations, "size", size));
	}
	*by_name = json_incref(found);
	return 0;
}

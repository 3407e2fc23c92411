// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/reader.h"

#include "compare/parse.h"

#include <errno.h>
#include <fts.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct paths {
	char **path;
	size_t nr, room;
};

static void free_paths(struct paths *p)
{
	for (size_t i = 0; i < p->nr; i++)
		free(p->path[i]);
	free(p->path);
}

#define _cleanup_paths_ __attribute__((cleanup(free_paths)))

static int add_path(struct paths *p, const char *path)
{
	char **added = array_add(&p->path, p->nr, &p->room, sizeof(*added));

	if (!added)
		return -ENOMEM;
	*added = strdup(path);
	if (!*added)
		return -ENOMEM;
	p->nr++;
	return 0;
}

static bool is_result_name(const char *name, size_t len)
{
	return len > 5 && !strcmp(name + len - 5, ".json");
}

/* Or what should be one, so that a dangling link is reported and not passed over. */
static bool is_file(int info)
{
	return info == FTS_F || info == FTS_NS || info == FTS_SLNONE;
}

static int by_path(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All *.json below @dir, sorted. */
static int add_folder(struct paths *p, const char *dir, struct error *err)
{
	char *const roots[] = {(char *)dir, NULL};
	FTS *fts = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, NULL);
	FTSENT *entry;
	int ret = 0;

	if (!fts)
		return error_set(err, -errno, "%s: cannot be read: %s (check permissions)", dir,
				 strerror(errno));
	while (!ret && (entry = fts_read(fts))) {
		if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR)
			ret = error_set(err, -entry->fts_errno,
					"%s: cannot be read: %s (check permissions)",
					entry->fts_path, strerror(entry->fts_errno));
		else if (is_file(entry->fts_info) &&
			 is_result_name(entry->fts_name, entry->fts_namelen))
			ret = add_path(p, entry->fts_path);
	}
	fts_close(fts);
	if (!ret && p->nr)
		qsort(p->path, p->nr, sizeof(*p->path), by_path);
	return ret;
}

/* The files below the results folder that carry the label; what is no result file is passed over.
 */
static int add_labelled(struct paths *p, const char *results_dir, const char *label)
{
	_cleanup_paths_ struct paths all = {0};
	int ret = add_folder(&all, results_dir, NULL);

	for (size_t i = 0; i < all.nr && !ret; i++) {
		_cleanup_free_ char *found = parse_label(all.path[i]);

		if (found && !strcmp(found, label))
			ret = add_path(p, all.path[i]);
	}
	return ret == -ENOMEM ? ret : 0;
}

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static int find_files(struct paths *p, const char *input, const struct reader_options *options,
		      struct error *err)
{
	const char *dir = options->results_dir, *folder = input;
	char path[PATH_MAX];
	struct stat st;
	int ret;

	if (!stat(input, &st) && !S_ISDIR(st.st_mode))
		return add_path(p, input);
	if (!is_folder(input) && dir) {
		snprintf(path, sizeof(path), "%s/%s", dir, input);
		folder = path;
	}
	if (is_folder(folder)) {
		ret = add_folder(p, folder, err);
		if (!ret && !p->nr)
			ret = error_set(err, -ENOENT,
					"%s: holds no *.json (run ptebench run first)", folder);
		return ret;
	}
	ret = dir ? add_labelled(p, dir, input) : 0;
	if (!ret && !p->nr)
		ret = error_set(err, -ENOENT,
				"%s: no such file or folder, and no label in %s (check the name)",
				input, dir ? dir : "any folder");
	return ret;
}

static int load_arm(struct comparison *c, size_t a, const char *input,
		    const struct reader_options *options, struct error *err)
{
	_cleanup_paths_ struct paths paths = {0};
	int ret;

	c->arms[a].input = strdup(input);
	ret = c->arms[a].input ? find_files(&paths, input, options, err) : -ENOMEM;
	for (size_t i = 0; i < paths.nr && !ret; i++)
		ret = parse_file(c, a, paths.path[i], options->cases, err);
	return ret;
}

/* "results/base.json/" is "base". */
static char *base_name(const char *input)
{
	size_t end = strlen(input), start;

	while (end > 1 && input[end - 1] == '/')
		end--;
	for (start = end; start && input[start - 1] != '/'; start--)
		;
	if (end - start > 5 && !memcmp(input + end - 5, ".json", 5))
		end -= 5;
	return strndup(input + start, end - start);
}

static bool name_is_taken(const struct comparison *c, size_t a)
{
	for (size_t b = 0; b < c->nr_arms; b++)
		if (b != a && c->arms[b].name && !strcmp(c->arms[a].name, c->arms[b].name))
			return true;
	return false;
}

static char *name_by(const struct arm *arm, int way)
{
	if (way == 0)
		return strdup(arm->label);
	return way == 1 ? base_name(arm->input) : strdup(arm->input);
}

/* Labels if they tell all arms apart, else base names, else inputs as they were given. */
static int name_arms(struct comparison *c)
{
	for (int way = 0; way < 3; way++) {
		bool taken = false;

		for (size_t a = 0; a < c->nr_arms; a++) {
			free(c->arms[a].name);
			c->arms[a].name = NULL;
		}
		for (size_t a = 0; a < c->nr_arms; a++) {
			c->arms[a].name = name_by(&c->arms[a], way);
			if (!c->arms[a].name)
				return -ENOMEM;
			taken |= name_is_taken(c, a);
		}
		if (!taken)
			break;
	}
	return 0;
}

int reader_load(struct comparison *c, const char *const *inputs, size_t nr_inputs,
		const struct reader_options *options, struct error *err)
{
	struct comparison read;
	int ret = comparison_init(&read, nr_inputs);

	for (size_t a = 0; a < nr_inputs && !ret; a++)
		ret = load_arm(&read, a, inputs[a], options, err);
	if (!ret)
		ret = name_arms(&read);
	if (ret == -ENOMEM)
		error_set(err, ret, "compare: not enough memory (compare fewer files at once)");
	if (!ret && !read.nr_rows && options->cases)
		ret = error_set(err, -EINVAL,
				"--cases %s: no row of these files matches (their names are in "
				"benchmarks[].name)",
				options->cases);
	if (ret) {
		comparison_free(&read);
		return ret;
	}
	comparison_sort(&read);
	*c = read;
	return 0;
}

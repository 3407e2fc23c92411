// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/find.h"

#include "compare/model.h"

#include <errno.h>
#include <fts.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void find_free(struct found_files *found)
{
	for (size_t i = 0; i < found->nr; i++)
		free(found->file[i].path);
	free(found->file);
}

static int add_file(struct found_files *found, const char *path, size_t arm, const char *label)
{
	struct found_file *added = array_add(&found->file, found->nr, &found->room, sizeof(*added));

	if (!added)
		return -ENOMEM;
	added->path = strdup(path);
	if (!added->path)
		return -ENOMEM;
	added->arm = arm;
	added->label = label;
	found->nr++;
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
	return strcmp(((const struct found_file *)a)->path, ((const struct found_file *)b)->path);
}

/* All *.json below @dir, sorted. */
static int add_folder(struct found_files *found, const char *dir, size_t arm, const char *label,
		      struct error *err)
{
	char *const roots[] = {(char *)dir, NULL};
	FTS *fts = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, NULL);
	size_t first = found->nr;
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
			ret = add_file(found, entry->fts_path, arm, label);
	}
	fts_close(fts);
	if (!ret && found->nr > first)
		qsort(found->file + first, found->nr - first, sizeof(*found->file), by_path);
	return ret;
}

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

int find_nothing(const char *input, const char *results_dir, struct error *err)
{
	return error_set(err, -ENOENT,
			 "%s: no such file or folder, and no label in %s (check the name)", input,
			 results_dir ? results_dir : "any folder");
}

int find_files(struct found_files *found, const char *input, size_t arm, const char *results_dir,
	       struct error *err)
{
	const char *folder = input;
	size_t first = found->nr;
	char path[PATH_MAX];
	struct stat st;
	int ret;

	if (!stat(input, &st) && !S_ISDIR(st.st_mode))
		return add_file(found, input, arm, NULL);
	if (!is_folder(input) && results_dir) {
		snprintf(path, sizeof(path), "%s/%s", results_dir, input);
		folder = path;
	}
	if (is_folder(folder)) {
		ret = add_folder(found, folder, arm, NULL, err);
		if (!ret && found->nr == first)
			ret = error_set(err, -ENOENT,
					"%s: holds no *.json (run ptebench run first)", folder);
		return ret;
	}
	/* What cannot be read there is as good as no result file. */
	ret = results_dir ? add_folder(found, results_dir, arm, input, NULL) : 0;
	if (ret == -ENOMEM)
		return ret;
	return found->nr > first ? 0 : find_nothing(input, results_dir, err);
}

char *find_base_name(const char *input)
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

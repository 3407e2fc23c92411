// SPDX-License-Identifier: GPL-2.0-or-later
#include "registry.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyz0123456789_"

/* Provided by the linker; absent where no case is linked in, as in unit tests. */
extern const struct bench_case *const __start_bench_cases[] __attribute__((weak));
extern const struct bench_case *const __stop_bench_cases[] __attribute__((weak));

const char *row_name(const struct selected *row, char *buf, size_t size)
{
	const char *variant = row->variant->name;

	snprintf(buf, size, "%s%s%s", row->c->name, variant ? "/" : "", variant ? variant : "");
	return buf;
}

bool row_starts_case(const struct selected *rows, size_t i)
{
	return !i || rows[i].c != rows[i - 1].c;
}

static int by_name(const void *a, const void *b)
{
	const struct selected *x = a, *y = b;
	int order = strcmp(x->c->name, y->c->name);

	if (order)
		return order;
	/* Descriptors of one name are refused, once they stand side by side. */
	if (x->c != y->c)
		return x->c < y->c ? -1 : 1;
	return (x->variant > y->variant) - (x->variant < y->variant);
}

static int twice(const struct selected *row, bool variant, struct error *err)
{
	char name[ROW_NAME_MAX];

	return error_set(err, -EINVAL, "case %s: there twice (names must be unique)",
			 variant ? row_name(row, name, sizeof(name)) : row->c->name);
}

static int check_names(const struct selected *rows, size_t nr, struct error *err)
{
	for (size_t i = 0; i < nr; i++) {
		char name[ROW_NAME_MAX], other[ROW_NAME_MAX];

		if (i + 1 < nr && rows[i].c != rows[i + 1].c &&
		    !strcmp(rows[i].c->name, rows[i + 1].c->name))
			return twice(&rows[i], false, err);
		row_name(&rows[i], name, sizeof(name));
		for (size_t k = i + 1; k < nr && rows[k].c == rows[i].c; k++)
			if (!strcmp(name, row_name(&rows[k], other, sizeof(other))))
				return twice(&rows[i], true, err);
	}
	return 0;
}

/* What @tag of @c also is, so that --cases would mean two things by it; NULL if nothing. */
static const char *tag_taken(const struct bench_case *c, const char *const *tag,
			     const struct selected *rows, size_t nr)
{
	for (const char *const *other = c->tags; other < tag; other++)
		if (!strcmp(*other, *tag))
			return "there twice (drop one)";
	for (size_t i = 0; i < nr; i++)
		if (!strcmp(rows[i].c->name, *tag))
			return "a case has that name (rename one)";
	return NULL;
}

static int check_tags(const struct selected *rows, size_t nr, struct error *err)
{
	for (size_t i = 0; i < nr; i++) {
		const struct bench_case *c = rows[i].c;

		if (!row_starts_case(rows, i))
			continue;
		for (const char *const *tag = c->tags; tag && *tag; tag++) {
			const char *taken = tag_taken(c, tag, rows, nr);

			if (taken)
				return error_set(err, -EINVAL, "case %s: tag %s: %s", c->name, *tag,
						 taken);
		}
	}
	return 0;
}

/* Of cases and of tags: --cases must be able to say them. */
static int check_word(const struct bench_case *c, const char *what, const char *word,
		      struct error *err)
{
	if (!*word || word[strspn(word, NAME_LETTERS)])
		return error_set(err, -EINVAL, "case %s: its %s may have a to z, 0 to 9 and _ only",
				 c->name, what);
	if (!strcmp(word, GROUP_ALL) || !strcmp(word, GROUP_DEFAULT))
		return error_set(err, -EINVAL,
				 "case %s: its %s %s means a group of its own to --cases (choose "
				 "another)",
				 c->name, what, word);
	return 0;
}

static int check_descriptor(const struct bench_case *c, struct error *err)
{
	int ret = check_word(c, "name", c->name, err);

	for (const char *const *tag = c->tags; !ret && tag && *tag; tag++)
		ret = check_word(c, "tag", *tag, err);
	if (ret)
		return ret;
	if (c->run && c->summary && c->source && c->nr_variants)
		return 0;
	return error_set(err, -EINVAL,
			 "case %s: no run, summary, source or variants (complete its descriptor)",
			 c->name);
}

ssize_t registry_all(struct selected **rows, struct error *err)
{
	_cleanup_free_ struct selected *all = NULL;
	size_t nr = 0;

	for (const struct bench_case *const *c = __start_bench_cases; c < __stop_bench_cases; c++) {
		if (check_descriptor(*c, err))
			return -EINVAL;
		nr += (*c)->nr_variants;
	}
	all = calloc(nr + 1, sizeof(*all));
	if (!all)
		return -ENOMEM;
	nr = 0;
	for (const struct bench_case *const *c = __start_bench_cases; c < __stop_bench_cases; c++)
		for (size_t v = 0; v < (*c)->nr_variants; v++)
			all[nr++] = (struct selected){*c, &(*c)->variants[v]};
	qsort(all, nr, sizeof(*all), by_name);
	if (check_names(all, nr, err) || check_tags(all, nr, err))
		return -EINVAL;
	*rows = all;
	all = NULL;
	return (ssize_t)nr;
}

static bool glob_matches(const char *glob, const struct selected *row)
{
	char name[ROW_NAME_MAX];

	if (!strcmp(glob, GROUP_ALL) || (!strcmp(glob, GROUP_DEFAULT) && !row->c->on_request))
		return true;
	if (!fnmatch(glob, row_name(row, name, sizeof(name)), 0) || !fnmatch(glob, row->c->name, 0))
		return true;
	for (const char *const *tag = row->c->tags; tag && *tag; tag++)
		if (!fnmatch(glob, *tag, 0))
			return true;
	return false;
}

/* Marks in @chosen what the globs match. */
static int mark(const char *globs, const struct selected *all, size_t nr, bool *chosen,
		struct error *err)
{
	_cleanup_free_ char *copy = strdup(globs);
	char *save = NULL;

	if (!copy)
		return -ENOMEM;
	for (char *glob = strtok_r(copy, ",", &save); glob; glob = strtok_r(NULL, ",", &save)) {
		bool any = false;

		for (size_t i = 0; i < nr; i++)
			if (glob_matches(glob, &all[i]))
				any = chosen[i] = true;
		if (!any)
			return error_set(err, -ENOENT,
					 "--cases %s: no case, row or group matches (see `list`)",
					 glob);
	}
	return 0;
}

ssize_t registry_select(const char *globs, struct selected **rows, struct error *err)
{
	_cleanup_free_ struct selected *all = NULL;
	_cleanup_free_ bool *chosen = NULL;
	ssize_t nr = registry_all(&all, err);
	size_t kept = 0;
	int ret;

	if (nr < 0)
		return nr;
	chosen = calloc((size_t)nr + 1, sizeof(*chosen));
	if (!chosen)
		return -ENOMEM;
	ret = mark(globs ? globs : GROUP_DEFAULT, all, (size_t)nr, chosen, err);
	if (ret)
		return ret;
	for (size_t i = 0; i < (size_t)nr; i++)
		if (chosen[i])
			all[kept++] = all[i];
	if (!kept)
		return error_set(err, -ENOENT, "--cases: names nothing (see `list`)");
	*rows = all;
	all = NULL;
	return (ssize_t)kept;
}

int registry_find(const char *name, struct selected *row)
{
	_cleanup_free_ struct selected *all = NULL;
	ssize_t nr = registry_all(&all, NULL);

	for (ssize_t i = 0; i < nr; i++) {
		char buf[ROW_NAME_MAX];

		if (strcmp(row_name(&all[i], buf, sizeof(buf)), name))
			continue;
		*row = all[i];
		return 0;
	}
	return -ENOENT;
}

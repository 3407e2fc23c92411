// SPDX-License-Identifier: GPL-2.0-or-later
#include "tags.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
	const struct tag *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* Makes one of those that are alike and lie side by side. Returns how many are left. */
static size_t merge(struct tag *tags, size_t nr)
{
	size_t kept = 0;

	for (size_t i = 0; i < nr; i++) {
		if (kept && !strcmp(tags[kept - 1].name, tags[i].name))
			tags[kept - 1].nr_cases++;
		else
			tags[kept++] = tags[i];
	}
	return kept;
}

int tags_of(const struct selected *rows, size_t nr, struct tags *tags)
{
	struct tags t = {0};
	size_t room = 1;

	for (size_t i = 0; i < nr; i++)
		for (const char *const *tag = rows[i].c->tags; tag && *tag; tag++)
			room++;
	t.list = calloc(room, sizeof(*t.list));
	if (!t.list)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++) {
		if (!row_starts_case(rows, i))
			continue;
		t.nr_cases++;
		t.nr_default += !rows[i].c->on_request;
		for (const char *const *tag = rows[i].c->tags; tag && *tag; tag++)
			t.list[t.nr++] = (struct tag){*tag, 1};
	}
	qsort(t.list, t.nr, sizeof(*t.list), by_name);
	t.nr = merge(t.list, t.nr);
	*tags = t;
	return 0;
}

void tags_free(struct tags *tags)
{
	free(tags->list);
}

static void write_one(FILE *f, const char *quote, const char *name, size_t nr, const char *unit)
{
	fprintf(f, "%s%s%s (%zu%s)", quote, name, quote, nr, unit);
}

void tags_write(FILE *f, const struct tags *tags, const char *quote)
{
	for (size_t i = 0; i < tags->nr; i++) {
		const struct tag *tag = &tags->list[i];

		/* The unit is said once. */
		write_one(f, quote, tag->name, tag->nr_cases,
			  i                    ? ""
			  : tag->nr_cases == 1 ? " case"
					       : " cases");
		fputs(", ", f);
	}
	write_one(f, quote, GROUP_DEFAULT, tags->nr_default, "");
	fputs(", ", f);
	write_one(f, quote, GROUP_ALL, tags->nr_cases, "");
}

bool case_has_tag(const struct bench_case *c, const char *tag)
{
	const char *const *t = c->tags;

	if (!tag)
		return !t || !*t;
	while (t && *t && strcmp(*t, tag))
		t++;
	return t && *t;
}

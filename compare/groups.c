// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/groups.h"

#include <errno.h>
#include <string.h>

static bool is_last(const json_t *names, const char *name)
{
	const char *last = json_string_value(json_array_get(names, json_array_size(names) - 1));

	return last && !strcmp(last, name);
}

void groups_add(struct page *p, json_t *groups, const char *name, const char *fmt, ...)
{
	_cleanup_free_ char *text = NULL;
	json_t *names = NULL;
	va_list args;

	va_start(args, fmt);
	if (vasprintf(&text, fmt, args) < 0)
		text = NULL;
	va_end(args);
	if (text)
		names = json_object_get(groups, text);
	if (text && !names && !json_object_set_new_nocheck(groups, text, json_array()))
		names = json_object_get(groups, text);
	if (names && is_last(names, name))
		return;
	if (!names || json_array_append_new(names, json_string_nocheck(name)))
		p->error = -ENOMEM;
}

char *names_text(const json_t *names, size_t max)
{
	size_t nr = json_array_size(names), shown = nr > max ? max - 1 : nr, size;
	char *text = NULL;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	for (size_t i = 0; i < shown; i++)
		fprintf(f, "%s%s", i ? ", " : "", json_string_value(json_array_get(names, i)));
	if (shown < nr)
		fprintf(f, " and %zu more", nr - shown);
	fclose(f);
	return text;
}

void groups_write(struct page *p, unsigned int depth, json_t *groups, size_t max)
{
	const char *text;
	json_t *names;

	json_object_foreach (groups, text, names) {
		_cleanup_free_ char *list = names_text(names, max);

		if (list)
			page_line(p, depth, "%s (%s)", text, list);
		else
			p->error = -ENOMEM;
	}
}

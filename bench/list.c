// SPDX-License-Identifier: GPL-2.0-or-later
#include "list.h"

#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static json_t *tags(const struct bench_case *c)
{
	json_t *array = json_array();

	for (const char *const *tag = c->tags; tag && *tag; tag++)
		json_array_append_new(array, json_string(*tag));
	return array;
}

static json_t *row_json(const struct host *host, const struct selected *row)
{
	char name[ROW_NAME_MAX], needs[96];
	struct error why;
	json_t *json;
	int ret = host_unmet(host, row, row->variant->size_bytes, &why);

	json = json_pack("{s:s,s:s,s:s,s:s,s:s,s:o,s:b,s:b}", "name",
			 row_name(row, name, sizeof(name)), "case", row->c->name, "summary",
			 row->c->summary, "source", row->c->source, "needs",
			 row_needs(row, needs, sizeof(needs)), "tags", tags(row->c), "default",
			 !row->c->on_request, "available", !ret);
	if (json && ret)
		json_object_set_new(json, "unavailable_because", json_string(why.text));
	return json;
}

static int print_json(FILE *out, const struct host *host, const struct selected *rows, size_t nr)
{
	_cleanup_json_ json_t *array = json_array();

	for (size_t i = 0; i < nr; i++)
		json_array_append_new(array, row_json(host, &rows[i]));
	json_dumpf(array, out, JSON_INDENT(1));
	fputc('\n', out);
	return 0;
}

static void print_case(FILE *out, const struct bench_case *c)
{
	fprintf(out, "\n%s: %s\n  %s, %s", c->name, c->summary,
		c->on_request ? "not in the default suite" : "in the default suite",
		c->scalable ? "takes --size" : "of fixed size");
	for (const char *const *tag = c->tags; tag && *tag; tag++)
		fprintf(out, "%s%s", tag == c->tags ? "; tags " : " ", *tag);
	fputc('\n', out);
}

/* A row per line; what cannot be had says why on the line below. */
static void print_table(FILE *out, const struct host *host, const struct selected *rows, size_t nr)
{
	const struct bench_case *last = NULL;

	for (size_t i = 0; i < nr; i++) {
		char name[ROW_NAME_MAX], needs[96];
		struct error why;

		if (rows[i].c != last)
			print_case(out, rows[i].c);
		last = rows[i].c;
		fprintf(out, "    %-28s %s\n", row_name(&rows[i], name, sizeof(name)),
			row_needs(&rows[i], needs, sizeof(needs)));
		if (host_unmet(host, &rows[i], rows[i].variant->size_bytes, &why))
			fprintf(out, "      not here: %s\n", why.text);
	}
}

int list_print(FILE *out, bool as_json, struct error *err)
{
	_cleanup_fd_ int rootfd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	_cleanup_free_ struct selected *rows = NULL;
	struct host host;
	ssize_t nr = registry_all(&rows, err);
	int ret;

	if (nr < 0)
		return (int)nr;
	ret = host_look(rootfd, -1, -1, &host, err);
	if (ret)
		return ret;
	if (as_json)
		return print_json(out, &host, rows, (size_t)nr);
	print_table(out, &host, rows, (size_t)nr);
	return 0;
}

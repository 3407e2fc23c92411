// SPDX-License-Identifier: GPL-2.0-or-later
#include "list.h"

#include "catalogue.h"
#include "fill.h"
#include "options.h"
#include "result.h"
#include "tags.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
	"usage: ptebench list [options]\n"
	"\n"
	"  --cases GLOB[,GLOB]    only these rows, cases or groups (default: all)\n"
	"  --json                 for machines\n"
	"  --markdown             the catalogue, which is the same on all machines\n";

enum {
	OPT_CASES = 256,
	OPT_JSON,
	OPT_MARKDOWN,
	OPT_HELP
};

static const struct option long_options[] = {
	{"cases", required_argument, NULL, OPT_CASES},
	{"json", no_argument, NULL, OPT_JSON},
	{"markdown", no_argument, NULL, OPT_MARKDOWN},
	{"help", no_argument, NULL, OPT_HELP},
	{NULL, 0, NULL, 0},
};

int list_options_parse(int argc, char **argv, struct list_options *options, struct error *err)
{
	struct list_options o = {0};
	int option;

	optind = 0; /* makes getopt forget earlier parsing */
	opterr = 0;
	while ((option = option_next(argc, argv, long_options, err)) > 0) {
		if (option == OPT_HELP) {
			fputs(help, stdout);
			return 1;
		}
		if (option == OPT_CASES)
			o.cases = optarg;
		o.json |= option == OPT_JSON;
		o.markdown |= option == OPT_MARKDOWN;
	}
	if (option)
		return option;
	if (o.json && o.markdown)
		return error_set(err, -EINVAL,
				 "list: --json, --markdown: two forms at once (give one)");
	*options = o;
	return 0;
}

static json_t *tags_json(const struct bench_case *c)
{
	json_t *array = json_array();

	for (const char *const *tag = c->tags; tag && *tag; tag++)
		json_array_append_new(array, json_string(*tag));
	return array;
}

static json_t *row_json(const struct host *host, const struct selected *row)
{
	char name[ROW_NAME_MAX], needs[256];
	const uint64_t size_bytes = row->variant->size_bytes;
	_cleanup_json_ json_t *facts = result_row_facts(host, row, size_bytes);
	struct error why;
	json_t *json;
	int ret = host_unmet(host, row, size_bytes, &why);

	json = json_pack("{s:s,s:s,s:s,s:s,s:s,s:o,s:b,s:b,s:b}", "name",
			 row_name(row, name, sizeof(name)), "case", row->c->name, "summary",
			 row->c->summary, "source", row->c->source, "needs",
			 row_needs(row, needs, sizeof(needs)), "tags", tags_json(row->c), "default",
			 !row->c->on_request, "scalable", row->c->scalable, "available", !ret);
	if (ret)
		json_object_set_new(json, "unavailable_because", json_string(why.text));
	json_object_update(json, facts);
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
	for (size_t i = 0; i < nr; i++) {
		char name[ROW_NAME_MAX], needs[256];
		struct error why;

		if (row_starts_case(rows, i))
			print_case(out, rows[i].c);
		fprintf(out, "    %-28s %s\n", row_name(&rows[i], name, sizeof(name)),
			row_needs(&rows[i], needs, sizeof(needs)));
		if (host_unmet(host, &rows[i], rows[i].variant->size_bytes, &why))
			fprintf(out, "      not here: %s\n", why.text);
	}
}

static int print_groups(FILE *out, const struct selected *rows, size_t nr)
{
	_cleanup_free_ char *text = NULL;
	struct tags tags;
	size_t size;
	FILE *f;

	if (tags_of(rows, nr, &tags))
		return -ENOMEM;
	f = open_memstream(&text, &size);
	if (f) {
		fputs("\ngroups: ", f);
		tags_write(f, &tags, "");
	}
	tags_free(&tags);
	if (!f || fclose(f))
		return -ENOMEM;
	fill(out, text);
	return 0;
}

int list_print(FILE *out, const struct list_options *options, struct error *err)
{
	_cleanup_fd_ int rootfd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	_cleanup_free_ struct selected *rows = NULL;
	struct host host;
	ssize_t nr = registry_select(options->cases ? options->cases : GROUP_ALL, &rows, err);
	int ret;

	if (nr < 0)
		return (int)nr;
	if (options->markdown)
		return catalogue_print(out, rows, (size_t)nr);
	ret = host_look(rootfd, -1, -1, &host, err);
	if (ret)
		return ret;
	if (options->json)
		return print_json(out, &host, rows, (size_t)nr);
	print_table(out, &host, rows, (size_t)nr);
	return options->cases ? 0 : print_groups(out, rows, (size_t)nr);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/parse.h"

#include "compare/facts.h"
#include "compare/rows.h"

#include "bench/schema.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int reading_no_memory(const struct reading *r)
{
	return error_set(r->root.err, -ENOMEM, "%s: not enough memory to read it (compare fewer)",
			 r->root.file);
}

static int load(const char *path, json_t **json, struct error *err)
{
	struct node node = {.file = path, .path = "", .index = -1, .err = err};
	_cleanup_file_ FILE *f = fopen(path, "re");
	json_error_t why;
	int first;

	errno = f ? 0 : errno;
	first = f ? fgetc(f) : EOF;
	if (!f || ferror(f))
		return error_set(err, -errno, "%s: cannot be read: %s (check name and permissions)",
				 path, strerror(errno));
	if (first == EOF)
		return node_error(&node, NULL, "empty (the run wrote nothing, or the copy failed)");
	ungetc(first, f);
	*json = json_loadf(f, JSON_REJECT_DUPLICATES, &why);
	if (!*json)
		return node_error(&node, NULL, "line %d: not JSON: %.100s (truncated or damaged?)",
				  why.line, why.text);
	return 0;
}

/* The arm keeps one text for all its files. */
static int same_text(struct reading *r, const struct node *node, const char *key, bool required,
		     char **kept)
{
	const char *text = NULL;
	int ret = node_string(node, key, required, &text);

	if (ret || !text)
		return ret;
	if (*kept && strcmp(*kept, text))
		return node_error(node, key,
				  "\"%.60s\", but \"%.60s\" in %.200s (an input is one kernel)",
				  text, *kept, r->arm->runs[0].path);
	if (!*kept)
		*kept = strdup(text);
	return *kept ? 0 : reading_no_memory(r);
}

static int copy_text(struct reading *r, const struct node *node, const char *key, char **copy)
{
	const char *text = NULL;
	int ret = node_string(node, key, false, &text);

	if (ret || !text || *copy)
		return ret;
	*copy = strdup(text);
	return *copy ? 0 : reading_no_memory(r);
}

static int read_source(struct reading *r)
{
	struct source *s = &r->arm->source;
	struct node node = {0};
	bool published;
	int ret = node_object(&r->own, "source", "context.ptebench.source", false, &node);

	if (ret)
		return ret;
	published = node.json;
	if (r->arm->nr_runs && published != r->arm->published)
		return node_error(
			&r->own, "source",
			"published and measured figures under one label (give one of them)");
	r->arm->published = published;
	if (!published)
		return 0;
	ret = copy_text(r, &node, "url", &s->url);
	if (!ret)
		ret = copy_text(r, &node, "title", &s->title);
	if (!ret)
		ret = copy_text(r, &node, "author", &s->author);
	if (!ret)
		ret = copy_text(r, &node, "date", &s->date);
	return ret ? ret : copy_text(r, &node, "note", &s->note);
}

static int read_boot(struct reading *r, const char *id, uint32_t *index)
{
	struct arm *arm = r->arm;
	struct node kernel = {0};
	struct boot *boot;
	int ret;

	for (*index = 0; *index < arm->nr_boots; ++*index) {
		boot = &arm->boots[*index];
		if (strcmp(boot->id, id))
			continue;
		boot->nr_runs++;
		return 0;
	}
	boot = array_add(&arm->boots, arm->nr_boots, &arm->boots_room, sizeof(*boot));
	if (!boot)
		return reading_no_memory(r);
	arm->nr_boots++;
	boot->nr_runs = 1;
	boot->id = strdup(id);
	if (!boot->id)
		return reading_no_memory(r);
	boot->machine = facts_machine_summary(r->own.json);
	ret = node_object(&r->own, "kernel", "context.ptebench.kernel", false, &kernel);
	if (ret || !kernel.json)
		return ret;
	ret = copy_text(r, &kernel, "release", &boot->release);
	return ret ? ret : copy_text(r, &kernel, "version", &boot->version);
}

/*
 * Boot, start and seed tell a run: a file given twice, by whatever names, would pass for more data.
 * The start alone does not, since two short runs may begin in one second.
 */
static int refuse_second_reading(struct reading *r, const char *boot_id, const char *date,
				 int64_t seed)
{
	for (size_t a = 0; a <= r->arm_index && boot_id && date; a++) {
		const struct arm *arm = &r->c->arms[a];

		for (size_t i = 0; i < arm->nr_runs; i++) {
			const struct run *run = &arm->runs[i];

			if (run->date && !strcmp(run->date, date) && run->seed == seed &&
			    !strcmp(arm->boots[run->boot].id, boot_id))
				return node_error(
					&r->own, "boot_id",
					"same boot and start as %.200s (give a file once)",
					run->path);
		}
	}
	return 0;
}

static int read_run(struct reading *r, const struct node *context)
{
	const char *date = NULL, *boot_id = NULL;
	int64_t seed = -1;
	struct run *run;
	uint32_t boot;
	bool interrupted = false;
	int ret = node_string(context, "date", !r->arm->published, &date);

	if (!ret)
		ret = node_string(&r->own, "boot_id", !r->arm->published, &boot_id);
	if (!ret)
		ret = node_bool(&r->own, "interrupted", false, &interrupted);
	if (!ret)
		ret = node_count(&r->own, "seed", false, 0, INT64_MAX, &seed);
	if (!ret)
		ret = refuse_second_reading(r, boot_id, date, seed);
	if (!ret)
		ret = read_boot(r, boot_id ? boot_id : "not stated", &boot);
	if (ret)
		return ret;
	run = array_add(&r->arm->runs, r->arm->nr_runs, &r->arm->runs_room, sizeof(*run));
	if (!run)
		return reading_no_memory(r);
	r->arm->nr_runs++;
	run->seed = seed;
	run->boot = boot;
	run->interrupted = interrupted;
	run->path = strdup(r->root.file);
	run->date = date ? strdup(date) : NULL;
	return run->path && (run->date || !date) ? 0 : reading_no_memory(r);
}

static int read_context(struct reading *r)
{
	struct node context = {0};
	int64_t schema;
	int ret = node_check(&r->root);

	if (!ret)
		ret = node_object(&r->root, "context", "context", true, &context);
	if (ret)
		return ret;
	if (!json_object_get(context.json, "ptebench"))
		return node_error(&context, "ptebench", "missing (not a result file of ptebench)");
	ret = node_object(&context, "ptebench", "context.ptebench", true, &r->own);
	if (!ret)
		ret = node_count(&r->own, "schema", true, 1, INT64_MAX, &schema);
	if (ret)
		return ret;
	if (schema > RESULT_SCHEMA)
		return node_error(&r->own, "schema",
				  "%" PRId64
				  " is newer than %d, which this ptebench reads (update it)",
				  schema, RESULT_SCHEMA);
	ret = read_source(r);
	if (!ret)
		ret = same_text(r, &r->own, "label", true, &r->arm->label);
	if (!ret)
		ret = same_text(r, &r->own, "clock", !r->arm->published, &r->arm->clock);
	if (ret)
		return ret;
	if (facts_add(r->arm, r->own.json))
		return reading_no_memory(r);
	return read_run(r, &context);
}

int parse_file(struct comparison *c, size_t arm_index, const char *path, const char *cases,
	       struct error *err)
{
	_cleanup_json_ json_t *json = NULL;
	struct reading r = {
		.c = c,
		.arm = &c->arms[arm_index],
		.arm_index = arm_index,
		.cases = cases,
	};
	int ret = load(path, &json, err);

	if (ret)
		return ret;
	r.root = (struct node){.json = json, .file = path, .path = "", .index = -1, .err = err};
	ret = read_context(&r);
	return ret ? ret : rows_read(&r);
}

char *parse_label(const char *path)
{
	_cleanup_json_ json_t *json = NULL;
	const char *label;

	if (load(path, &json, NULL))
		return NULL;
	label = json_string_value(json_object_get(
		json_object_get(json_object_get(json, "context"), "ptebench"), "label"));
	return label ? strdup(label) : NULL;
}

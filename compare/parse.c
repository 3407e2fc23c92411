// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/parse.h"

#include "compare/counters.h"
#include "compare/foreign.h"
#include "compare/rows.h"

#include "bench/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Labels name folders: as `ptebench run --label` has them. */
#define MAX_LABEL 100

static int copy_text(const struct reading *r, const struct node *node, const char *key,
		     bool required, char **copy)
{
	const char *text = NULL;
	int ret = node_string(node, key, required, &text);

	if (ret || !text)
		return ret;
	*copy = strdup(text);
	return *copy ? 0 : reading_no_memory(r);
}

static int read_source(const struct reading *r)
{
	struct source *s = &r->file->source;
	struct node node = {0};
	int ret = node_object(&r->own, "source", "context.ptebench.source", false, &node);

	if (ret || !node.json)
		return ret;
	r->file->published = true;
	ret = copy_text(r, &node, "url", false, &s->url);
	if (!ret)
		ret = copy_text(r, &node, "title", false, &s->title);
	if (!ret)
		ret = copy_text(r, &node, "author", false, &s->author);
	if (!ret)
		ret = copy_text(r, &node, "date", false, &s->date);
	return ret ? ret : copy_text(r, &node, "note", false, &s->note);
}

static int read_label(const struct reading *r)
{
	int ret = copy_text(r, &r->own, "label", true, &r->file->label);

	if (ret)
		return ret;
	if (strchr(r->file->label, '/') || strlen(r->file->label) > MAX_LABEL)
		return node_error(&r->own, "label",
				  "\"%.100s\" is no label (up to %d bytes without '/', as for run "
				  "--label)",
				  r->file->label, MAX_LABEL);
	return 0;
}

/* Another's ticks would be judged as time. */
static int read_clock(const struct reading *r)
{
	int ret = copy_text(r, &r->own, "clock", !r->file->published, &r->file->clock);
	const char *clock = r->file->clock;

	if (ret || !clock || !strcmp(clock, "wall") || !strcmp(clock, "instructions"))
		return ret;
	return node_error(&r->own, "clock", "\"%.40s\" is no clock (wall and instructions are)",
			  clock);
}

/* Where and when. */
static int read_run(const struct reading *r, const struct node *context)
{
	struct result_file *file = r->file;
	int ret = copy_text(r, context, "date", !file->published, &file->date);

	if (!ret)
		ret = copy_text(r, &r->own, "boot_id", !file->published, &file->boot_id);
	if (!ret)
		ret = node_bool(&r->own, "interrupted", false, &file->interrupted);
	if (!ret)
		ret = node_count(&r->own, "seed", false, 0, INT64_MAX, &file->seed);
	if (!ret)
		ret = node_count(&r->own, "block", false, 0, INT64_MAX, &file->block);
	if (!ret)
		ret = node_count(&r->own, "position", false, 0, INT64_MAX, &file->position);
	if (!ret && file->position >= 0 && file->block < 0)
		ret = node_error(&r->own, "position", "without a block (the file is damaged)");
	return ret;
}

static int read_kernel(const struct reading *r)
{
	struct node kernel = {0};
	int ret = node_object(&r->own, "kernel", "context.ptebench.kernel", false, &kernel);

	if (ret || !kernel.json)
		return ret;
	ret = copy_text(r, &kernel, "release", false, &r->file->release);
	return ret ? ret : copy_text(r, &kernel, "version", false, &r->file->version);
}

static int check_schema(const struct reading *r)
{
	int64_t schema = 0;
	int ret = node_count(&r->own, "schema", true, 1, INT64_MAX, &schema);

	if (ret || schema == RESULT_SCHEMA)
		return ret;
	if (schema > RESULT_SCHEMA)
		return node_error(&r->own, "schema",
				  "%" PRId64
				  " is newer than %d, which this ptebench reads (update it)",
				  schema, RESULT_SCHEMA);
	return node_error(&r->own, "schema",
			  "%" PRId64 " is older than %d, which this ptebench reads (measure again)",
			  schema, RESULT_SCHEMA);
}

static int read_own(const struct reading *r, const struct node *context)
{
	int ret = check_schema(r);

	if (!ret)
		ret = read_source(r);
	if (!ret)
		ret = read_label(r);
	if (!ret)
		ret = read_clock(r);
	if (!ret)
		ret = read_run(r, context);
	if (!ret)
		ret = read_kernel(r);
	if (!ret)
		ret = facts_read(&r->file->facts, &r->own);
	if (!ret)
		ret = uncounted_read(&r->file->uncounted, &r->own);
	if (ret == -ENOMEM)
		reading_no_memory(r);
	if (ret)
		return ret;
	r->file->machine = facts_machine_summary(r->own.json);
	return rows_read(r);
}

static int read_json(struct reading *r)
{
	struct node context = {0};
	int ret = node_check(&r->root);

	if (!ret)
		ret = node_object(&r->root, "context", "context", true, &context);
	if (ret)
		return ret;
	if (!json_object_get(context.json, "ptebench"))
		return foreign_read(r, &context);
	ret = node_object(&context, "ptebench", "context.ptebench", true, &r->own);
	return ret ? ret : read_own(r, &context);
}

static bool has_label(json_t *json, const char *label)
{
	json_t *own = json_object_get(json_object_get(json, "context"), "ptebench");
	const char *found = json_string_value(json_object_get(own, "label"));

	return found && !strcmp(found, label);
}

/* Spares parsing where nothing in the text is the label, nor an escape that could stand for it. */
static bool may_have_label(const char *text, size_t size, const char *label)
{
	return memmem(text, size, label, strlen(label)) || memchr(text, '\\', size);
}

static int load(const char *text, size_t size, const char *name, json_t **json, struct error *err)
{
	struct node node = {.file = name, .path = "", .index = -1, .err = err};
	json_error_t why;

	if (!size)
		return node_error(&node, NULL, "empty (the run wrote nothing, or the copy failed)");
	*json = json_loadb(text, size, JSON_REJECT_DUPLICATES, &why);
	if (*json)
		return 0;
	if (json_error_code(&why) == json_error_out_of_memory)
		return error_set(err, -ENOMEM, "%s: not enough memory to read it (compare fewer)",
				 name);
	return node_error(&node, NULL, "line %d: not JSON: %.100s (truncated or damaged?)",
			  why.line, why.text);
}

int parse_text(const char *text, size_t size, const char *name, const struct parse_options *options,
	       struct result_file *file, struct error *err)
{
	_cleanup_json_ json_t *json = NULL;
	struct result_file read;
	struct reading r = {.file = &read, .cases = options->cases};
	int ret;

	if (options->label && !may_have_label(text, size, options->label))
		return 1;
	ret = load(text, size, name, &json, err);
	if (options->label && ret != -ENOMEM && (ret || !has_label(json, options->label)))
		return 1;
	if (ret)
		return ret;
	r.root = (struct node){.json = json, .file = name, .path = "", .index = -1, .err = err};
	if (result_file_init(&read, name))
		return reading_no_memory(&r);
	ret = read_json(&r);
	json_decref(read.row_index);
	read.row_index = NULL;
	if (ret)
		result_file_free(&read);
	else
		*file = read;
	return ret;
}

/* All of it, or more than MAX_FILE_BYTES of it. */
static int read_whole(int fd, char **text, size_t *size)
{
	size_t room = 1 << 16, len = 0;
	struct stat st;
	ssize_t n = 1;

	if (fstat(fd, &st))
		return -errno;
	/* A byte more finds the end without growing. */
	if (st.st_size > 0)
		room = (size_t)st.st_size < MAX_FILE_BYTES ? (size_t)st.st_size + 1
							   : MAX_FILE_BYTES + 1;
	while (n && len <= MAX_FILE_BYTES) {
		char *more = realloc(*text, room);

		if (!more)
			return -ENOMEM;
		*text = more;
		while (len < room && (n = read(fd, *text + len, room - len)) != 0) {
			if (n < 0 && errno != EINTR)
				return -errno;
			len += n > 0 ? (size_t)n : 0;
		}
		room = 2 * room < MAX_FILE_BYTES ? 2 * room : MAX_FILE_BYTES + 1;
	}
	*size = len;
	return 0;
}

int parse_file(const char *path, const struct parse_options *options, struct result_file *file,
	       struct error *err)
{
	_cleanup_fd_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	_cleanup_free_ char *text = NULL;
	size_t size = 0;
	int ret = fd < 0 ? -errno : read_whole(fd, &text, &size);

	if (ret && options->label && ret != -ENOMEM)
		return 1;
	if (ret)
		return error_set(err, ret, "%s: cannot be read: %s (check name and permissions)",
				 path, strerror(-ret));
	if (size > MAX_FILE_BYTES)
		return error_set(err, -EINVAL, "%s: larger than %zu MiB (no run writes so much)",
				 path, MAX_FILE_BYTES >> 20);
	return parse_text(text, size, path, options, file, err);
}

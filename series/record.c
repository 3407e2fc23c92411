// SPDX-License-Identifier: GPL-2.0-or-later
#include "record.h"

#include "build.h"

#include <errno.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

#define RECORD_SCHEMA 1

static const char *path_of(const struct series *s, char *path)
{
	snprintf(path, PATH_MAX, "%s/series.json", s->dir);
	return path;
}

static json_t *commits_json(const struct series *s)
{
	json_t *list = json_array();

	for (size_t i = 0; i < s->range.nr; i++)
		json_array_append_new(list, json_string(s->range.list[i].commit));
	return list;
}

static json_t *checksum_json(const char *text)
{
	char sha256[SHA256_DIGEST_STRING_LENGTH];

	return json_string(SHA256Data((const uint8_t *)text, strlen(text), sha256));
}

/* What must be the same when a series goes on. */
static json_t *identity_json(const struct series *s)
{
	json_t *identity = json_pack("{s:s,s:o,s:o,s:s}", "arch", vm_arch_name(s->o->arch),
				     "commits", commits_json(s), "guest_config_sha256",
				     checksum_json(s->fragment), "compiler", s->compiler);

	json_object_set_new(identity, "config_sha256",
			    s->config ? checksum_json(s->config) : json_string("tinyconfig"));
	return identity;
}

static json_t *steps_json(const struct series *s)
{
	json_t *list = json_array();

	for (size_t i = 0; i < s->range.nr; i++) {
		const struct series_step *step = &s->range.list[i];

		json_array_append_new(
			list, json_pack("{s:s,s:s,s:s,s:b,s:b,s:f,s:s?}", "label", step->label,
					"commit", step->commit, "subject", step->subject, "merge",
					step->merge, "built", build_is_done(s, step), "seconds",
					step->seconds, "failure", step->failure));
	}
	return list;
}

int series_record_write(const struct series *s, struct error *err)
{
	_cleanup_json_ json_t *record = identity_json(s);
	_cleanup_free_ char *text = NULL;
	char path[PATH_MAX];
	int ret = -ENOMEM;

	json_object_set_new(record, "ptebench_series", json_integer(RECORD_SCHEMA));
	json_object_set_new(record, "tree", json_string(s->o->tree));
	json_object_set_new(record, "steps", steps_json(s));
	text = record ? json_dumps(record, JSON_INDENT(1)) : NULL;
	if (text)
		ret = write_file_atomic(path_of(s, path), text, strlen(text), 0644);
	return ret ? error_set(err, ret, "%s: cannot be written: %s (check space and permissions)",
			       path_of(s, path), strerror(-ret))
		   : 0;
}

/* What builds took, and what came of those that will not be tried again. */
static void take_over(struct series *s, const json_t *steps)
{
	for (size_t i = 0; i < s->range.nr; i++) {
		struct series_step *step = &s->range.list[i];
		const json_t *then = json_array_get(steps, i);
		const char *failure = json_string_value(json_object_get(then, "failure"));

		step->seconds = json_number_value(json_object_get(then, "seconds"));
		if (failure && s->booted)
			step->failure = strdup(failure);
	}
}

static int other(const struct series *s, const char *key, struct error *err)
{
	char path[PATH_MAX];

	if (!strcmp(key, "commits"))
		return error_set(err, -EINVAL,
				 "--resume %s: other commits than this series began with, or names "
				 "that stand for others now (give the hashes, which are in %s, or "
				 "begin another)",
				 s->o->vm.campaign, path_of(s, path));
	return error_set(err, -EINVAL,
			 "--resume %s: %s: not what this series began with (the same options, or "
			 "begin another; what it began with is in %s)",
			 s->o->vm.campaign, key, path_of(s, path));
}

int series_record_resume(struct series *s, struct error *err)
{
	_cleanup_json_ json_t *record = NULL, *now = identity_json(s);
	char path[PATH_MAX];
	const char *key;
	json_error_t why;
	json_t *value;

	record = json_load_file(path_of(s, path), JSON_REJECT_DUPLICATES, &why);
	if (!now)
		return error_set(err, -ENOMEM, "series: not enough memory (free some)");
	if (!record)
		return error_set(err, -EINVAL,
				 "%s: line %d: %.100s (no series that can go on: begin another)",
				 path, why.line, why.text);
	if (json_integer_value(json_object_get(record, "ptebench_series")) != RECORD_SCHEMA)
		return error_set(err, -EINVAL,
				 "%s: not the record of a series, or of another version of "
				 "ptebench (begin another)",
				 path);
	json_object_foreach (now, key, value)
		if (!json_equal(value, json_object_get(record, key)))
			return other(s, key, err);
	take_over(s, json_object_get(record, "steps"));
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "record.h"

#include <errno.h>
#include <inttypes.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

#define RECORD_SCHEMA 1

/* A kernel under development keeps its version from build to build: the file's checksum tells. */
static json_t *kernels_json(const struct vm_options *o, const struct kernel_image *images)
{
	json_t *list = json_array();

	for (size_t i = 0; i < o->nr_kernels; i++) {
		char sha256[SHA256_DIGEST_STRING_LENGTH];

		if (!SHA256File(images[i].path, sha256))
			sha256[0] = '\0';
		json_array_append_new(list,
				      json_pack("{s:s,s:s,s:s,s:s}", "label", o->kernels[i].label,
						"version", images[i].version, "arch",
						vm_arch_name(images[i].arch), "sha256", sha256));
	}
	return list;
}

/* What must be the same when a campaign goes on; the seed stands beside it. */
static json_t *identity_json(const struct vm_options *o, const struct kernel_image *images)
{
	json_t *run = json_array();

	for (size_t i = 0; i < o->run.nr; i++)
		json_array_append_new(run, json_string(o->run.list[i]));
	return json_pack("{s:o,s:s,s:I,s:o}", "kernels", kernels_json(o, images), "accel",
			 vm_accel_name(o->accel), "memory_bytes", (json_int_t)o->memory_bytes,
			 "run", run);
}

int record_write(const char *dir, const struct vm_options *options,
		 const struct kernel_image *images, struct error *err)
{
	_cleanup_json_ json_t *record = identity_json(options, images);
	_cleanup_free_ char *text = NULL;
	char path[PATH_MAX];
	int ret = -ENOMEM;

	json_object_set_new(record, "ptebench_campaign", json_integer(RECORD_SCHEMA));
	json_object_set_new(record, "seed", json_integer((json_int_t)options->seed));
	json_object_set_new(record, "boots", json_integer(options->blocks));
	snprintf(path, sizeof(path), "%s/campaign.json", dir);
	text = record ? json_dumps(record, JSON_INDENT(1)) : NULL;
	if (text)
		ret = write_file_atomic(path, text, strlen(text), 0644);
	if (ret)
		error_set(err, ret, "%s: cannot be written: %s (check space and permissions)", path,
			  strerror(-ret));
	return ret;
}

/* @record, read from @path, is one. */
static int check_form(const json_t *record, const char *path, struct error *err)
{
	const json_t *schema = json_object_get(record, "ptebench_campaign");
	const json_t *seed = json_object_get(record, "seed");
	const json_t *number = json_object_get(record, "boots");
	json_int_t boots = json_is_integer(number) ? json_integer_value(number) : -1;

	if (json_integer_value(schema) == RECORD_SCHEMA && json_is_integer(seed) &&
	    (uint64_t)json_integer_value(seed) <= VM_MAX_SEED && boots >= 0 &&
	    boots <= VM_MAX_BOOTS)
		return 0;
	return error_set(err, -EINVAL,
			 "%s: not the record of a campaign, or of another version of ptebench "
			 "(start another)",
			 path);
}

/* The number of boots, which may grow, and the seed: taken over unless given. */
static int take_over(const json_t *record, const char *path, struct vm_options *o,
		     struct error *err)
{
	uint64_t seed = (uint64_t)json_integer_value(json_object_get(record, "seed"));
	json_int_t boots = json_integer_value(json_object_get(record, "boots"));

	if (o->seed_given && o->seed != seed)
		return error_set(err, -EINVAL, "%s: its seed is %" PRIu64 " (leave out --seed)",
				 path, seed);
	if (o->blocks_given && o->blocks < boots)
		return error_set(err, -EINVAL,
				 "%s: it has %" JSON_INTEGER_FORMAT
				 " boots of each kernel (leave out --boots, or give more)",
				 path, boots);
	o->seed = seed;
	/* None were wanted by `explain`. */
	if (!o->blocks_given && boots)
		o->blocks = (unsigned int)boots;
	return 0;
}

int record_resume(const char *dir, struct vm_options *options, const struct kernel_image *images,
		  struct error *err)
{
	_cleanup_json_ json_t *record = NULL, *now = identity_json(options, images);
	char path[PATH_MAX];
	const char *key;
	json_error_t why;
	json_t *value;
	int ret;

	if (!now)
		return error_set(err, -ENOMEM, "vm: not enough memory (free some)");
	snprintf(path, sizeof(path), "%s/campaign.json", dir);
	record = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
	if (!record)
		return error_set(err, -EINVAL,
				 "%s: line %d: %.100s (no campaign that can go on: start another)",
				 path, why.line, why.text);
	ret = check_form(record, path, err);
	if (ret)
		return ret;
	json_object_foreach (now, key, value) {
		if (json_equal(value, json_object_get(record, key)))
			continue;
		return error_set(err, -EINVAL,
				 "%s: %s: not what this campaign began with (give the same kernels "
				 "and options; they are in that file)",
				 path, key);
	}
	return take_over(record, path, options, err);
}

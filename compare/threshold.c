// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/threshold.h"

#include "compare/fields.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int threshold_parse_percent(const char *what, const char *text, double *value, struct error *err)
{
	char *end;
	double percent;

	errno = 0;
	percent = strtod(text, &end);
	while (*end == ' ')
		end++;
	if (end == text || *end != '%' || end[1] || errno || !(percent > 0 && percent <= 100))
		return error_set(err, -EINVAL,
				 "%s: \"%.60s\" is no share above 0%% and up to 100%% (write 3%%)",
				 what, text);
	*value = percent / 100;
	return 0;
}

static int add(struct thresholds *t, size_t at, const char *glob, size_t len, double value,
	       struct error *err)
{
	struct threshold *added = array_add(&t->list, t->nr, &t->room, sizeof(*added));
	char *copy = glob ? strndup(glob, len) : NULL;

	if (!added || (glob && !copy)) {
		free(copy);
		return error_set(err, -ENOMEM, "--threshold: not enough memory (give fewer)");
	}
	memmove(&t->list[at + 1], &t->list[at], (t->nr - at) * sizeof(*added));
	t->list[at] = (struct threshold){.glob = copy, .value = value};
	t->nr++;
	return 0;
}

int threshold_add(struct thresholds *t, const char *text, struct error *err)
{
	const char *equals = strrchr(text, '=');
	double value;
	int ret = threshold_parse_percent("--threshold", equals ? equals + 1 : text, &value, err);

	if (ret)
		return ret;
	if (equals == text)
		return error_set(err, -EINVAL,
				 "--threshold %.60s: no case before '=' (write GLOB=3%%)", text);
	return add(t, t->nr, equals ? text : NULL, equals ? (size_t)(equals - text) : 0, value,
		   err);
}

static int parse_entry(const struct node *node, const char *key, double *value)
{
	const char *text = NULL;
	struct error why;
	int ret = node_string(node, key, true, &text);

	if (ret)
		return ret;
	if (threshold_parse_percent("", text, value, &why))
		return node_error(node, key, "%s", why.text + strlen(": "));
	return 0;
}

static int add_entries(struct thresholds *t, const struct node *root, struct error *err)
{
	struct node cases = {0};
	const char *key;
	json_t *entry;
	size_t at = 0;
	double value;
	int ret = node_check(root);

	if (!ret)
		json_object_foreach (root->json, key, entry)
			if (strcmp(key, "default") && strcmp(key, "cases"))
				return node_error(root, key,
						  "unknown (only default and cases are read)");
	if (!ret && json_object_get(root->json, "default")) {
		ret = parse_entry(root, "default", &value);
		if (!ret)
			ret = add(t, at++, NULL, 0, value, err);
	}
	if (!ret)
		ret = node_object(root, "cases", "cases", false, &cases);
	if (ret || !cases.json)
		return ret;
	json_object_foreach (cases.json, key, entry) {
		ret = parse_entry(&cases, key, &value);
		if (!ret)
			ret = add(t, at, key, strlen(key), value, err);
		if (ret)
			return ret;
		t->list[at++].from_file = true;
	}
	return 0;
}

int threshold_add_file(struct thresholds *t, const char *path, struct error *err)
{
	struct node root = {.file = path, .path = "", .index = -1, .err = err};
	_cleanup_json_ json_t *json = NULL;
	json_error_t why;

	json = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
	if (!json && json_error_code(&why) == json_error_cannot_open_file)
		return error_set(err, -ENOENT, "%s: cannot be read (check name and permissions)",
				 path);
	if (!json)
		return node_error(&root, NULL, "line %d: not JSON: %.100s (see compare --help)",
				  why.line, why.text);
	root.json = json;
	return add_entries(t, &root, err);
}

static double default_threshold(const struct comparison *c)
{
	for (size_t a = 0; a < c->nr_arms; a++)
		if (counts_instructions(&c->arms[a]))
			return DEFAULT_INSTRUCTIONS_THRESHOLD;
	return DEFAULT_THRESHOLD;
}

static bool matches_any(const struct threshold *threshold, const struct comparison *c)
{
	for (size_t r = 0; r < c->nr_rows; r++)
		if (row_name_matches(threshold->glob, c->rows[r].name))
			return true;
	return false;
}

/* What is said of all cases gives way to what is said of some, whatever the order. */
int threshold_apply(const struct thresholds *t, struct comparison *c, struct error *err)
{
	double common = default_threshold(c);

	for (size_t i = 0; i < t->nr; i++)
		if (!t->list[i].glob)
			common = t->list[i].value;
	for (size_t r = 0; r < c->nr_rows; r++)
		c->rows[r].threshold = common;
	for (size_t i = 0; i < t->nr; i++) {
		const struct threshold *threshold = &t->list[i];

		if (!threshold->glob)
			continue;
		if (!threshold->from_file && !matches_any(threshold, c))
			return error_set(err, -EINVAL,
					 "--threshold %.60s: matches no row (their names are in "
					 "the table)",
					 threshold->glob);
		for (size_t r = 0; r < c->nr_rows; r++)
			if (row_name_matches(threshold->glob, c->rows[r].name))
				c->rows[r].threshold = threshold->value;
	}
	return 0;
}

json_t *threshold_unused(const struct thresholds *t, const struct comparison *c)
{
	json_t *globs = json_array();

	for (size_t i = 0; i < t->nr && globs; i++) {
		if (!t->list[i].from_file || matches_any(&t->list[i], c))
			continue;
		if (json_array_append_new(globs, json_string(t->list[i].glob))) {
			json_decref(globs);
			return NULL;
		}
	}
	return globs;
}

void threshold_free(struct thresholds *t)
{
	for (size_t i = 0; i < t->nr; i++)
		free(t->list[i].glob);
	free(t->list);
	memset(t, 0, sizeof(*t));
}

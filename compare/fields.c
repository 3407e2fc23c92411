// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/fields.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What no repetition of anything takes; beyond it the file is damaged or not about time. */
#define MIN_TIME_NS 1e-3
#define MAX_TIME_NS 1e14

/* Names and parse errors come from the file and may hold line ends and worse. */
static void keep_to_one_line(char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
}

int node_error(const struct node *node, const char *key, const char *fmt, ...)
{
	char text[400], place[160] = "";
	size_t len = 0;
	va_list args;

	if (!node->err)
		return -EINVAL;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);

	len = (size_t)snprintf(place, sizeof(place), "%s", node->path);
	if (node->index >= 0)
		len += (size_t)snprintf(place + len, sizeof(place) - len, "[%ld]", node->index);
	if (node->sub)
		len += (size_t)snprintf(place + len, sizeof(place) - len, ".%s", node->sub);
	if (key)
		len += (size_t)snprintf(place + len, sizeof(place) - len, "%s%s", len ? "." : "",
					key);
	error_set(node->err, -EINVAL, "%s: %s%s%s", node->file, place, len ? ": " : "", text);
	keep_to_one_line(node->err->text);
	return -EINVAL;
}

static const char *type_name(const json_t *json)
{
	static const char *const names[] = {
		[JSON_OBJECT] = "an object", [JSON_ARRAY] = "an array", [JSON_STRING] = "a string",
		[JSON_INTEGER] = "a number", [JSON_REAL] = "a number",  [JSON_TRUE] = "true",
		[JSON_FALSE] = "false",      [JSON_NULL] = "null",
	};

	return names[json_typeof(json)];
}

/* 1: there and of that type; 0: absent and need not be there; -EINVAL. */
static int look_up(const struct node *node, const char *key, bool required, bool (*is)(json_t *),
		   const char *wanted, json_t **out)
{
	json_t *value = json_object_get(node->json, key);

	if (!value && !required)
		return 0;
	if (!value)
		return node_error(node, key, "missing (a result file has %s there)", wanted);
	if (!is(value))
		return node_error(node, key, "is %s, not %s (a result file has %s there)",
				  type_name(value), wanted, wanted);
	*out = value;
	return 1;
}

static bool is_object(json_t *json)
{
	return json_is_object(json);
}

static bool is_array(json_t *json)
{
	return json_is_array(json);
}

static bool is_string(json_t *json)
{
	return json_is_string(json);
}

static bool is_integer(json_t *json)
{
	return json_is_integer(json);
}

static bool is_number(json_t *json)
{
	return json_is_number(json);
}

static bool is_boolean(json_t *json)
{
	return json_is_boolean(json);
}

int node_check(const struct node *node)
{
	if (json_is_object(node->json))
		return 0;
	return node_error(node, NULL, "is %s, not an object (a result file has one there)",
			  type_name(node->json));
}

int node_object(const struct node *node, const char *key, const char *path, bool required,
		struct node *out)
{
	struct node found = *node;
	int ret;

	found.json = NULL;
	if (node->index >= 0)
		found.sub = path;
	else
		found.path = path;
	ret = look_up(node, key, required, is_object, "an object", &found.json);
	if (ret < 0)
		return ret;
	*out = found;
	return 0;
}

int node_array(const struct node *node, const char *key, bool required, json_t **out)
{
	int ret = look_up(node, key, required, is_array, "an array", out);

	return ret < 0 ? ret : 0;
}

int node_string(const struct node *node, const char *key, bool required, const char **out)
{
	json_t *value = NULL;
	int ret = look_up(node, key, required, is_string, "a string", &value);

	if (ret <= 0)
		return ret;
	if (!json_string_length(value))
		return node_error(node, key, "empty (a result file has a name there)");
	*out = json_string_value(value);
	return 0;
}

int node_name(const struct node *node, const char *key, char *buf, size_t size)
{
	const char *text = NULL;
	int ret = node_string(node, key, true, &text);

	if (ret)
		return ret;
	if (strlen(text) >= size)
		return node_error(node, key, "longer than %zu bytes (shorten it)", size - 1);
	strcpy(buf, text);
	return 0;
}

int node_count(const struct node *node, const char *key, bool required, int64_t min, int64_t max,
	       int64_t *out)
{
	json_t *value = NULL;
	int ret = look_up(node, key, required, is_integer, "a whole number", &value);
	int64_t n;

	if (ret <= 0)
		return ret;
	n = json_integer_value(value);
	if (n < min && max == INT64_MAX)
		return node_error(node, key,
				  "%" PRId64 " is below %" PRId64 " (the file is damaged)", n, min);
	if (n < min || n > max)
		return node_error(node, key,
				  "%" PRId64 " is not from %" PRId64 " to %" PRId64
				  " (the file is damaged)",
				  n, min, max);
	*out = n;
	return 0;
}

int node_time(const struct node *node, const char *key, double unit_ns, double *out)
{
	json_t *value = NULL;
	int ret = look_up(node, key, true, is_number, "a number", &value);
	double ns;

	if (ret < 0)
		return ret;
	ns = json_number_value(value) * unit_ns;
	if (!isfinite(ns) || ns <= 0)
		return node_error(node, key, "%g is not a positive finite number (measure again)",
				  json_number_value(value));
	if (ns < MIN_TIME_NS || ns > MAX_TIME_NS)
		return node_error(node, key,
				  "%g ns is absurd, not from %g to %g (is its unit right?)", ns,
				  MIN_TIME_NS, MAX_TIME_NS);
	*out = ns;
	return 0;
}

int node_cpu_time(const struct node *node, const char *key, bool required)
{
	json_t *value = NULL;
	int ret = look_up(node, key, required, is_number, "a number", &value);
	double ns = json_number_value(value);

	if (ret <= 0)
		return ret;
	if (!(ns >= 0 && ns <= MAX_TIME_NS))
		return node_error(node, key, "%g ns is not from 0 to %g (measure again)", ns,
				  MAX_TIME_NS);
	return 0;
}

int node_bool(const struct node *node, const char *key, bool required, bool *out)
{
	json_t *value = NULL;
	int ret = look_up(node, key, required, is_boolean, "true or false", &value);

	if (ret <= 0)
		return ret;
	*out = json_is_true(value);
	return 0;
}

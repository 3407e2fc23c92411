/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What several of the forms for machines need, so that they agree on it. */
#ifndef COMPARE_EMIT_H
#define COMPARE_EMIT_H

#include "compare/model.h"

/* What a test runner takes a verdict for. */
enum outcome {
	OUTCOME_PASS,
	OUTCOME_FAIL,  /* a regression */
	OUTCOME_ERROR, /* no regression was found, but none is excluded either */
	OUTCOME_SKIP,  /* nothing to judge */
};

/*
 * A control passes unless it moved or was lost, and is skipped where it has nothing to show: the
 * verdict of the whole does not depend on it otherwise (verdict_exit_status()).
 */
enum outcome emit_outcome(const struct row *row, const struct judgement *j);

/* "patched against base". The caller frees it; NULL: no memory. */
char *emit_contrast_name(const struct comparison *c, const struct contrast *contrast);

/* "none", "paired", "welch", "instructions". */
const char *emit_method(enum method method);

/* What the arm's clock counts: "ns", or "instructions". */
const char *emit_unit(const struct arm *arm);

/* The first boot's kernel, uname's release; NULL: not stated. */
const char *emit_kernel(const struct arm *arm);

/* A ratio as change in percent: 1.02 is 2. */
double emit_percent(double ratio);

/* Whether both bounds are known and finite. */
bool emit_known(struct interval interval);

/* The figures behind a verdict in one line of ASCII, for people; empty where there are none. */
void emit_figures(FILE *f, const struct comparison *c, const struct contrast *contrast,
		  const struct row *row, const struct judgement *j);

/* Length in bytes of the UTF-8 character at @text, which is not empty; 0: the byte is of none. */
size_t emit_utf8(const char *text);

/*
 * For names in forms of lines and fields: '%', the characters of @unsafe, spaces at both ends and
 * whatever is no printable ASCII as %XX, byte by byte (RFC 3986), so that different texts stay so.
 */
void emit_encoded(FILE *f, const char *text, const char *unsafe);

/* JSON. Bytes that are no UTF-8 become U+FFFD. A new reference; NULL: no memory. */
json_t *emit_json_text(const char *text);

/* Add to @object; a NULL text and a number that is not finite are left out, as JSON has neither. */
void emit_set_text(json_t *object, const char *key, const char *text);
void emit_set_count(json_t *object, const char *key, size_t n);
void emit_set_real(json_t *object, const char *key, double value);
void emit_set_bool(json_t *object, const char *key, bool value);

/* [low, high], left out where one is not known: as it is; of ratios, as changes in percent. */
void emit_set_bounds(json_t *object, const char *key, struct interval interval);
void emit_set_interval(json_t *object, const char *key, struct interval ratios);

/* The ratio, as change, and its interval; nothing where it is not known. */
void emit_set_change(json_t *object, const struct change *change);

/* A new array under @key; a new object at the end of @array. Both borrowed. */
json_t *emit_set_array(json_t *object, const char *key);
json_t *emit_append_object(json_t *array);

/* Writes it and a line end. 0, -ENOMEM if @root is NULL, -EIO. */
int emit_json(FILE *f, const json_t *root);

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/emit.h"

#include "compare/figure.h"
#include "compare/verdict.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum outcome emit_outcome(const struct row *row, const struct judgement *j)
{
	bool moved = j->verdict == VERDICT_REGRESSION || j->verdict == VERDICT_IMPROVEMENT;

	if (verdict_is_lost_control(row, j) || (row->control && moved))
		return OUTCOME_ERROR;
	if (row->control)
		return isfinite(j->change.ratio) ? OUTCOME_PASS : OUTCOME_SKIP;
	if (j->verdict == VERDICT_REGRESSION)
		return OUTCOME_FAIL;
	if (j->verdict < VERDICT_INCONCLUSIVE)
		return OUTCOME_PASS;
	return j->verdict < VERDICT_NOT_MEASURED ? OUTCOME_ERROR : OUTCOME_SKIP;
}

char *emit_contrast_name(const struct comparison *c, const struct contrast *contrast)
{
	char *name;

	if (asprintf(&name, "%s against %s", c->arms[contrast->here].name,
		     c->arms[contrast->base].name) < 0)
		return NULL;
	return name;
}

const char *emit_method(enum method method)
{
	static const char *const names[] = {
		[METHOD_NONE] = "none",
		[METHOD_PAIRED] = "paired",
		[METHOD_WELCH] = "welch",
		[METHOD_INSTRUCTIONS] = "instructions",
	};

	return names[method];
}

const char *emit_unit(const struct arm *arm)
{
	return counts_instructions(arm) ? "instructions" : "ns";
}

const char *emit_kernel(const struct arm *arm)
{
	return arm->nr_boots ? arm->boots[0].release : NULL;
}

double emit_percent(double ratio)
{
	return estimate_change_percent(1, ratio);
}

bool emit_known(struct interval interval)
{
	return isfinite(interval.low) && isfinite(interval.high);
}

void emit_figures(FILE *f, const struct comparison *c, const struct contrast *contrast,
		  const struct row *row, const struct judgement *j)
{
	const struct cell *base = &row->cells[contrast->base], *here = &row->cells[contrast->here];

	if (!isfinite(j->change.ratio))
		return;
	fprintf(f, "%s%s per iteration, before %s, %s",
		figure_time(&c->arms[contrast->here], here->estimate.value).text,
		counts_instructions(&c->arms[contrast->here]) ? " instructions" : "",
		figure_time(&c->arms[contrast->base], base->estimate.value).text,
		figure_change(j->change.ratio).text);
	if (j->method == METHOD_NONE)
		return;
	if (emit_known(j->change.interval))
		fprintf(f, ", 95%% interval %s to %s", figure_change(j->change.interval.low).text,
			figure_change(j->change.interval.high).text);
	fprintf(f, ", p %.2g", j->p);
	if (isfinite(j->p_adjusted))
		fprintf(f, ", adjusted %.2g", j->p_adjusted);
	if (isfinite(j->detectable))
		fprintf(f, ", detectable %.2g%%", 100 * j->detectable);
	if (j->fragile)
		fprintf(f, ", fragile");
}

/* The ranges of RFC 3629, section 4: no overlong forms, no surrogates, nothing beyond 10FFFF. */
size_t emit_utf8(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	unsigned char low = 0x80, high = 0xbf;
	size_t n;

	if (s[0] < 0x80)
		return 1;
	if (s[0] < 0xc2 || s[0] > 0xf4)
		return 0;
	n = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	if (s[0] == 0xe0)
		low = 0xa0;
	else if (s[0] == 0xed)
		high = 0x9f;
	else if (s[0] == 0xf0)
		low = 0x90;
	else if (s[0] == 0xf4)
		high = 0x8f;
	if (s[1] < low || s[1] > high)
		return 0;
	for (size_t i = 2; i < n; i++)
		if (s[i] < 0x80 || s[i] > 0xbf)
			return 0;
	return n;
}

void emit_encoded(FILE *f, const char *text, const char *unsafe)
{
	for (const char *s = text; *s; s++) {
		bool end = s == text || !s[1];

		if (*s < ' ' || *s > '~' || *s == '%' || (*s == ' ' && end) || strchr(unsafe, *s))
			fprintf(f, "%%%02X", (unsigned char)*s);
		else
			fputc(*s, f);
	}
}

json_t *emit_json_text(const char *text)
{
	_cleanup_free_ char *valid = NULL;
	json_t *json = json_string(text);
	size_t size = 0;
	FILE *f;

	if (json)
		return json;
	f = open_memstream(&valid, &size);
	if (!f)
		return NULL;
	while (*text) {
		size_t n = emit_utf8(text);

		if (n)
			fwrite(text, 1, n, f);
		else
			fputs("\xef\xbf\xbd", f);
		text += n ? n : 1;
	}
	return fclose(f) ? NULL : json_string(valid);
}

void emit_set_text(json_t *object, const char *key, const char *text)
{
	if (text)
		json_object_set_new(object, key, emit_json_text(text));
}

void emit_set_count(json_t *object, const char *key, size_t n)
{
	json_object_set_new(object, key, json_integer((json_int_t)n));
}

void emit_set_real(json_t *object, const char *key, double value)
{
	if (isfinite(value))
		json_object_set_new(object, key, json_real(value));
}

void emit_set_bool(json_t *object, const char *key, bool value)
{
	json_object_set_new(object, key, json_boolean(value));
}

json_t *emit_set_array(json_t *object, const char *key)
{
	json_t *array = json_array();

	json_object_set_new(object, key, array);
	return array;
}

json_t *emit_append_object(json_t *array)
{
	json_t *object = json_object();

	json_array_append_new(array, object);
	return object;
}

void emit_set_bounds(json_t *object, const char *key, struct interval interval)
{
	json_t *array;

	if (!emit_known(interval))
		return;
	array = emit_set_array(object, key);
	json_array_append_new(array, json_real(interval.low));
	json_array_append_new(array, json_real(interval.high));
}

void emit_set_interval(json_t *object, const char *key, struct interval ratios)
{
	emit_set_bounds(object, key,
			(struct interval){emit_percent(ratios.low), emit_percent(ratios.high)});
}

void emit_set_change(json_t *object, const struct change *change)
{
	if (!isfinite(change->ratio))
		return;
	emit_set_real(object, "ratio", change->ratio);
	emit_set_real(object, "change_percent", emit_percent(change->ratio));
	emit_set_interval(object, "interval_95_percent", change->interval);
}

int emit_json(FILE *f, const json_t *root)
{
	if (!root)
		return -ENOMEM;
	if (json_dumpf(root, f, JSON_INDENT(2) | JSON_REAL_PRECISION(12)))
		return -EIO;
	fputc('\n', f);
	return ferror(f) ? -EIO : 0;
}

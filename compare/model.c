// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/model.h"

#include "compare/counters.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void *array_add(void *array, size_t count, size_t *room, size_t size)
{
	void *base;
	char *element;

	/* The caller's pointer is to some other type: it is copied, not aliased. */
	memcpy(&base, array, sizeof(base));
	if (count == *room) {
		size_t more = *room ? 2 * *room : 8;
		void *grown = reallocarray(base, more, size);

		if (!grown)
			return NULL;
		base = grown;
		memcpy(array, &base, sizeof(base));
		*room = more;
	}
	element = (char *)base + count * size;
	memset(element, 0, size);
	return element;
}

int comparison_init(struct comparison *c, size_t nr_arms)
{
	memset(c, 0, sizeof(*c));
	c->arms = calloc(nr_arms, sizeof(*c->arms));
	c->row_index = json_object();
	if (!c->arms || !c->row_index) {
		comparison_free(c);
		return -ENOMEM;
	}
	c->nr_arms = nr_arms;
	return 0;
}

static void arm_free(struct arm *arm)
{
	for (size_t i = 0; i < arm->nr_runs; i++) {
		free(arm->runs[i].path);
		free(arm->runs[i].date);
	}
	for (size_t i = 0; i < arm->nr_boots; i++) {
		free(arm->boots[i].id);
		free(arm->boots[i].release);
		free(arm->boots[i].version);
		free(arm->boots[i].machine);
	}
	for (size_t i = 0; i < arm->nr_facts; i++) {
		free(arm->facts[i].name);
		free(arm->facts[i].value);
	}
	uncounted_free(&arm->uncounted);
	free(arm->runs);
	free(arm->boots);
	free(arm->facts);
	free(arm->name);
	free(arm->label);
	free(arm->input);
	free(arm->clock);
	free(arm->source.url);
	free(arm->source.title);
	free(arm->source.author);
	free(arm->source.date);
	free(arm->source.note);
}

static void cell_free(struct cell *cell)
{
	free(cell->samples);
	free(cell->failed);
	free(cell->skipped);
	free(cell->boots);
	counters_free(&cell->counters);
	for (size_t d = 0; d < MAX_DIRECTIONS; d++)
		free(cell->direction_boots[d]);
}

static void contrast_free(struct contrast *contrast, size_t nr_rows)
{
	for (size_t r = 0; contrast->judgements && r < nr_rows; r++)
		free(contrast->judgements[r].reason);
	free(contrast->judgements);
	free(contrast->mismatches);
}

static void curve_free(struct curve *curve, size_t nr_arms)
{
	for (size_t a = 0; curve->lines && a < nr_arms; a++)
		for (int k = 0; k < NR_COEFFICIENTS; k++)
			free(curve->lines[a].boots[k]);
	free(curve->lines);
	free(curve->changes);
	free(curve->fitted);
	free(curve->rows);
	free(curve->name);
}

void comparison_free(struct comparison *c)
{
	for (size_t i = 0; i < c->nr_curves; i++)
		curve_free(&c->curves[i], c->nr_arms);
	free(c->curves);
	for (size_t i = 0; i < c->nr_contrasts; i++)
		contrast_free(&c->contrasts[i], c->nr_rows);
	free(c->contrasts);
	for (size_t i = 0; i < c->nr_rows; i++) {
		for (size_t a = 0; a < c->nr_arms; a++)
			cell_free(&c->rows[i].cells[a]);
		free(c->rows[i].cells);
		free(c->rows[i].name);
	}
	for (size_t a = 0; a < c->nr_arms; a++)
		arm_free(&c->arms[a]);
	free(c->rows);
	free(c->arms);
	json_decref(c->row_index);
	memset(c, 0, sizeof(*c));
}

const char *arm_boots_text(const struct arm *arm, size_t nr, char *buf, size_t size)
{
	if (nr < arm->nr_boots)
		snprintf(buf, size, "%zu of %zu boots of %s", nr, arm->nr_boots, arm->name);
	else
		snprintf(buf, size, "%s", arm->name);
	return buf;
}

void spent_add(struct spent *sum, const struct spent *more)
{
	sum->workers += more->workers;
	sum->setup_ns += more->setup_ns;
	sum->measure_ns += more->measure_ns;
}

struct row *comparison_row(struct comparison *c, const char *name)
{
	json_t *known = json_object_get(c->row_index, name);
	struct row *row;

	if (known)
		return &c->rows[json_integer_value(known)];
	row = array_add(&c->rows, c->nr_rows, &c->rows_room, sizeof(*row));
	if (!row)
		return NULL;
	row->name = strdup(name);
	row->cells = calloc(c->nr_arms, sizeof(*row->cells));
	if (!row->name || !row->cells ||
	    json_object_set_new(c->row_index, name, json_integer((json_int_t)c->nr_rows))) {
		free(row->name);
		free(row->cells);
		return NULL;
	}
	c->nr_rows++;
	return row;
}

bool row_name_matches(const char *glob, const char *name)
{
	size_t len = strcspn(name, "/");
	char label[256];

	if (!fnmatch(glob, name, 0))
		return true;
	if (len >= sizeof(label))
		return false;
	memcpy(label, name, len);
	label[len] = '\0';
	return !fnmatch(glob, label, 0);
}

bool counts_instructions(const struct arm *arm)
{
	return arm->clock && !strcmp(arm->clock, "instructions");
}

/* "64" or, where nothing that could be of a word follows, "64K"; @text ends behind it. */
static double read_number(const char **text)
{
	static const char units[] = "KMGT";
	char *end;
	double value = (double)strtoull(*text, &end, 10);
	const char *unit = *end ? strchr(units, *end & ~0x20) : NULL;

	/* strchr() also finds the end of units, for a blank. */
	if (unit && *unit && !isalnum((unsigned char)end[1])) {
		value = ldexp(value, 10 * (int)(unit - units + 1));
		end++;
	}
	*text = end;
	return value;
}

static int compare_names(const char *a, const char *b)
{
	const char *x = a, *y = b;

	while (*x && *y) {
		if (isdigit((unsigned char)*x) && isdigit((unsigned char)*y)) {
			double m = read_number(&x), n = read_number(&y);

			if (m != n)
				return m < n ? -1 : 1;
		} else if (*x != *y) {
			break;
		} else {
			x++;
			y++;
		}
	}
	/* Where numbers are written differently, as 1024K and 1M, and all else is the same. */
	return *x == *y ? strcmp(a, b) : (unsigned char)*x < (unsigned char)*y ? -1 : 1;
}

static int by_name(const void *a, const void *b)
{
	return compare_names(((const struct row *)a)->name, ((const struct row *)b)->name);
}

void comparison_sort(struct comparison *c)
{
	json_object_clear(c->row_index);
	if (c->nr_rows)
		qsort(c->rows, c->nr_rows, sizeof(*c->rows), by_name);
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {
		[VERDICT_REGRESSION] = "REGRESSION",     [VERDICT_IMPROVEMENT] = "IMPROVEMENT",
		[VERDICT_SMALL_CHANGE] = "SMALL-CHANGE", [VERDICT_NO_REGRESSION] = "NO-REGRESSION",
		[VERDICT_EQUIVALENT] = "EQUIVALENT",     [VERDICT_INCONCLUSIVE] = "INCONCLUSIVE",
		[VERDICT_UNSTABLE] = "UNSTABLE",         [VERDICT_UNVERIFIED] = "UNVERIFIED",
		[VERDICT_MISSING] = "MISSING",           [VERDICT_ERROR] = "ERROR",
		[VERDICT_INCOMPARABLE] = "INCOMPARABLE", [VERDICT_NOT_MEASURED] = "not measured",
		[VERDICT_PUBLISHED] = "published",
	};

	return names[verdict];
}

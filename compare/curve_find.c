// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/curve_find.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * "mprotect_toggle/rw" of "mprotect_toggle/rw/40K", "x/tw" of "x/tw8k": the length of a row's name
 * without the size at its end, which is in @bytes. 0: there is none after the case's own name.
 */
static size_t stem_length(const char *name, uint64_t *bytes)
{
	const char *size = name + strlen(name);

	if (!strchr(name, '/'))
		return 0;
	if (strchr("KMGTkmgt", size[-1]))
		size--;
	while (size[-1] >= '0' && size[-1] <= '9')
		size--;
	if (parse_size(size, bytes))
		return 0;
	while (size > name && strchr("/_-", size[-1]))
		size--;
	return (size_t)(size - name);
}

/* Of the first arm that states the row's size: files of other programs do not. NULL: none does. */
static const struct workload *sized_workload(const struct comparison *c, size_t row)
{
	for (size_t a = 0; a < c->nr_arms; a++) {
		const struct cell *cell = &c->rows[row].cells[a];

		if (cell->nr_samples && cell->workload.number[WORKLOAD_SIZE] > 0)
			return &cell->workload;
	}
	return NULL;
}

/* The row's stem where its name ends in the very size that is recorded, of region or folios. */
static size_t curve_stem(const struct comparison *c, size_t row, enum workload_number x)
{
	const struct workload *w = sized_workload(c, row);
	uint64_t bytes;
	size_t len = stem_length(c->rows[row].name, &bytes);

	return w && len && w->number[x] > 0 && (uint64_t)w->number[x] == bytes ? len : 0;
}

/* Whether @number is what curves over @x vary, or follows from it. */
static bool varies(enum workload_number x, int number)
{
	if (x == WORKLOAD_FOLIO)
		return number == WORKLOAD_FOLIO || number == WORKLOAD_FOLIO_ORDER;
	return number == WORKLOAD_SIZE || number == WORKLOAD_PAGES ||
	       number == WORKLOAD_PAGES_PER_CALL;
}

/* Whether nothing else differs. What is not stated, as by mails, contradicts nothing. */
static bool is_alike(const struct workload *a, const struct workload *b, enum workload_number x)
{
	for (int i = 0; i < NR_WORKLOAD_NUMBERS; i++)
		if (!varies(x, i) && a->number[i] >= 0 && b->number[i] >= 0 &&
		    a->number[i] != b->number[i])
			return false;
	return !strcmp(a->page_state, b->page_state);
}

/* The rows of one curve with @first, into @rows, ascending as their names do; returns their number.
 */
static size_t collect(const struct comparison *c, size_t first, enum workload_number x,
		      const bool *taken, size_t *rows)
{
	size_t len = curve_stem(c, first, x), nr = 0;

	for (size_t r = first; r < c->nr_rows && len; r++)
		if (!taken[r] && curve_stem(c, r, x) == len &&
		    !strncmp(c->rows[r].name, c->rows[first].name, len) &&
		    is_alike(sized_workload(c, first), sized_workload(c, r), x))
			rows[nr++] = r;
	return nr;
}

static int add_curve(struct comparison *c, size_t first, enum workload_number x, bool *taken)
{
	struct curve *curve = array_add(&c->curves, c->nr_curves, &c->curves_room, sizeof(*curve));
	uint64_t bytes;

	if (!curve)
		return -ENOMEM;
	c->nr_curves++;
	curve->x = x;
	curve->name = strndup(c->rows[first].name, stem_length(c->rows[first].name, &bytes));
	curve->rows = malloc(c->nr_rows * sizeof(*curve->rows));
	if (!curve->name || !curve->rows)
		return -ENOMEM;
	curve->nr_rows = collect(c, first, x, taken, curve->rows);
	for (size_t i = 0; i < curve->nr_rows; i++)
		taken[curve->rows[i]] = true;
	return 0;
}

int curve_find(struct comparison *c)
{
	_cleanup_free_ bool *taken = calloc(c->nr_rows + 1, sizeof(*taken));
	_cleanup_free_ size_t *rows = malloc((c->nr_rows + 1) * sizeof(*rows));
	int ret = taken && rows ? 0 : -ENOMEM;

	for (size_t r = 0; r < c->nr_rows && !ret; r++) {
		size_t sizes, folios;

		if (taken[r])
			continue;
		sizes = collect(c, r, WORKLOAD_SIZE, taken, rows);
		folios = collect(c, r, WORKLOAD_FOLIO, taken, rows);
		/* A region of one folio is of both sizes. */
		if (sizes > 1 || folios > 1)
			ret = add_curve(c, r, sizes >= folios ? WORKLOAD_SIZE : WORKLOAD_FOLIO,
					taken);
	}
	return ret;
}

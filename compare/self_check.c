// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/self_check.h"

#include "compare/blocks.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What puts a boot in its place in time. */
struct place {
	uint32_t boot;
	int64_t block; /* -1 for all where one is in none */
	int64_t start;
};

static int by_time(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	int order = (x->block > y->block) - (x->block < y->block);

	if (!order)
		order = (x->start > y->start) - (x->start < y->start);
	return order ? order : (x->boot > y->boot) - (x->boot < y->boot);
}

/* Of each boot the half that it is in, 0 or 1, for the caller to free; NULL: no memory. */
static unsigned char *halves_of(const struct arm *arm)
{
	_cleanup_free_ struct place *places = malloc(arm->nr_boots * sizeof(*places));
	unsigned char *half = places ? malloc(arm->nr_boots) : NULL;
	bool blocks = blocks_have_all(arm);

	if (!half)
		return NULL;
	for (uint32_t i = 0; i < arm->nr_boots; i++)
		places[i] =
			(struct place){i, blocks ? arm->boots[i].block : -1, arm->boots[i].start};
	qsort(places, arm->nr_boots, sizeof(*places), by_time);
	for (size_t i = 0; i < arm->nr_boots; i++)
		half[places[i].boot] = blocks ? i % 4 == 1 || i % 4 == 2 : i >= arm->nr_boots / 2;
	return half;
}

struct halves {
	double *logs[2];
	size_t nr[2];
};

static void halves_free(struct halves *h)
{
	free(h->logs[0]);
	free(h->logs[1]);
}

static int halve(const unsigned char *half_of, const struct cell *cell, struct halves *h)
{
	h->logs[0] = malloc(cell->nr_boots * sizeof(double));
	h->logs[1] = malloc(cell->nr_boots * sizeof(double));
	if (!h->logs[0] || !h->logs[1])
		return -ENOMEM;
	for (size_t i = 0; i < cell->nr_boots; i++) {
		int half = half_of[cell->boots[i].boot];

		h->logs[half][h->nr[half]++] = log(cell->boots[i].median);
	}
	return 0;
}

static double mean(const double *values, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += values[i];
	return sum / (double)n;
}

/* One row: its change, and its p in @p, NAN where there is none. */
static int check_row(const struct comparison *c, const unsigned char *half_of, size_t row,
		     double *change, double *p)
{
	__attribute__((cleanup(halves_free))) struct halves h = {0};
	const struct cell *cell = &c->rows[row].cells[0];

	if (!cell->nr_samples)
		return 0;
	if (halve(half_of, cell, &h))
		return -ENOMEM;
	if (!h.nr[0] || !h.nr[1])
		return 0;
	*change = fabs(mean(h.logs[1], h.nr[1]) - mean(h.logs[0], h.nr[0]));
	if (h.nr[0] > 1 && h.nr[1] > 1) {
		struct difference d = stats_welch(h.logs[0], h.nr[0], h.logs[1], h.nr[1]);

		*p = stats_p_value(&d);
	}
	return 0;
}

static void conclude(struct comparison *c, double *changes, const double *p)
{
	struct self_check *check = &c->self_check;
	double largest = -1;

	for (size_t r = 0; r < c->nr_rows; r++) {
		if (isnan(changes[r]))
			continue;
		if (changes[r] > largest) {
			largest = changes[r];
			check->largest = c->rows[r].name;
		}
		if (p[r] < 0.05 && changes[r] >= log1p(c->rows[r].threshold) && !check->moved)
			check->moved = c->rows[r].name;
		changes[check->nr_rows++] = changes[r];
	}
	if (!check->nr_rows)
		return;
	check->largest_change = expm1(largest);
	check->median_change = expm1(estimate_median(changes, check->nr_rows));
}

int self_check(struct comparison *c)
{
	_cleanup_free_ double *changes = malloc((c->nr_rows + 1) * sizeof(*changes));
	_cleanup_free_ double *p = malloc((c->nr_rows + 1) * sizeof(*p));
	_cleanup_free_ unsigned char *half_of = NULL;
	const struct arm *base = &c->arms[0];
	int ret = 0;

	if (base->nr_boots < 2 || base->published || base->flat)
		return 0;
	half_of = halves_of(base);
	if (!changes || !p || !half_of)
		return -ENOMEM;
	for (size_t i = 0; i < base->nr_boots; i++)
		c->self_check.nr_boots[half_of[i]]++;
	for (size_t r = 0; r < c->nr_rows && !ret; r++) {
		changes[r] = p[r] = NAN;
		ret = check_row(c, half_of, r, &changes[r], &p[r]);
	}
	if (!ret)
		ret = stats_holm(p, c->nr_rows, p);
	if (ret)
		return ret;
	conclude(c, changes, p);
	return 0;
}

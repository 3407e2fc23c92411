// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/self_check.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *boot_date(const struct arm *arm, uint32_t boot)
{
	for (size_t i = 0; i < arm->nr_runs; i++)
		if (arm->runs[i].boot == boot && arm->runs[i].date)
			return arm->runs[i].date;
	return "";
}

static bool ran_before(const struct arm *arm, uint32_t a, uint32_t b)
{
	const struct boot *x = &arm->boots[a], *y = &arm->boots[b];

	if (x->block >= 0 && y->block >= 0 && x->block != y->block)
		return x->block < y->block;
	return strcmp(boot_date(arm, a), boot_date(arm, b)) < 0;
}

static size_t place_of(const struct arm *arm, uint32_t boot)
{
	size_t place = 0;

	for (uint32_t i = 0; i < arm->nr_boots; i++)
		place += i != boot &&
			 (ran_before(arm, i, boot) || (!ran_before(arm, boot, i) && i < boot));
	return place;
}

/* Of the boots, in order: A B B A A B B A. */
static bool in_second_half(const struct arm *arm, uint32_t boot)
{
	size_t turn = place_of(arm, boot) % 4;

	return turn == 1 || turn == 2;
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

static int halve(const struct arm *arm, const struct cell *cell, struct halves *h)
{
	h->logs[0] = malloc(cell->nr_boots * sizeof(double));
	h->logs[1] = malloc(cell->nr_boots * sizeof(double));
	if (!h->logs[0] || !h->logs[1])
		return -ENOMEM;
	for (size_t i = 0; i < cell->nr_boots; i++) {
		int half = in_second_half(arm, cell->boots[i].boot);

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
static int check_row(struct comparison *c, size_t row, double *change, double *p)
{
	__attribute__((cleanup(halves_free))) struct halves h = {0};
	const struct cell *cell = &c->rows[row].cells[0];

	if (!cell->nr_samples)
		return 0;
	if (halve(&c->arms[0], cell, &h))
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
	const struct arm *base = &c->arms[0];
	int ret = 0;

	if (!changes || !p)
		return -ENOMEM;
	if (base->nr_boots < 2 || base->published || base->flat)
		return 0;
	for (uint32_t i = 0; i < base->nr_boots; i++)
		c->self_check.nr_boots[in_second_half(base, i)]++;
	for (size_t r = 0; r < c->nr_rows && !ret; r++) {
		changes[r] = p[r] = NAN;
		ret = check_row(c, r, &changes[r], &p[r]);
	}
	if (!ret)
		ret = stats_holm(p, c->nr_rows, p);
	if (ret)
		return ret;
	conclude(c, changes, p);
	return 0;
}

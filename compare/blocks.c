// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/blocks.h"

#include <time.h>

int64_t blocks_seconds(const char *date)
{
	struct tm tm = {0};
	const char *end = strptime(date, "%Y-%m-%dT%H:%M:%S%z", &tm);
	int64_t offset = tm.tm_gmtoff;

	/* timegm() takes it for UTC. */
	return end && !*end ? timegm(&tm) - offset : 0;
}

bool blocks_have_all(const struct arm *arm)
{
	for (size_t i = 0; i < arm->nr_boots; i++)
		if (arm->boots[i].block < 0)
			return false;
	return true;
}

/* The boot of @arm in the block of @boot; NULL: there is none. */
static const struct boot *partner(const struct arm *arm, const struct boot *boot)
{
	for (size_t i = 0; i < arm->nr_boots && boot->block >= 0; i++)
		if (arm->boots[i].block == boot->block)
			return &arm->boots[i];
	return NULL;
}

size_t blocks_shared(const struct arm *a, const struct arm *b)
{
	size_t nr = 0;

	for (size_t i = 0; i < a->nr_boots; i++)
		nr += partner(b, &a->boots[i]) != NULL;
	return nr;
}

size_t blocks_unpaired(const struct arm *a, const struct arm *b)
{
	return a->nr_boots + b->nr_boots - 2 * blocks_shared(a, b);
}

/* A boot of another block than that of both that was started between them; NULL: none. */
static const struct boot *between(const struct arm *arm, const struct boot *x, const struct boot *y)
{
	int64_t first = x->start < y->start ? x->start : y->start;
	int64_t last = x->start < y->start ? y->start : x->start;

	for (size_t i = 0; i < arm->nr_boots; i++) {
		const struct boot *boot = &arm->boots[i];

		if (boot->block != x->block && boot->start > first && boot->start < last)
			return boot;
	}
	return NULL;
}

bool blocks_stand_together(const struct arm *a, const struct arm *b, int64_t apart[2])
{
	for (size_t i = 0; i < a->nr_boots; i++) {
		const struct boot *x = &a->boots[i], *y = partner(b, x), *other;

		if (!y)
			continue;
		other = between(a, x, y);
		other = other ? other : between(b, x, y);
		if (!other)
			continue;
		apart[0] = x->block;
		apart[1] = other->block;
		return false;
	}
	return true;
}

/* Below 0: @x booted before @y, above 0: after it, 0: not known. */
static int order(const struct boot *x, const struct boot *y)
{
	if (x->start && y->start && x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->position < 0 || y->position < 0)
		return 0;
	return x->position < y->position ? -1 : 1;
}

const struct arm *blocks_first(const struct arm *a, const struct arm *b)
{
	size_t nr = blocks_shared(a, b), a_first = 0, b_first = 0;

	for (size_t i = 0; i < a->nr_boots; i++) {
		const struct boot *y = partner(b, &a->boots[i]);

		if (!y)
			continue;
		a_first += order(&a->boots[i], y) < 0;
		b_first += order(&a->boots[i], y) > 0;
	}
	if (nr < 2 || (a_first < nr && b_first < nr))
		return NULL;
	return a_first == nr ? a : b;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "schedule.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

struct key {
	uint64_t key;
	struct slot slot;
};

/* The finalizer of SplitMix64 (Steele, Lea and Flood 2014). */
static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

static uint64_t name_hash(const struct selected *row)
{
	char name[ROW_NAME_MAX];
	uint64_t hash = 0;

	for (const char *c = row_name(row, name, sizeof(name)); *c; c++)
		hash = mix(hash + (unsigned char)*c + 0x9e3779b97f4a7c15u);
	return hash;
}

static int by_key(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->slot.process != y->slot.process)
		return x->slot.process < y->slot.process ? -1 : 1;
	return (x->key > y->key) - (x->key < y->key);
}

int schedule_fill(uint64_t seed, const struct selected *rows, size_t nr_rows,
		  unsigned int processes, struct slot *slots)
{
	const size_t nr = nr_rows * processes;
	_cleanup_free_ struct key *keys = calloc(nr + 1, sizeof(*keys));

	if (!keys)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++) {
		struct slot slot = {.row = i % nr_rows, .process = (unsigned int)(i / nr_rows)};

		keys[i].slot = slot;
		keys[i].key = mix(mix(mix(seed) + slot.process) ^ name_hash(&rows[slot.row]));
	}
	qsort(keys, nr, sizeof(*keys), by_key);
	for (size_t i = 0; i < nr; i++)
		slots[i] = keys[i].slot;
	return 0;
}

uint64_t schedule_random_seed(void)
{
	uint64_t seed = 0;

	if (getrandom(&seed, sizeof(seed), 0) != sizeof(seed))
		seed = now_ns();
	return seed >> 11;
}

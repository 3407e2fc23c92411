// SPDX-License-Identifier: GPL-2.0-or-later
#include "order.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* SplitMix64 (Steele, Lea and Flood 2014). */
static uint64_t next_random(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

/* Below @n, all alike: the incomplete rest of the numbers' range is passed over. */
static unsigned int random_below(uint64_t *state, unsigned int n)
{
	uint64_t beyond = UINT64_MAX - UINT64_MAX % n, x;

	do
		x = next_random(state);
	while (x >= beyond);
	return (unsigned int)(x % n);
}

/* 0 to @n - 1, by Fisher and Yates. */
static void shuffle(uint64_t *state, unsigned int *items, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		items[i] = i;
	for (unsigned int i = n; i > 1; i--) {
		unsigned int other = random_below(state, i), item = items[i - 1];

		items[i - 1] = items[other];
		items[other] = item;
	}
}

int order_fill(uint64_t seed, unsigned int nr_arms, unsigned int nr_blocks, struct boot_slot *slots)
{
	_cleanup_free_ unsigned int *arms = calloc(nr_arms + 1, sizeof(*arms));
	_cleanup_free_ unsigned int *rows = calloc(nr_arms + 1, sizeof(*rows));

	if (!arms || !rows)
		return -ENOMEM;
	for (unsigned int block = 0; block < nr_blocks; block++) {
		unsigned int row = block % nr_arms;

		if (!row) {
			shuffle(&seed, arms, nr_arms);
			shuffle(&seed, rows, nr_arms);
		}
		for (unsigned int i = 0; i < nr_arms; i++)
			*slots++ = (struct boot_slot){block, i, arms[(rows[row] + i) % nr_arms]};
	}
	return 0;
}

const char *order_file_name(char *buf, size_t size, const struct boot_slot *slot, const char *label)
{
	snprintf(buf, size, "%s/block-%02u-position-%u.json", label, slot->block, slot->position);
	return buf;
}

size_t order_find_done(int dirfd, const struct boot_slot *slots, size_t nr,
		       const char *const *labels, bool *done)
{
	size_t nr_done = 0;

	for (size_t i = 0; i < nr; i++) {
		char name[256];
		struct stat st;

		order_file_name(name, sizeof(name), &slots[i], labels[slots[i].arm]);
		done[i] = !fstatat(dirfd, name, &st, 0) && S_ISREG(st.st_mode) && st.st_size > 0;
		nr_done += done[i];
	}
	return nr_done;
}

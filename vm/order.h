/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which kernel is booted when. A block is one boot of each arm; so many blocks as there are arms
 * make a cyclic Latin square, in which each arm stands once at each position, so that what drifts
 * or depends on the position meets all arms alike (two arms: A B, B A). Each square has its arms'
 * letters and its rows shuffled anew.
 */
#ifndef VM_ORDER_H
#define VM_ORDER_H

#include "bench/util.h"

struct boot_slot {
	unsigned int block, position; /* from 0 */
	unsigned int arm;             /* index, from 0 */
};

/*
 * Fills @slots, @nr_arms times @nr_blocks of them, in the order of the boots. It depends on the
 * arguments alone, and a campaign with more blocks begins with the boots of one with fewer. 0 or
 * -ENOMEM.
 */
int order_fill(uint64_t seed, unsigned int nr_arms, unsigned int nr_blocks,
	       struct boot_slot *slots);

/* The name of a boot's result file, less the folder: "LABEL/block-01-position-0.json". Returns
 * @buf. */
const char *order_file_name(char *buf, size_t size, const struct boot_slot *slot,
			    const char *label);

/*
 * For a campaign that goes on: sets @done[i] for each of the @nr slots whose result file is in the
 * folder @dirfd and not empty, clears it for the others. Returns how many are done.
 */
size_t order_find_done(int dirfd, const struct boot_slot *slots, size_t nr,
		       const char *const *labels, bool *done);

#endif

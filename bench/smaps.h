/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How a range is mapped, from smaps: by how many VMAs, how much of it by PMDs, and how much is
 * dirty, which pagemap does not tell. Its page sizes say nothing of folios; folio.h does.
 */
#ifndef BENCH_SMAPS_H
#define BENCH_SMAPS_H

#include "util.h"

struct smaps_report {
	uint64_t vmas;             /* that overlap the range */
	uint64_t mapped_bytes;     /* of the range that VMAs cover */
	uint64_t outside_bytes;    /* of those VMAs that lie outside the range: merged neighbours */
	bool read_write;           /* all of those VMAs are readable and writable */
	uint64_t pmd_mapped_bytes; /* of those VMAs */
	uint64_t dirty_bytes; /* likewise: by their PTE or by what the kernel keeps of a page */
};

/* Reads @smaps (an open /proc/PID/smaps) to its end. 0, or -EBADMSG for text that is none. */
int smaps_scan(FILE *smaps, uint64_t addr, uint64_t size_bytes, struct smaps_report *report);

#endif

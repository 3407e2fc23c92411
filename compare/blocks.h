/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Blocks of a campaign. A block is a boot of each arm, one right after the other, so that their
 * ratio does not know of drift; numbers alone do not make one.
 */
#ifndef COMPARE_BLOCKS_H
#define COMPARE_BLOCKS_H

#include "compare/model.h"

/* Seconds since 1970 of a date as in result files, "2026-01-05T10:00:00+01:00"; 0: it is none. */
int64_t blocks_seconds(const char *date);

/* Whether every boot of the arm is in a block. */
bool blocks_have_all(const struct arm *arm);

/* How many blocks both arms have. */
size_t blocks_shared(const struct arm *a, const struct arm *b);

/*
 * Whether between the boots of any block none of another block of these arms was started. If not,
 * two such blocks are in @apart. Boots of which no start is known were started before all others.
 */
bool blocks_stand_together(const struct arm *a, const struct arm *b, int64_t apart[2]);

/* The arm that booted first in each block that both have, two or more; NULL: none, or not known. */
const struct arm *blocks_first(const struct arm *a, const struct arm *b);

/* How many boots of both arms are in a block that the other lacks. */
size_t blocks_unpaired(const struct arm *a, const struct arm *b);

#endif

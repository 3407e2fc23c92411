/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The JSON of any program that uses google/benchmark, of versions 1.0 to 1.9. Used by parse.c.
 *
 * Taken are single repetitions in the order of the file; aggregates are passed over, since they are
 * made from these. Rows with error_occurred count as failed, with skipped (1.8 and newer) as
 * skipped.
 */
#ifndef COMPARE_FOREIGN_H
#define COMPARE_FOREIGN_H

#include "compare/rows.h"

/* Reads all of it into the file. -EINVAL, -ENOMEM. */
int foreign_read(const struct reading *r, const struct node *context);

#endif

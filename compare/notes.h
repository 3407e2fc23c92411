/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands under the table of text.h. */
#ifndef COMPARE_NOTES_H
#define COMPARE_NOTES_H

#include "compare/model.h"

/* Arms with kernels and machines, workloads, method, verdicts and their reasons, what differs. */
void notes_write(FILE *f, const struct comparison *c);

#endif

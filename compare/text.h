/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The comparison as plain ASCII of at most 72 columns, fit for a cover letter: a block per case,
 * and under them what ran, on what, how often, the method and the reasons. All of it comes from the
 * result files.
 */
#ifndef COMPARE_TEXT_H
#define COMPARE_TEXT_H

#include "compare/model.h"

/* Of a judged comparison. Returns 0, or -EIO where the stream has an error. */
int text_write(FILE *f, const struct comparison *c);

#endif

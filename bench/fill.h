/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text for a page of Markdown, or a terminal: lines of at most FILL_COLUMNS.
 */
#ifndef BENCH_FILL_H
#define BENCH_FILL_H

#include "util.h"

#define FILL_COLUMNS 100

/*
 * Copies the lines of @text, longer ones broken between words, where Markdown reads on. Words that
 * are too long stay whole.
 */
void fill(FILE *out, const char *text);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text for a mail: plain ASCII, at most WRAP_COLUMNS wide. What is not printable ASCII becomes '?',
 * one for each character.
 */
#ifndef COMPARE_WRAP_H
#define COMPARE_WRAP_H

#include "bench/util.h"

#define WRAP_COLUMNS 72

/* Copies @text, cut to @width columns, where the cut shows as '~'. Returns @buf. */
const char *wrap_cut(char *buf, size_t size, const char *text, size_t width);

/* The same of words, where the cut shows as "..". */
const char *wrap_cut_words(char *buf, size_t size, const char *text, size_t width);

/* A paragraph from column @indent, following lines two further in; words longer than a line break.
 * Uses @text up. */
void wrap_text(FILE *f, unsigned int indent, char *text);

#endif

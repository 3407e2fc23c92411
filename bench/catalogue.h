/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The catalogue: what each case does and needs, by groups, as a page of Markdown that also reads as
 * plain text. Nothing in it comes from the machine, so that all machines write the same.
 */
#ifndef BENCH_CATALOGUE_H
#define BENCH_CATALOGUE_H

#include "registry.h"

/* Of sorted @rows. 0 or -ENOMEM; what the stream did not take is for the caller to ask. */
int catalogue_print(FILE *out, const struct selected *rows, size_t nr);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The `list` subcommand: every row, what it does, what it needs, whether it can be had here.
 */
#ifndef BENCH_LIST_H
#define BENCH_LIST_H

#include "util.h"

/* Prints to @out, as a table or as a JSON array. 0 or a negative errno with @err; what
 * the stream did not take is for the caller to ask. Changes nothing.
 */
int list_print(FILE *out, bool as_json, struct error *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The folder of a series. */
#ifndef SERIES_FOLDER_H
#define SERIES_FOLDER_H

#include "series.h"

/*
 * Makes the folder of a series, or with --resume finds it, and locks it, waiting for what a killed
 * process left running. Sets @s->results, @s->dir, @s->tree and @s->lock. -EEXIST, -ENOENT and
 * others with @err.
 */
int folder_open(struct series *s, const char *results_dir, struct error *err);

/* Unlocks it, and removes one that has no record yet, with which nothing could go on. */
void folder_close(struct series *s);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A series: kernels of a git range, built one after the other and booted as a campaign of `vm`.
 *
 * RESULTS/SERIES/
 *   series.json             which commits, from what; what --resume holds new ones to
 *   tree/                   what is checked out now, and in tree/objects what was built from it
 *   kernels/LABEL/          bzImage or Image, its config, build.log
 *   boots/                  the campaign (vm/campaign.h), a folder of results per kernel
 *
 * A kernel that is there is never built again, and one that failed to be built is tried again until
 * the boots have begun.
 */
#ifndef SERIES_SERIES_H
#define SERIES_SERIES_H

#include "options.h"
#include "range.h"

#include <limits.h>

/* Room for the names of what is in it. */
#define SERIES_DIR_MAX (PATH_MAX - 512)

struct series {
	struct series_options *o;
	FILE *log;
	char results[SERIES_DIR_MAX / 2]; /* the results folder, absolute */
	char dir[SERIES_DIR_MAX];         /* the series' in it */
	char tree[SERIES_DIR_MAX + 8];
	char *config;       /* the text of --config; NULL: tinyconfig */
	char *fragment;     /* configuration that guests need, on top of it */
	char compiler[128]; /* its version */
	struct range range;
	bool booted;   /* the campaign of boots has begun: no kernel may come or change */
	bool recorded; /* there is something to go on with */
	int lock;      /* on @dir; -1: none */
	int stop_fd;   /* readable as soon as a signal is to end all; -1: none */
};

/* @dir/kernels/LABEL/@name to @path, PATH_MAX bytes. Returns @path. */
const char *series_path(const struct series *s, const struct series_step *step, const char *name,
			char *path);

/* What a kernel's file is called. */
const char *series_image_name(enum vm_arch arch);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command line of `series`: its own options, and those of `vm`. */
#ifndef SERIES_OPTIONS_H
#define SERIES_OPTIONS_H

#include "vm/image.h"
#include "vm/options.h"

#define SERIES_MAX_JOBS 4096

struct series_options {
	const char *tree;
	const char *range;  /* "A..B"; NULL with @mbox */
	const char *mbox;   /* patches; NULL with @range */
	const char *base;   /* what they are applied to */
	const char *config; /* a .config; NULL: tinyconfig */
	enum vm_arch arch;
	unsigned int jobs; /* of make */
	/* Of the guests and the comparison; the campaign is the series', and there are no kernels
	 * yet. */
	struct vm_options vm;
	bool help;
};

/*
 * 0, or -EINVAL, -ENOMEM with @err. What `vm` would refuse is refused here, before anything is
 * built. Free with series_options_free() in any case.
 */
int series_options_parse(int argc, char **argv, struct series_options *options, struct error *err);
void series_options_free(struct series_options *options);

/* To standard output. */
void series_print_help(void);

#endif

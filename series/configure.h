/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The configuration of a series' kernels, with what guests need of it. */
#ifndef SERIES_CONFIGURE_H
#define SERIES_CONFIGURE_H

#include "series.h"

/*
 * Reads what is added to configurations for guests, kernel.config and kernel-ARCH.config in the
 * folder $PTEBENCH_KERNEL_CONFIG, to @s->fragment, and the file of --config to @s->config. -EINVAL
 * with @err if that is for another architecture; other errnos likewise.
 */
int configure_prepare(struct series *s, struct error *err);

/*
 * Configures what is checked out, in the folder of objects, and keeps the configuration beside
 * @step's kernel. 0; -EIO and -ENODATA where the commit cannot be configured or does not take what
 * guests need: @why is the failure then, as a few
 * words. -EINTR, and others with @err.
 */
int configure_step(const struct series *s, const struct series_step *step, struct error *why,
		   struct error *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* campaign.json: what a campaign is, so that one that goes on is the same. */
#ifndef VM_RECORD_H
#define VM_RECORD_H

#include "options.h"

/* Writes it into the folder @dir, atomically. 0 or a negative errno with @err. */
int record_write(const char *dir, const struct vm_options *options,
		 const struct kernel_image *images, struct error *err);

/*
 * Reads it, and takes its seed and its number of boots over unless they were given. -EINVAL with
 * @err where there is none, or kernels (by checksum), accelerator, memory, seed or the options of
 * `run` differ, or boots became fewer. -ENOMEM.
 */
int record_resume(const char *dir, struct vm_options *options, const struct kernel_image *images,
		  struct error *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of a campaign share: campaign.c runs it, the others serve it. */
#ifndef VM_CAMPAIGN_PARTS_H
#define VM_CAMPAIGN_PARTS_H

#include "campaign.h"
#include "order.h"

#include "bench/progress.h"

#define CAMPAIGN_MAX_GUESTS 256
#define CAMPAIGN_MAX_TRIES  2 /* of a boot */

struct boot {
	struct boot_slot slot;
	bool counted; /* by function, in a boot beside those that are compared */
	int counts;   /* the file that the plugin writes; -1: none */
	unsigned int tries;
	bool done, running;
	uint64_t start_ns;
};

struct campaign {
	const struct vm_options *o;
	FILE *log;
	struct progress progress;
	char dir[PATH_MAX - 256]; /* of the results */
	int lock;                 /* on @dir; -1: none yet */
	int base;                 /* an initramfs without a job; -1: none yet */
	int kernels[VM_MAX_ARMS]; /* the files that @images name; -1: not copied yet */
	struct kernel_image images[VM_MAX_ARMS];
	const char *labels[VM_MAX_ARMS];
	struct boot *boots;
	size_t nr_boots;
	struct vm *guests[CAMPAIGN_MAX_GUESTS];
	struct boot *boot_of[CAMPAIGN_MAX_GUESTS];
	size_t nr_guests;             /* room that is used, side by side */
	json_t *iterations;           /* row name to counts, of the first boot that had the row */
	bool calibrated[VM_MAX_ARMS]; /* all that the arm can measure has its counts */
	int stop_fd;
};

/* "base, block 0". Returns @buf. */
const char *campaign_boot_name(const struct campaign *c, const struct boot *boot, char *buf,
			       size_t size);

/* The result file, and the console's log of the current try; @buf has PATH_MAX bytes. */
void campaign_result_path(const struct campaign *c, const struct boot *boot, char *buf);
void campaign_console_path(const struct campaign *c, const struct boot *boot, char *buf);

/* Room for such paths. */
#define CAMPAIGN_NAME_MAX 300

/*
 * All that comes before the first boot; nothing is written to the results folder before all else
 * is known to be there. From here on signals are read from @stop_fd. -EINTR where one came; other
 * errnos with @err. campaign_clean_up() in any case.
 */
int campaign_prepare(struct campaign *c, struct vm_options *options, const char *results_dir,
		     struct error *err);

/*
 * What guests boot from, in unnamed files: copies of the kernels, which @c->images name from then
 * on, and an initramfs without a job. 0 or a negative errno with @err.
 */
int campaign_copy(struct campaign *c, struct error *err);

/* Guests still running are killed, copies are gone, signals end the process again. */
void campaign_clean_up(struct campaign *c);

/* Starts what can be started now. 0 or a negative errno with @err. */
int campaign_start_boots(struct campaign *c, struct error *err);

/* How many guests run. */
size_t campaign_running(const struct campaign *c);

/* @boot, whose result is in its file, is done: those to come take its iteration counts. */
void campaign_boot_done(struct campaign *c, struct boot *boot);

#endif

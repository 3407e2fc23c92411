/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The host's end of a guest's console: finds and proves what vm/init.c sends (see guest.h). Works
 * on the console's text so far, so it can be asked again as more comes in. Kernel messages may
 * stand before, after and between the lines of a frame; one that cut into a line makes a damaged
 * frame, and the boot has to be repeated.
 */
#ifndef VM_FRAME_H
#define VM_FRAME_H

#include "bench/util.h"

/*
 * Finds the first frame of @kind in @size bytes of @console. Its content goes to *@data, which the
 * caller frees (a NUL follows it), its length to *@data_size.
 *
 * 0; -ENOENT if none begins; -EAGAIN if it has not ended yet; -EBADMSG if it is damaged; -ENOMEM.
 * All with @err, which says how much of it is there.
 */
int frame_find(const char *console, size_t size, const char *kind, char **data, size_t *data_size,
	       struct error *err);

/* How the program ended, by a guest's status frame. */
struct guest_status {
	bool killed;
	int number;   /* exit status, or the signal that killed it */
	char *errors; /* the end of its standard error; freed by guest_status_release() */
};

/* Finds and parses the status frame. Errors as of frame_find(). */
int guest_status_find(const char *console, size_t size, struct guest_status *status,
		      struct error *err);
void guest_status_release(struct guest_status *status);

/*
 * Whether the guest's init could not run the program, mostly since the kernel lacks something: then
 * its complaint is in @err.
 */
bool guest_complained(const char *console, size_t size, struct error *err);

#endif

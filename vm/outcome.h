/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Why a guest ended: from what it and QEMU left behind to a line with a remedy.
 */
#ifndef VM_OUTCOME_H
#define VM_OUTCOME_H

#include "image.h"

/* What a kernel writes when it gives up. */
#define PANIC_LINE "Kernel panic - not syncing: "

enum vm_outcome {
	VM_ENDED,   /* powered off or rebooted; whether it did its work is for others to find out */
	VM_PANIC,   /* the kernel gave up */
	VM_SILENT,  /* ended, and not a word on the console */
	VM_TIMEOUT, /* was killed at its time limit */
	VM_QEMU     /* QEMU failed, not the guest */
};

struct vm_evidence {
	const char *console; /* ends with NUL, after @console_size bytes */
	size_t console_size;
	const char *qemu; /* QEMU's standard error */
	int wait_status;  /* of QEMU */
	bool timed_out;
	uint64_t limit_ns;
	enum vm_arch arch;
};

/* What happened; @why is left empty for VM_ENDED, and else "what: why (remedy)". */
enum vm_outcome vm_explain(const struct vm_evidence *evidence, struct error *why);

/* Takes control characters out: a guest's text is not to act on the terminal. Returns @text. */
const char *vm_printable(char *text);

/*
 * The last @lines lines of a console that say something, each indented by two spaces and ended by a
 * newline, without control characters. Returns @buf, cut at its beginning to fit.
 */
const char *vm_console_end(const char *console, size_t console_size, unsigned int lines, char *buf,
			   size_t size);

#endif

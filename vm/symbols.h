/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The functions of a guest's kernel by address, as its init tells them: the lines of
 * /proc/kallsyms that are code, each address without the digits that it shares with the one before
 * it:
 *
 *	ffffffff81000000 T startup_64
 *	d0 t verify_cpu
 *	ffffffffc0000000 t init [module]
 */
#ifndef VM_SYMBOLS_H
#define VM_SYMBOLS_H

#include "bench/util.h"

struct symbol {
	uint64_t address;
	char *name;  /* less what the compiler appends: ".isra.0", ".cold" */
	char linked; /* 'T', 't', 'W', 'w' */
};

struct symbols {
	struct symbol *list; /* by address, one per address */
	size_t nr, room;
};

/* 0, -ENOMEM, or -EBADMSG with @err. symbols_release() in any case. */
int symbols_parse(const char *text, size_t size, struct symbols *symbols, struct error *err);
void symbols_release(struct symbols *symbols);

/*
 * The function that @address is in. "[user space]" for the lower half of addresses, "[unknown]"
 * below all functions. Lives as long as @symbols.
 */
const char *symbols_name(const struct symbols *symbols, uint64_t address);

#endif

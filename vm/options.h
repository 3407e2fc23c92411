/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command line of `vm`: its own options, those of `run` in the guests, those of `compare`. */
#ifndef VM_OPTIONS_H
#define VM_OPTIONS_H

#include "qemu.h"

#define VM_MAX_ARMS  64
#define VM_MAX_BOOTS 1000               /* of each kernel */
#define VM_MAX_SEED  ((1ULL << 53) - 1) /* what all readers of JSON keep whole */

/* As given: "patched=arch/x86/boot/bzImage". */
struct vm_kernel {
	char *label;       /* the arm, a file name */
	const char *image; /* for image_find() */
	const char *title; /* what it is, to be told with its label; NULL: the label says it */
};

/* Arguments to pass on, ended by NULL. */
struct vm_arguments {
	char **list;
	size_t nr;
};

struct vm_options {
	struct vm_kernel kernels[VM_MAX_ARMS];
	size_t nr_kernels;
	/* The folder's name under the results folder; NULL: to be made from the time. */
	const char *campaign;
	bool resume;         /* it exists, and goes on */
	unsigned int blocks; /* boots of each kernel that are compared; 0: none, see explain */
	bool blocks_given;
	enum vm_accel accel;
	uint64_t memory_bytes; /* of a guest */
	uint64_t limit_ns;     /* of a boot */
	bool explain;          /* boots each once more, counted by function */
	uint64_t seed;
	bool seed_given;
	struct vm_arguments run, compare; /* without the verb */
	bool help;
};

/*
 * @argv[0] is the verb that the user gave. 0, or -EINVAL, -ENOMEM with @err. What guests or the
 * comparison at the end would refuse is refused here, before anything boots. Free with
 * vm_options_free() in any case.
 */
int vm_options_parse(int argc, char **argv, struct vm_options *options, struct error *err);

/* Whether @text is among them. */
bool vm_options_has(const struct vm_arguments *arguments, const char *text);

/* The part that looks at what is for others: labels, and the options of `run` and `compare`. */
int vm_options_check(const struct vm_options *options, struct error *err);
void vm_options_free(struct vm_options *options);

/* To standard output. */
void vm_print_help(void);

/* "icount", "tcg", "kvm". */
const char *vm_accel_name(enum vm_accel accel);

#endif

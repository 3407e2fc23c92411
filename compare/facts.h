/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine and settings of an arm as names and values, so that what differs between arms can be
 * listed without a list of what might. Left out is what is never equal (load, time, seed, order)
 * and what other facts say too.
 */
#ifndef COMPARE_FACTS_H
#define COMPARE_FACTS_H

#include "compare/fields.h"
#include "compare/model.h"

struct fact_list {
	struct fact *facts; /* sorted by name, none varying */
	size_t nr, room;
};

/* Many times what a kernel's configuration and a machine have. */
#define MAX_FACTS     4096
#define MAX_FACT_NAME 256 /* bytes, with those of the objects that it is in */

/*
 * From a file's context.ptebench into an empty list, for fact_list_free() in any case. -ENOMEM;
 * -EINVAL with the node's err where there are more, or longer names.
 */
int facts_read(struct fact_list *list, const struct node *own);

/* As above, from the context of a program that is not ptebench. */
int facts_read_foreign(struct fact_list *list, const struct node *context);

void fact_list_free(struct fact_list *list);

/*
 * Takes one file's facts over into the arm, before its run is counted; what stays in the list is of
 * no more use. What differs from the arm's earlier files, by facts_differ()'s rule, is marked as
 * varying. -ENOMEM.
 */
int facts_add(struct arm *arm, struct fact_list *list);

/*
 * Calls @found for each fact that the two do not have alike, sorted by name; NULL stands for an arm
 * that does not state it. Values are alike to the letter, but for kernel.cmdline
 * (bootparams_equal()), kernel.compiler (without the program's name) and machine.memory.total_bytes
 * (2 % apart at most: MemTotal lacks what the kernel itself takes). kernel.release and .version are
 * what is compared: they are found only where they vary inside an arm. Published figures differ in
 * nothing: a line in a mail describes no machine; nor do flat files and others, which state other
 * facts. Returns how many there were.
 */
size_t facts_differ(const struct arm *base, const struct arm *here,
		    void (*found)(void *data, const char *name, const struct fact *base,
				  const struct fact *here),
		    void *data);

/* The arm's fact of that name, or NULL. */
const struct fact *facts_find(const struct arm *arm, const char *name);

/*
 * One line for people: "AMD EPYC 7713; 1 package, 2 cores; 7.8 GiB; kvm". The caller frees it;
 * NULL: nothing is stated, or no memory.
 */
char *facts_machine_summary(json_t *own);

#endif

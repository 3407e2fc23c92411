/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether two arms were measured under the same conditions. A fact that differs is fatal, so that
 * what was measured is INCOMPARABLE, or it is only listed:
 *
 *   fact, with all below it            differing is  why
 *   version, revision, libraries       fatal         another ptebench, or one built otherwise, runs
 *                                                    another loop around the same call
 *   kernel.release, kernel.version     inside an    an arm is one build of one kernel; two arms
 *                                      arm fatal    differ in it
 *   kernel.arch, kernel.compiler       fatal         other code from the same source; what the
 *                                                    compiler's program is called is not compared
 *   kernel.cmdline                     fatal         parameters switch features; words that only
 *                                                    name the image are not compared
 *   kernel.config.options              fatal         what bears on page tables; but between series
 *                                                    (6.1, 6.12) listed: each release adds options
 *                                                    and renames others, as a part of the kernel;
 *                                                    what varies inside an arm is no such part
 *   kernel.config.debug                fatal         what slows all
 *   kernel.config.sha256               listed        any new symbol changes it, and what matters is
 *                                                    among the options
 *   kernel.config.options.             listed        kernel.compiler says the same
 *     CONFIG_CC_VERSION_TEXT
 *   machine.cpu                        fatal         model, stepping and microcode; mitigations,
 *                                                    governor, turbo, SMT and isolated CPUs
 *   machine.topology                   fatal         packages, NUMA nodes, cores, PUs: locality and
 *                                                    TLB shootdown
 *   machine.memory                     fatal         how much, base page and PMD size; the total
 *                                                    may be 2 % off (facts_differ())
 *   machine.clocksource.current        fatal         another clock
 *   machine.virtualisation             fatal         page faults and IPIs cost more in a guest
 *   thp.found                          fatal         what a case does not set stays so
 *   thp.found.vm.min_free_kbytes       listed        the kernel derives it, also from THP settings
 *   placement, settings, idle, others  listed        how the run went, not on what; iterations and
 *                                                    workload are compared row by row
 *
 * What only one arm states is listed where it may be the kernel's doing: a newer one has new files
 * in sysfs, as for mitigations or THP. But version, revision, libraries, kernel.arch,
 * what identifies the CPU, and the machine's topology, memory, clocksource and virtualisation every
 * run states: where one arm lacks them, nothing shows that they agree. And an option that a stated
 * configuration lacks is off, so that it differs from one that is on. What varies between the files
 * of one arm is as fatal as between two arms: that arm is not one kernel on one machine.
 *
 * Nothing is held against published figures, or between flat files and others (facts_differ()).
 */
#ifndef COMPARE_COMPARABLE_H
#define COMPARE_COMPARABLE_H

#include "compare/mismatch.h"

/*
 * Lists how @here differs from @base, sorted by name; free() the list, which may be NULL for none.
 * @allow are names or fnmatch(3) patterns of what may differ, in which '*' takes dots and slashes
 * too: "machine.cpu.microcode", "kernel.config.*". A name stands for all below it: "machine.cpu".
 * -ENOMEM.
 */
int comparable_check(const struct arm *base, const struct arm *here, const char *const *allow,
		     size_t nr_allow, struct mismatch **list, size_t *nr);

/* Whether one of @allow covers @name. */
bool comparable_allows(const char *const *allow, size_t nr_allow, const char *name);

/* How many are fatal and not allowed: with any the arms are not comparable. */
size_t comparable_count_fatal(const struct mismatch *list, size_t nr);

/* Whether any arm has a fact that @allow is about. Otherwise it is a typing error. */
bool comparable_is_known(const struct arm *arms, size_t nr_arms, const char *allow);

#endif

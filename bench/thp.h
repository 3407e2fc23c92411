/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The transparent hugepage settings of sysfs: what they are, what a case needs, writing them.
 *
 * All functions take the directory @rootfd that sysfs and procfs hang under ("/" or a fixture).
 */
#ifndef BENCH_THP_H
#define BENCH_THP_H

#include "util.h"

#define THP_DIR "sys/kernel/mm/transparent_hugepage"

/* One file below THP_DIR, or vm.min_free_kbytes, and the word in it: the bracketed one where there
 * is a choice. */
struct thp_setting {
	char file[48];
	char word[40];
};

#define MAX_THP_SETTINGS 80

/* Sorted by file name. */
struct thp_state {
	struct thp_setting settings[MAX_THP_SETTINGS];
	size_t nr;
};

/*
 * Reads every setting there is; words that this program does not know are kept as they are. An
 * empty state means a kernel without THP. 0, or the errno of a file that exists and cannot be read.
 */
int thp_snapshot(int rootfd, struct thp_state *state, struct error *err);

/* What one PMD maps, from hpage_pmd_size; 0 on a kernel without THP. */
uint64_t thp_pmd_bytes(int rootfd);

/* The word of @file, or NULL where there is no such setting. */
const char *thp_word(const struct thp_state *state, const char *file);

/* Sets or adds a setting. -ENOSPC, -ENAMETOOLONG. */
int thp_set(struct thp_state *state, const char *file, const char *word);

/*
 * The settings under which anonymous memory is made of folios of @folio_bytes and no other:
 * that size `always`, all others and the global one `never`, defrag `always`. -ENOTSUP with the
 * reason in @why where this kernel has no such size.
 */
int thp_plan(const struct thp_state *found, uint64_t folio_bytes, uint64_t page_bytes,
	     uint64_t pmd_bytes, struct thp_state *plan, struct error *why);

/*
 * Likewise for MAP_SHARED | MAP_ANONYMOUS memory, by the settings of shmem: 64K folios and the like
 * since Linux 6.11, before only PMD-sized ones.
 */
int thp_plan_shmem(const struct thp_state *found, uint64_t folio_bytes, uint64_t page_bytes,
		   uint64_t pmd_bytes, struct thp_state *plan, struct error *why);

/*
 * The settings under which a write() to a memfd makes large folios at all, or (@folio_bytes a base
 * page) none. Which sizes a kernel makes then, only looking at them tells.
 */
int thp_plan_tmpfs(const struct thp_state *found, uint64_t folio_bytes, uint64_t page_bytes,
		   uint64_t pmd_bytes, struct thp_state *plan, struct error *why);

/* Whether all is as @plan wants it. */
bool thp_already(const struct thp_state *found, const struct thp_state *plan);

/*
 * Whether anonymous memory gets folios of @folio_bytes without any setting being changed;
 * @madvised: with MADV_HUGEPAGE (or, for base pages, MADV_NOHUGEPAGE) on it.
 */
bool thp_suits(const struct thp_state *found, uint64_t folio_bytes, uint64_t page_bytes,
	       uint64_t pmd_bytes, bool madvised);

/*
 * Writes those of @wanted that differ from what is there, and reads each back. Goes on after a
 * failure, so that as much as possible is as wanted; returns the first failure, with @err naming
 * the file. Needs root.
 */
int thp_apply(int rootfd, const struct thp_state *wanted, struct error *err);

/* Those settings that a plan changes, by itself or through the kernel: what has to be put back. */
void thp_changeable(const struct thp_state *state, struct thp_state *changeable);

/* An object, file to word; a new reference. */
json_t *thp_json(const struct thp_state *state);

/* The reverse. -EBADMSG for what thp_json() cannot have made, such as a file that is no setting. */
int thp_from_json(const json_t *json, struct thp_state *state);

/*
 * The files of hugepages-<size>kB/stats as an object, file to number; NULL where this kernel has
 * none. A new reference.
 */
json_t *thp_stats(int rootfd, uint64_t folio_bytes);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading what procfs and sysfs hold, and carrying it into JSON. Paths are relative to a root
 * directory, so that a fixture tree does as well as "/". What is absent, or not readable without
 * privilege, is no error: the field is left out.
 */
#ifndef BENCH_SYSFILE_H
#define BENCH_SYSFILE_H

#include "util.h"

/*
 * The value of the first line "KEY : value" of @text, as /proc/cpuinfo, meminfo and PID/status have
 * them, cut to fit. Returns @buf, or NULL if no line has that key.
 */
const char *sysfile_field(const char *text, const char *key, char *buf, size_t size);

/* Whether @word is one of the words of @list, which white space parts. */
bool sysfile_has_word(const char *list, const char *word);

/* A file that holds one number, as most of sysfs does. -EINVAL if it holds something else. */
int sysfile_read_u64(int rootfd, const char *path, uint64_t *value);

/*
 * The names in directory @path that begin with @prefix, sorted, so that output does not depend on
 * the file system's order. Returns their number, 0 if there is no such directory, or -ENOMEM.
 */
int sysfile_list(int rootfd, const char *path, const char *prefix, char ***names);
void sysfile_free_names(char ***names);
#define _cleanup_names_ __attribute__((cleanup(sysfile_free_names)))

/* Takes over @value, which may be NULL: that is -ENOMEM, since jansson's makers return it so. */
int sysfile_put(json_t *object, const char *key, json_t *value);

/* Text in which bytes that JSON cannot hold, being no UTF-8, became '?'. NULL: out of memory. */
json_t *sysfile_string(const char *text);

/* Such text; left out if @text is NULL. */
int sysfile_put_text(json_t *object, const char *key, const char *text);

/* The content of a short file, as text. */
int sysfile_put_file(json_t *object, const char *key, int rootfd, const char *path);

/*
 * The list of isolated CPUs, "" for none, by isolcpus= or, later, by a cpuset partition, which the
 * first one's file lacks. Returns its length or a negative errno.
 */
ssize_t sysfile_isolated(int rootfd, char *list, size_t size);

#endif

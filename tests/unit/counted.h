/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Result files of boots that were counted by function, as short as may be. */
#ifndef TESTS_UNIT_COUNTED_H
#define TESTS_UNIT_COUNTED_H

#include "compare/profile.h"
#include "tmpdir.h"

/* In JSON, but with ' for ". */
struct counted_file {
	const char *workers, *benchmarks, *failed;
};

/* A worker's entry, and a repetition of the worker @index. */
#define WORKER(name, facts, functions) "{'name':'" name "'," facts "'functions':{" functions "}}"
#define REPETITION(name, index, iterations, ns)                          \
	"{'name':'" name "','iterations':" iterations ",'real_time':" ns \
	",'ptebench':{'worker':" index "}}"
#define PAGES(n) "'calls':2,'pages_per_call':" n ","

/* Writes it to the file @label, and reads it. */
static inline int counted_load(const struct rootfs *dir, const char *label,
			       const struct counted_file *file, struct profile *profile,
			       struct error *err)
{
	char text[8192], path[PATH_MAX];

	snprintf(text, sizeof(text),
		 "{'context':{'ptebench':{'label':'%s','kernel':{'release':'6.%s'},"
		 "'workers':[%s],'failed':[%s]}},'benchmarks':[%s]}",
		 label, label, file->workers, file->failed ? file->failed : "", file->benchmarks);
	for (char *c = text; *c; c++)
		*c = *c == '\'' ? '"' : *c;
	rootfs_write(dir, label, text);
	return profile_load(tmpdir_path(dir, label, path), profile, err);
}

#endif

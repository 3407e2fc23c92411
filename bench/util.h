/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Small helpers that everything below main.c shares: errors that carry their text, cleanup
 * attributes, file reading and atomic writing, numbers with units.
 *
 * Functions return 0 or a count on success and a negative errno on failure, print nothing, and
 * leave out-parameters untouched on failure unless they say otherwise.
 */
#ifndef BENCH_UTIL_H
#define BENCH_UTIL_H

#include <dirent.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#define ARRAY_SIZE(a)      (sizeof(a) / sizeof((a)[0]))
#define BENCH_PRINTF(f, a) __attribute__((format(printf, f, a)))

/* An error as users see it: "what: why (remedy)", without the program's name or a newline. */
struct error {
	char text[640];
};

/* Formats the text (cut to fit) and returns @code, a negative errno. @err may be NULL. */
int error_set(struct error *err, int code, const char *fmt, ...) BENCH_PRINTF(3, 4);

void close_fd(int *fd);
void close_file(FILE **file);
void close_dir(DIR **dir);
void free_ptr(void *ptr_to_ptr);
void release_json(json_t **json);

#define _cleanup_fd_   __attribute__((cleanup(close_fd)))
#define _cleanup_file_ __attribute__((cleanup(close_file)))
#define _cleanup_dir_  __attribute__((cleanup(close_dir)))
#define _cleanup_free_ __attribute__((cleanup(free_ptr)))
#define _cleanup_json_ __attribute__((cleanup(release_json)))

/*
 * Reads all of @path, taken relative to the directory @dirfd, into @buf, ends it with NUL and
 * strips white space from its end. Returns the length, -EFBIG if it does not fit, or the errno of
 * the call that failed.
 */
ssize_t read_text_at(int dirfd, const char *path, char *buf, size_t size);

/* As above, but of any length, into memory that the caller frees. */
ssize_t read_all_at(int dirfd, const char *path, char **text);

/* Writes all of it, going on after EINTR and short writes. */
int write_all(int fd, const void *data, size_t size);

/*
 * Replaces @path so that a reader, or a crash at any instant, sees the old content or the new one:
 * PATH.tmp beside it, fsync, rename. One writer at a time. What exists and is not a regular file (a
 * terminal, a pipe, /dev/full) is written to directly and never replaced.
 */
int write_file_atomic(const char *path, const void *data, size_t size, mode_t mode);

/* mkdir -p. */
int make_dirs(const char *path, mode_t mode);

/* A whole number with an optional suffix K, M, G or T (powers of 1024; "KiB" and "KB" too).
 * -EINVAL, -ERANGE. */
int parse_size(const char *text, uint64_t *bytes);

/* A decimal number and nothing else. -EINVAL, -ERANGE. */
int parse_u64(const char *text, uint64_t *value);

/* "64K", "1M", "1G"; bytes that are no whole number of such units as they are. Returns @buf. */
const char *format_size(char *buf, size_t size, uint64_t bytes);

/* "523 ns", "20.5 ms", "1.75 s": three significant digits. Returns @buf. */
const char *format_ns(char *buf, size_t size, double ns);

/* CLOCK_MONOTONIC. Inline, since cases read it between the directions of a hot loop. */
#include <time.h>
static inline uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* CLOCK_THREAD_CPUTIME_ID. */
static inline uint64_t thread_cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

#endif

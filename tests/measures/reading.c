// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How long compare takes to read a campaign, against jansson alone on the same files with the same
 * number of threads: the floor for any reader built on it. Makes the files first, of the shape that
 * `ptebench run` writes. Prints figures, judges nothing.
 *
 * usage: reading [FILES [CASES]]     1000 and 40 by default, some 700 MB below TMPDIR
 */
#include "compare/reader.h"

#include "bench/schema.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROCESSES   3
#define REPETITIONS 9

static const char *const arms[] = {"base", "patched"};
static unsigned long nr_files = 1000, nr_cases = 40;

static void write_folios(FILE *f, const char *when)
{
	fprintf(f,
		"    \"folios_%s\": {\n     \"histogram\": {\n      \"4\": 16384\n     },\n"
		"     \"pages\": 262144,\n     \"absent\": 0,\n     \"not_anon\": 0,\n"
		"     \"shared\": 0,\n     \"irregular\": 0,\n     \"misaligned\": 0,\n"
		"     \"pmd_mapped_bytes\": 0,\n     \"vmas\": 1,\n     \"verified\": true\n    },\n",
		when);
}

static void write_worker(FILE *f, unsigned long c, unsigned long p)
{
	fprintf(f,
		"%s   {\n    \"name\": \"mprotect_toggle/case_%lu\",\n    \"process\": %lu,\n"
		"    \"order\": %lu,\n    \"params\": {\n     \"size_bytes\": 1073741824,\n"
		"     \"folio_bytes\": 65536,\n     \"spinners\": 0,\n     \"pages\": 262144,\n"
		"     \"base_page_bytes\": 4096\n    },\n    \"folio_order\": 4,\n"
		"    \"verified\": true,\n    \"calls\": 2,\n    \"pages_per_call\": 262144,\n"
		"    \"iterations\": 40,\n    \"calibrated\": %s,\n    \"warmup\": {\n"
		"     \"real_time\": 469200.25,\n     \"cpu_time\": 469100.5\n    },\n",
		c + p ? ",\n" : "", c, p, c * PROCESSES + p, p ? "false" : "true");
	write_folios(f, "before");
	write_folios(f, "after");
	fprintf(f, "    \"cpu\": 3,\n    \"node\": 0,\n    \"setup_ns\": 250000000,\n"
		   "    \"prove_ns\": 80000000,\n    \"measure_ns\": 190000000\n   }");
}

static void write_row(FILE *f, unsigned long c, unsigned long i, double ns)
{
	fprintf(f,
		"%s  {\"name\": \"mprotect_toggle/case_%lu\", \"run_name\": "
		"\"mprotect_toggle/case_%lu\", \"run_type\": \"iteration\", \"repetitions\": %d, "
		"\"repetition_index\": %lu, \"threads\": 1, \"iterations\": 40, \"real_time\": "
		"%.6f, \"cpu_time\": %.6f, \"time_unit\": \"ns\", \"ptebench\": {\"worker\": %lu, "
		"\"process\": %lu, \"repetition\": %lu",
		c + i ? ",\n" : "", c, c, PROCESSES * REPETITIONS, i, ns, ns * 0.999,
		c * PROCESSES + i / REPETITIONS, i / REPETITIONS, i % REPETITIONS);
	/* Long calls are timed each direction apart. */
	if (c % 2)
		fprintf(f,
			", \"directions\": [{\"name\": \"R\", \"real_time\": %.6f}, "
			"{\"name\": \"RW\", \"real_time\": %.6f}]",
			ns * 0.45, ns * 0.55);
	fprintf(f, "}}");
}

static int write_result(const char *path, const char *label, unsigned long boot)
{
	_cleanup_file_ FILE *f = fopen(path, "we");

	if (!f)
		return -errno;
	fprintf(f,
		"{\n\"context\": {\n \"date\": \"2026-01-05T10:00:00+00:00\",\n \"ptebench\": {\n"
		"  \"schema\": %d,\n  \"label\": \"%s\",\n  \"boot_id\": \"%s-%lu\",\n"
		"  \"clock\": \"wall\",\n  \"block\": %lu,\n  \"kernel\": {\n"
		"   \"release\": \"6.18.0\",\n   \"arch\": \"x86_64\"\n  },\n  \"workers\": [\n",
		RESULT_SCHEMA, label, label, boot, boot);
	for (unsigned long w = 0; w < nr_cases * PROCESSES; w++)
		write_worker(f, w / PROCESSES, w % PROCESSES);
	fprintf(f, "\n  ]\n }\n},\n\"benchmarks\": [\n");
	for (unsigned long c = 0; c < nr_cases; c++)
		for (unsigned long i = 0; i < PROCESSES * REPETITIONS; i++)
			write_row(f, c, i, 469200.125 * (double)(c + 1) + (double)(i * boot));
	fprintf(f, "\n]\n}\n");
	return ferror(f) || fflush(f) ? -EIO : 0;
}

static void file_path(char *path, size_t size, const char *dir, unsigned long i)
{
	snprintf(path, size, "%s/%s/%lu.json", dir, arms[i % 2], i / 2);
}

static int write_results(const char *dir, double *bytes)
{
	for (unsigned long i = 0; i < nr_files; i++) {
		char path[512];
		struct stat st;
		int ret;

		file_path(path, sizeof(path), dir, i);
		ret = write_result(path, arms[i % 2], i / 2);
		if (ret || stat(path, &st))
			return ret ? ret : -errno;
		*bytes += (double)st.st_size;
	}
	return 0;
}

static int read_as_compare(const char *dir)
{
	const char *const inputs[] = {"base", "patched"};
	struct reader_options options = {.results_dir = dir};
	struct comparison c;
	struct error err;
	int ret = reader_load(&c, inputs, ARRAY_SIZE(inputs), &options, &err);

	if (ret)
		fprintf(stderr, "reading: %s\n", err.text);
	return ret;
}

static unsigned long next_file;

static void *parse_files(void *dir)
{
	unsigned long i;

	while ((i = __atomic_fetch_add(&next_file, 1, __ATOMIC_RELAXED)) < nr_files) {
		_cleanup_free_ char *text = NULL;
		char path[512];
		ssize_t size;

		file_path(path, sizeof(path), dir, i);
		size = read_all_at(-1, path, &text);
		if (size < 0)
			return NULL;
		json_decref(json_loadb(text, (size_t)size, JSON_REJECT_DUPLICATES, NULL));
	}
	return NULL;
}

static int read_as_jansson(const char *dir)
{
	pthread_t threads[16];
	cpu_set_t set;
	int nr = sched_getaffinity(0, sizeof(set), &set) ? 16 : CPU_COUNT(&set);

	nr = nr > 16 ? 16 : nr;
	for (int i = 0; i < nr; i++)
		if (pthread_create(&threads[i], NULL, parse_files, (void *)dir))
			return -EAGAIN;
	for (int i = 0; i < nr; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

/* In a process of its own, for a peak of its own. */
static int measure(const char *what, int (*run)(const char *dir), const char *dir, double bytes,
		   double *seconds)
{
	uint64_t start = now_ns();
	pid_t pid = fork();
	struct rusage used;
	int status;

	if (pid < 0)
		return -errno;
	if (!pid)
		_exit(run(dir) ? 1 : 0);
	if (wait4(pid, &status, 0, &used) < 0)
		return -errno;
	if (status)
		return -EIO;
	*seconds = (double)(now_ns() - start) / 1e9;
	printf("%-14s %6.2f s %7.0f MB/s  CPU %6.2f s  peak RSS %5.0f MiB\n", what, *seconds,
	       bytes / 1e6 / *seconds,
	       (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
		       (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6,
	       (double)used.ru_maxrss / 1024);
	fflush(stdout);
	return 0;
}

static void remove_results(const char *dir)
{
	char path[512];

	for (unsigned long i = 0; i < nr_files; i++) {
		file_path(path, sizeof(path), dir, i);
		unlink(path);
	}
	for (size_t a = 0; a < ARRAY_SIZE(arms); a++) {
		snprintf(path, sizeof(path), "%s/%s", dir, arms[a]);
		rmdir(path);
	}
	rmdir(dir);
}

static int measure_both(const char *dir)
{
	double bytes = 0, reader, jansson;
	int ret = write_results(dir, &bytes);

	if (ret)
		return ret;
	printf("%lu files of %lu cases, %d repetitions each: %.0f MB\n", nr_files, nr_cases,
	       PROCESSES * REPETITIONS, bytes / 1e6);
	fflush(stdout);
	ret = measure("compare", read_as_compare, dir, bytes, &reader);
	if (!ret)
		ret = measure("jansson alone", read_as_jansson, dir, bytes, &jansson);
	if (!ret)
		printf("share of jansson: %.0f%%\n", 100 * jansson / reader);
	return ret;
}

int main(int argc, char **argv)
{
	const char *tmp = getenv("TMPDIR");
	char dir[256], path[512];
	int ret = 0;

	if (argc > 1)
		nr_files = strtoul(argv[1], NULL, 10);
	if (argc > 2)
		nr_cases = strtoul(argv[2], NULL, 10);
	if (argc > 3 || nr_files < 2 || !nr_cases) {
		fprintf(stderr, "usage: reading [FILES, 2 or more [CASES]]\n");
		return 3;
	}
	snprintf(dir, sizeof(dir), "%s/ptebench-reading-XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(dir)) {
		fprintf(stderr, "reading: %s: %s\n", dir, strerror(errno));
		return 3;
	}
	for (size_t a = 0; a < ARRAY_SIZE(arms) && !ret; a++) {
		snprintf(path, sizeof(path), "%s/%s", dir, arms[a]);
		ret = mkdir(path, 0755) ? -errno : 0;
	}
	if (!ret)
		ret = measure_both(dir);
	if (ret)
		fprintf(stderr, "reading: %s\n", strerror(-ret));
	remove_results(dir);
	return ret ? 3 : 0;
}

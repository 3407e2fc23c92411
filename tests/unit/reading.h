/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For the tests of the reader: loading, refusing, finding, and small result files made to measure.
 */
#ifndef TESTS_UNIT_READING_H
#define TESTS_UNIT_READING_H

#include "bench/schema.h"
#include "compare/reader.h"

#include "tmpdir.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* cmocka 1.1.5 compares floats only. */
#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

#define RESULTS   TEST_DATA "/results"
#define MALFORMED TEST_DATA "/malformed"
#define FOREIGN   TEST_DATA "/foreign"

static const struct reader_options with_results = {.results_dir = RESULTS};

/* Reads @a and @b as the two arms. */
static inline void read_two(struct comparison *c, const char *a, const char *b)
{
	const char *const inputs[] = {a, b};
	struct error err = {""};

	if (reader_load(c, inputs, 2, &with_results, &err))
		fail_msg("%s", err.text);
}

static inline int load_fails(const char *a, const char *b, struct error *err)
{
	const char *const inputs[] = {a, b};
	struct comparison c = {0};
	int ret;

	err->text[0] = '\0';
	ret = reader_load(&c, inputs, 2, &with_results, err);
	/* A failure leaves what the caller had. */
	assert_null(c.arms);
	assert_null(strchr(err->text, '\n'));
	return ret;
}

static inline void assert_says(const struct error *err, const char *text)
{
	if (!strstr(err->text, text))
		fail_msg("\"%s\" does not say \"%s\"", err->text, text);
}

static inline const struct row *find_row(const struct comparison *c, const char *name)
{
	for (size_t r = 0; r < c->nr_rows; r++)
		if (!strcmp(c->rows[r].name, name))
			return &c->rows[r];
	fail_msg("no row %s", name);
	return NULL;
}

static inline const struct cell *find_cell(const struct comparison *c, const char *name, size_t arm)
{
	return &find_row(c, name)->cells[arm];
}

/* A file with one row of one repetition. */
struct small_file {
	const char *label, *boot, *date; /* NULL: "small", "boot", a date */
	const char *own;                 /* more of context.ptebench, with a comma before */
	const char *name;                /* of the row, as in JSON; NULL: "nop" */
	const char *worker;              /* more of its entry in workers[], with a comma before */
	unsigned iterations;             /* 0: 10 */
	double ns;                       /* 0: 1; below 0 the file is damaged */
};

static inline const char *small_text(const char *text, const char *otherwise)
{
	return text ? text : otherwise;
}

static inline void small_write(const struct rootfs *root, const char *path,
			       const struct small_file *f)
{
	const char *name = small_text(f->name, "nop");
	_cleanup_free_ char *text = NULL;
	int len = asprintf(
		&text,
		"{\"context\": {\"date\": \"%s\", \"ptebench\": {\"schema\": %d, \"label\": \"%s\", "
		"\"boot_id\": \"%s\", \"clock\": \"wall\"%s, \"workers\": [{\"name\": \"%s\", "
		"\"process\": 0%s}]}},\n\"benchmarks\": [{\"name\": \"%s\", \"iterations\": %u, "
		"\"real_time\": %.3f, \"cpu_time\": 1.0, \"time_unit\": \"ns\", \"ptebench\": "
		"{\"worker\": 0, \"process\": 0, \"repetition\": 0}}]}\n",
		small_text(f->date, "2026-01-07T10:00:00+00:00"), RESULT_SCHEMA,
		small_text(f->label, "small"), small_text(f->boot, "boot"), small_text(f->own, ""),
		name, small_text(f->worker, ""), name, f->iterations ? f->iterations : 10,
		f->ns ? f->ns : 1);

	assert_true(len > 0);
	rootfs_write(root, path, text);
}

#define SMALL(...) (&(struct small_file){__VA_ARGS__})

#endif

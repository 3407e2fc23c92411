// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A libFuzzer target: any bytes as result files, each parsed alone, then merged. CONTRIBUTING.md
 * tells how to run it. A zero byte, which no JSON holds, ends a file; all that parse go into the
 * same arm, and the first into a second arm, too.
 */
#include "compare/merge.h"
#include "compare/parse.h"

#include <string.h>

#define MAX_FILES 3

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int ret, const struct error *err)
{
	/* A refusal is one line that says something. */
	if (ret < 0 && (!err->text[0] || strchr(err->text, '\n')))
		abort();
}

/* As the reader does, but for threads and names. 1: no file of that label. */
static int read_one(struct merge *merge, size_t arm, const char *text, size_t size,
		    const struct parse_options *options)
{
	struct result_file file;
	struct error err = {""};
	int ret = parse_text(text, size, "fuzz.json", options, &file, &err);

	check(ret, &err);
	if (ret)
		return ret;
	ret = merge_file(merge, arm, &file, &err);
	check(ret, &err);
	result_file_free(&file);
	return ret;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct parse_options all, some = {.cases = "mprotect_*,n?p", .label = "base"};
	const char *text = (const char *)data;
	size_t first = strnlen(text, size), start = 0;
	struct comparison c;
	struct merge merge;

	if (comparison_init(&c, 2) || merge_init(&merge, &c))
		abort();
	c.arms[0].input = strdup("results/fuzz");
	c.arms[1].input = strdup("fuzz.json");
	for (int i = 0; i < MAX_FILES && start < size; i++) {
		size_t length = strnlen(text + start, size - start);

		if (read_one(&merge, 0, text + start, length, &all) < 0)
			break;
		start += length + 1;
	}
	read_one(&merge, 1, text, first, &some);
	merge_free(&merge);
	comparison_sort(&c);
	comparison_free(&c);
	return 0;
}

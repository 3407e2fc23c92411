// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/reader.h"

#include "compare/find.h"
#include "compare/load.h"
#include "compare/merge.h"
#include "compare/rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define _cleanup_found_ __attribute__((cleanup(find_free)))

static int take_file(void *merge, size_t arm, struct result_file *file, struct error *err)
{
	return merge_file(merge, arm, file, err);
}

static int load_arms(struct comparison *c, const char *const *inputs,
		     const struct reader_options *options, struct error *err)
{
	_cleanup_found_ struct found_files found = {0};
	struct merge merge;
	int ret = 0;

	for (size_t a = 0; a < c->nr_arms && !ret; a++) {
		c->arms[a].input = strdup(inputs[a]);
		ret = c->arms[a].input ? find_files(&found, inputs[a], a, options->results_dir, err)
				       : -ENOMEM;
	}
	if (ret || merge_init(&merge, c))
		return ret ? ret : -ENOMEM;
	ret = load_files(&found, options->cases, take_file, &merge, err);
	merge_free(&merge);
	for (size_t a = 0; a < c->nr_arms && !ret; a++)
		if (!c->arms[a].nr_runs)
			ret = find_nothing(inputs[a], options->results_dir, err);
	return ret;
}

static bool name_is_taken(const struct comparison *c, size_t a)
{
	for (size_t b = 0; b < c->nr_arms; b++)
		if (b != a && c->arms[b].name && !strcmp(c->arms[a].name, c->arms[b].name))
			return true;
	return false;
}

static char *name_by(const struct arm *arm, int way)
{
	if (way == 0)
		return strdup(arm->label);
	return way == 1 ? find_base_name(arm->input) : strdup(arm->input);
}

/* Labels if they tell all arms apart, else base names, else inputs as they were given. */
static int name_arms(struct comparison *c)
{
	for (int way = 0; way < 3; way++) {
		bool taken = false;

		for (size_t a = 0; a < c->nr_arms; a++) {
			free(c->arms[a].name);
			c->arms[a].name = NULL;
		}
		for (size_t a = 0; a < c->nr_arms; a++) {
			c->arms[a].name = name_by(&c->arms[a], way);
			if (!c->arms[a].name)
				return -ENOMEM;
			taken |= name_is_taken(c, a);
		}
		if (!taken)
			break;
	}
	return 0;
}

static bool any_row_matches(const struct comparison *c, const char *glob)
{
	for (size_t r = 0; r < c->nr_rows; r++)
		if (rows_match(glob, c->rows[r].name))
			return true;
	return false;
}

/*
 * Each glob must mean a row: a misspelt one among others would leave its cases out, and a gate
 * would pass without them. What was read does not show it, as controls always are.
 */
static int check_cases(const struct comparison *c, const char *cases, struct error *err)
{
	_cleanup_free_ char *copy = strdup(cases);
	char *save = NULL, *glob;

	if (!copy)
		return -ENOMEM;
	glob = strtok_r(copy, ",", &save);
	do {
		if (!glob || !any_row_matches(c, glob))
			return error_set(err, -EINVAL,
					 "--cases %s: no row of these files matches (their names "
					 "are in benchmarks[].name)",
					 glob ? glob : cases);
		glob = strtok_r(NULL, ",", &save);
	} while (glob);
	return 0;
}

int reader_load(struct comparison *c, const char *const *inputs, size_t nr_inputs,
		const struct reader_options *options, struct error *err)
{
	struct comparison read;
	int ret = comparison_init(&read, nr_inputs);

	if (!ret)
		ret = load_arms(&read, inputs, options, err);
	if (!ret)
		ret = name_arms(&read);
	if (!ret && options->cases)
		ret = check_cases(&read, options->cases, err);
	if (ret == -ENOMEM)
		error_set(err, ret, "compare: not enough memory (compare fewer files at once)");
	if (ret) {
		comparison_free(&read);
		return ret;
	}
	comparison_sort(&read);
	*c = read;
	return 0;
}

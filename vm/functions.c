// SPDX-License-Identifier: GPL-2.0-or-later
#include "functions.h"

#include "counts.h"
#include "symbols.h"

#include <errno.h>
#include <string.h>

#define _cleanup_counts_  __attribute__((cleanup(counts_release)))
#define _cleanup_symbols_ __attribute__((cleanup(symbols_release)))

/* NULL: there is none, or its marks are not those of a worker that went to its end. */
static const struct counted_work *find_work(const struct counts *counts, json_int_t number)
{
	const struct counted_work *found = NULL;

	for (size_t i = 0; i < counts->nr; i++) {
		if (counts->works[i].number != (uint64_t)number)
			continue;
		if (found || !counts->works[i].whole)
			return NULL;
		found = &counts->works[i];
	}
	return found;
}

static int add(json_t *functions, const char *name, uint64_t instructions)
{
	json_int_t sum = json_integer_value(json_object_get(functions, name));

	return json_object_set_new(functions, name, json_integer(sum + (json_int_t)instructions));
}

/* A block may go on in the next function: instruction by instruction. */
static int add_block(json_t *functions, const struct counted *block, const struct symbols *symbols)
{
	static const char digits[] = "0123456789abcdef";
	uint64_t address = block->address;
	int ret = 0;

	for (const char *size = block->sizes; *size != '\n' && !ret; size++) {
		ret = add(functions, symbols_name(symbols, address), block->executions);
		address += (uint64_t)(strchr(digits, *size) - digits);
	}
	return ret;
}

static json_t *by_function(const struct counted_work *work, const struct symbols *symbols)
{
	json_t *functions = json_object();

	for (size_t i = 0; i < work->nr; i++) {
		if (add_block(functions, &work->blocks[i], symbols)) {
			json_decref(functions);
			return NULL;
		}
	}
	return functions;
}

int functions_add(json_t *result, const char *text, size_t size, struct error *err)
{
	_cleanup_counts_ struct counts counts;
	_cleanup_symbols_ struct symbols symbols = {0};
	json_t *worker, *workers;
	size_t i;
	int ret = counts_parse(text, size, &counts, err);

	if (!ret && !counts.text_size)
		ret = error_set(err, -EBADMSG,
				"the guest's kernel tells of no functions (it needs "
				"CONFIG_KALLSYMS)");
	if (!ret)
		ret = symbols_parse(counts.text, counts.text_size, &symbols, err);
	if (ret)
		return ret;
	workers = json_object_get(json_object_get(json_object_get(result, "context"), "ptebench"),
				  "workers");
	json_array_foreach (workers, i, worker) {
		const struct counted_work *work =
			find_work(&counts, json_integer_value(json_object_get(worker, "order")));

		if (work && json_object_set_new(worker, "functions", by_function(work, &symbols)))
			return error_set(err, -ENOMEM, "functions: not enough memory");
	}
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/counters.h"

#include "bench/schema.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The kernel's list has some 200, with names half as long: mm/vmstat.c. */
#define MAX_NAMES 500
#define MAX_NAME  80

const char *const counters_of_hardware[3] = {KERNEL_CYCLES, KERNEL_INSTRUCTIONS,
					     KERNEL_DTLB_LOAD_MISSES};

int counters_read_row(struct counters *c, const struct node *own, double iterations)
{
	struct node node = {0};
	int ret = node_object(own, "counters", "ptebench.counters", false, &node);

	/* Counted for a part of the repetition only: of no use. */
	if (ret || !node.json || json_object_get(own->json, "counted_ratio"))
		return ret;
	for (size_t i = 0; i < ARRAY_SIZE(counters_of_hardware) && !ret; i++) {
		const char *name = counters_of_hardware[i];
		int64_t count = -1;

		ret = node_count(&node, name, false, 0, INT64_MAX, &count);
		if (!ret && count >= 0)
			ret = counters_sample(c, name, (double)count / iterations);
	}
	return ret;
}

/* One file must not ask for more memory than its size warrants. */
static int check_name(const struct node *node, size_t nr, const char *name)
{
	if (nr > MAX_NAMES)
		return node_error(node, NULL, "more than %d names (the file is damaged)",
				  MAX_NAMES);
	if (strlen(name) > MAX_NAME)
		return node_error(node, NULL, "a name of more than %d bytes (the file is damaged)",
				  MAX_NAME);
	return 0;
}

int counters_read_worker(struct counters *c, const struct node *entry, double iterations)
{
	struct node node = {0};
	const char *name;
	json_t *value;
	int ret = node_object(entry, "vmstat", "vmstat", false, &node);

	if (ret || !node.json)
		return ret;
	json_object_foreach (node.json, name, value) {
		int64_t count = 0;

		ret = check_name(&node, json_object_size(node.json), name);
		if (!ret)
			ret = node_count(&node, name, true, 0, INT64_MAX, &count);
		if (!ret)
			ret = counters_sample(c, name, (double)count / iterations);
		if (ret)
			return ret;
	}
	c->nr_workers++;
	return 0;
}

static int add_name(struct uncounted *u, const struct node *node, const json_t *entry)
{
	const char *name = json_string_value(entry);
	char **added;
	int ret;

	if (!name)
		return node_error(node, "missing", "not names alone (a result file has strings)");
	ret = check_name(node, u->nr, name);
	if (ret)
		return ret;
	added = array_add(&u->names, u->nr, &u->room, sizeof(*added));
	if (!added)
		return -ENOMEM;
	*added = strdup(name);
	if (!*added)
		return -ENOMEM;
	u->nr++;
	return 0;
}

static int read_missing(struct uncounted *u, const struct node *counters, const char *key,
			const char *path)
{
	struct node node = {0};
	json_t *array = NULL;
	int ret = node_object(counters, key, path, true, &node);

	if (!ret)
		ret = node_array(&node, "missing", true, &array);
	for (size_t i = 0; i < json_array_size(array) && !ret; i++)
		ret = add_name(u, &node, json_array_get(array, i));
	return ret;
}

int uncounted_read(struct uncounted *u, const struct node *own)
{
	struct node node = {0};
	int ret = node_object(own, "counters", "context.ptebench.counters", false, &node);

	if (ret || !node.json)
		return ret;
	u->stated = true;
	ret = read_missing(u, &node, "perf", "context.ptebench.counters.perf");
	return ret ? ret : read_missing(u, &node, "vmstat", "context.ptebench.counters.vmstat");
}

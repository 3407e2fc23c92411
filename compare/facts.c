// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/facts.h"

#include "compare/bootparams.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const subtrees[] = {"version",   "revision", "machine",  "kernel", "libraries",
				       "placement", "thp",      "settings", "idle"};

/* With all below them. */
static const char *const left_out[] = {
	"machine.load_avg",     "machine.clocksource.available",
	"placement.reason",     "idle.waited_ns",
	"idle.busy_ratio",      "thp.applied",
	"kernel.config.source", "machine.topology.summary",
};

/* MemTotal is what the kernel leaves: its own size, and what firmware reserves, are not in it. */
#define MEMORY_TOLERANCE 0.02

/* Of google/benchmark's context: what tells machines or builds apart and does not change by itself.
 */
static const char *const foreign[] = {"num_cpus", "library_build_type", "library_version"};

void fact_list_free(struct fact_list *list)
{
	for (size_t i = 0; i < list->nr; i++) {
		free(list->facts[i].name);
		free(list->facts[i].value);
	}
	free(list->facts);
	memset(list, 0, sizeof(*list));
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct fact *)a)->name, ((const struct fact *)b)->name);
}

/* Takes over @value. */
static int add(struct fact_list *list, const char *name, char *value)
{
	struct fact *fact =
		value ? array_add(&list->facts, list->nr, &list->room, sizeof(*fact)) : NULL;

	if (!fact) {
		free(value);
		return -ENOMEM;
	}
	list->nr++;
	fact->value = value;
	fact->name = strdup(name);
	return fact->name ? 0 : -ENOMEM;
}

static char *leaf_text(json_t *json)
{
	if (json_is_string(json))
		return strdup(json_string_value(json));
	return json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6));
}

/* Names repeat in each fact below them: a small file could ask for much memory. */
static int check_size(const struct node *node, const struct fact_list *list, const char *name)
{
	if (strlen(name) > MAX_FACT_NAME)
		return node_error(node, name, "a name of more than %d bytes (the file is damaged)",
				  MAX_FACT_NAME);
	if (list->nr >= MAX_FACTS)
		return node_error(node, name, "beyond the first %d facts (the file is damaged)",
				  MAX_FACTS);
	return 0;
}

/* @node: the object that they are all in, for messages. */
static int flatten(const struct node *node, struct fact_list *list, const char *name, json_t *json)
{
	int ret = check_size(node, list, name);
	const char *key;
	json_t *value;

	if (ret)
		return ret;
	for (size_t i = 0; i < ARRAY_SIZE(left_out); i++)
		if (!strcmp(name, left_out[i]))
			return 0;
	if (!json_is_object(json))
		return add(list, name, leaf_text(json));
	json_object_foreach (json, key, value) {
		_cleanup_free_ char *path = NULL;

		if (asprintf(&path, "%s.%s", name, key) < 0) {
			path = NULL;
			return -ENOMEM;
		}
		ret = flatten(node, list, path, value);
		if (ret)
			return ret;
	}
	return 0;
}

static void sort(struct fact_list *list)
{
	if (list->nr)
		qsort(list->facts, list->nr, sizeof(*list->facts), by_name);
}

static int read_keys(struct fact_list *list, const struct node *node, const char *const *keys,
		     size_t nr)
{
	int ret = 0;

	for (size_t i = 0; i < nr && !ret; i++) {
		json_t *value = json_object_get(node->json, keys[i]);

		if (value)
			ret = flatten(node, list, keys[i], value);
	}
	sort(list);
	return ret;
}

int facts_read(struct fact_list *list, const struct node *own)
{
	return read_keys(list, own, subtrees, ARRAY_SIZE(subtrees));
}

int facts_read_foreign(struct fact_list *list, const struct node *context)
{
	return read_keys(list, context, foreign, ARRAY_SIZE(foreign));
}

static bool same_memory(const char *base, const char *here)
{
	uint64_t x, y;

	if (parse_u64(base, &x) || parse_u64(here, &y))
		return false;
	return (double)(x > y ? x - y : y - x) <= MEMORY_TOLERANCE * (double)(x > y ? x : y);
}

/* "gcc-12 (Debian 12.2.0-14) 12.2.0" is what "x86_64-linux-gnu-gcc-12 (Debian ..." is. */
static bool same_compiler(const char *base, const char *here)
{
	base = strchr(base, ' ');
	here = strchr(here, ' ');
	return base && here && !strcmp(base, here);
}

static bool same_value(const char *name, const char *base, const char *here)
{
	if (!strcmp(base, here))
		return true;
	if (!strcmp(name, "kernel.cmdline"))
		return bootparams_equal(base, here);
	if (!strcmp(name, "kernel.compiler"))
		return same_compiler(base, here);
	return !strcmp(name, "machine.memory.total_bytes") && same_memory(base, here);
}

/* Marks what differs from @list, and adds what only @list has. */
static int merge(struct fact_list *known, struct fact_list *list)
{
	size_t nr = known->nr, i = 0, j = 0;

	while (i < nr || j < list->nr) {
		struct fact *x = i < nr ? &known->facts[i] : NULL;
		struct fact *y = j < list->nr ? &list->facts[j] : NULL;
		int order = !x ? 1 : !y ? -1 : by_name(x, y), ret;

		i += order <= 0;
		j += order >= 0;
		if (order <= 0) {
			x->varies |= order < 0 || !same_value(x->name, x->value, y->value);
			continue;
		}
		ret = add(known, y->name, y->value);
		y->value = NULL;
		if (ret)
			return ret;
		known->facts[known->nr - 1].varies = true;
	}
	if (known->nr > nr)
		sort(known);
	return 0;
}

int facts_add(struct arm *arm, struct fact_list *list)
{
	struct fact_list known = {arm->facts, arm->nr_facts, arm->facts_room};
	int ret = 0;

	if (arm->nr_runs) {
		ret = merge(&known, list);
	} else {
		known = *list;
		memset(list, 0, sizeof(*list));
	}
	arm->facts = known.facts;
	arm->nr_facts = known.nr;
	arm->facts_room = known.room;
	return ret;
}

/* That which kernels under test differ in by their nature. */
static bool is_kernel(const char *name)
{
	return !strcmp(name, "kernel.release") || !strcmp(name, "kernel.version");
}

static bool alike(const char *name, const struct fact *a, const struct fact *b)
{
	if ((a && a->varies) || (b && b->varies))
		return false;
	return is_kernel(name) || (a && b && same_value(name, a->value, b->value));
}

size_t facts_differ(const struct arm *base, const struct arm *here,
		    void (*found)(void *data, const char *name, const struct fact *base,
				  const struct fact *here),
		    void *data)
{
	size_t i = 0, j = 0, nr = 0;

	if (base->published || here->published || base->flat != here->flat)
		return 0;
	/* Both are sorted by name. */
	while (i < base->nr_facts || j < here->nr_facts) {
		const struct fact *x = i < base->nr_facts ? &base->facts[i] : NULL;
		const struct fact *y = j < here->nr_facts ? &here->facts[j] : NULL;
		int order = !x ? 1 : !y ? -1 : strcmp(x->name, y->name);

		i += order <= 0;
		j += order >= 0;
		x = order <= 0 ? x : NULL;
		y = order >= 0 ? y : NULL;
		if (alike(x ? x->name : y->name, x, y))
			continue;
		found(data, x ? x->name : y->name, x, y);
		nr++;
	}
	return nr;
}

const struct fact *facts_find(const struct arm *arm, const char *name)
{
	const struct fact wanted = {.name = (char *)name};

	return arm->nr_facts ? bsearch(&wanted, arm->facts, arm->nr_facts, sizeof(wanted), by_name)
			     : NULL;
}

static const char *text_at(json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

char *facts_machine_summary(json_t *own)
{
	json_t *machine = json_object_get(own, "machine");
	json_t *cpu = json_object_get(machine, "cpu");
	json_t *memory = json_object_get(machine, "memory");
	const char *model = text_at(cpu, "model_name"), *part = text_at(cpu, "part");
	const char *implementer = text_at(cpu, "implementer");
	const char *topology = text_at(json_object_get(machine, "topology"), "summary");
	const char *virtualisation = text_at(machine, "virtualisation");
	const char *arch = text_at(json_object_get(own, "kernel"), "arch");
	json_int_t bytes = json_integer_value(json_object_get(memory, "total_bytes"));
	json_int_t page = json_integer_value(json_object_get(memory, "base_page_bytes"));
	size_t size = 0, skip;
	char *text = NULL, buf[24];
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	if (model)
		fprintf(f, "; %s", model);
	else if (implementer && part)
		fprintf(f, "; CPU implementer %s part %s", implementer, part);
	if (arch)
		fprintf(f, "; %s", arch);
	if (topology)
		fprintf(f, "; %s", topology);
	if (bytes > 0)
		fprintf(f, "; %.3g GiB", (double)bytes / (1u << 30));
	if (page > 0)
		fprintf(f, "; base pages of %s", format_size(buf, sizeof(buf), (uint64_t)page));
	if (virtualisation && strcmp(virtualisation, "none"))
		fprintf(f, "; on %s", virtualisation);
	if (fclose(f) || !size) {
		free(text);
		return NULL;
	}
	/* What was written begins with a separator. */
	skip = strlen("; ");
	memmove(text, text + skip, size - skip + 1);
	return text;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/workload.h"

#include <inttypes.h>
#include <string.h>

static const char *const names[NR_WORKLOAD_NUMBERS] = {
	[WORKLOAD_SIZE] = "size_bytes",
	[WORKLOAD_FOLIO] = "folio_bytes",
	[WORKLOAD_SPINNERS] = "spinners",
	[WORKLOAD_VMAS] = "vmas",
	[WORKLOAD_PAGES] = "pages",
	[WORKLOAD_BASE_PAGE] = "base_page_bytes",
	[WORKLOAD_FOLIO_ORDER] = "folio_order",
	[WORKLOAD_CALLS] = "calls",
	[WORKLOAD_PAGES_PER_CALL] = "pages_per_call",
	[WORKLOAD_PUBLISHED_ITERATIONS] = "iterations",
};

const char *workload_name(enum workload_number number)
{
	return names[number];
}

void workload_init(struct workload *w)
{
	memset(w, 0, sizeof(*w));
	for (int i = 0; i < NR_WORKLOAD_NUMBERS; i++)
		w->number[i] = -1;
}

static int read_numbers(const struct node *node, int first, int last, int64_t min,
			struct workload *w)
{
	for (int i = first; i <= last && node->json; i++) {
		int ret = node_count(node, names[i], false, min, INT64_MAX, &w->number[i]);

		if (ret)
			return ret;
	}
	return 0;
}

static int read_published(const struct node *entry, struct workload *w)
{
	struct node published = {0};
	int ret = node_object(entry, "published", "published", false, &published);

	if (ret || !published.json)
		return ret;
	ret = node_count(&published, "iterations", true, 1, INT64_MAX,
			 &w->number[WORKLOAD_PUBLISHED_ITERATIONS]);
	if (!ret)
		ret = node_name(&published, "unit", w->published_unit, sizeof(w->published_unit));
	if (ret || !json_object_get(published.json, "name"))
		return ret;
	return node_name(&published, "name", w->published_name, sizeof(w->published_name));
}

int workload_read(const struct node *entry, struct workload *w)
{
	struct node params = {0};
	int ret;

	workload_init(w);
	ret = node_object(entry, "params", "params", false, &params);
	if (!ret)
		ret = read_numbers(&params, WORKLOAD_SIZE, WORKLOAD_BASE_PAGE, 0, w);
	if (!ret && params.json && json_object_get(params.json, "page_state"))
		ret = node_name(&params, "page_state", w->page_state, sizeof(w->page_state));
	if (!ret)
		ret = read_numbers(entry, WORKLOAD_FOLIO_ORDER, WORKLOAD_FOLIO_ORDER, 0, w);
	/* They divide. */
	if (!ret)
		ret = read_numbers(entry, WORKLOAD_CALLS, WORKLOAD_PAGES_PER_CALL, 1, w);
	return ret ? ret : read_published(entry, w);
}

static const char *number_text(int64_t n, char *buf, size_t size)
{
	if (n < 0)
		return "not stated";
	snprintf(buf, size, "%" PRId64, n);
	return buf;
}

const char *workload_difference(const struct workload *a, const struct workload *b, char *buf,
				size_t size)
{
	char na[24], nb[24];

	for (int i = 0; i < NR_WORKLOAD_NUMBERS; i++) {
		if (a->number[i] == b->number[i])
			continue;
		snprintf(buf, size, "%s%s is %s, not %s",
			 i == WORKLOAD_PUBLISHED_ITERATIONS ? "published." : "", names[i],
			 number_text(b->number[i], nb, sizeof(nb)),
			 number_text(a->number[i], na, sizeof(na)));
		return buf;
	}
	if (strcmp(a->page_state, b->page_state)) {
		snprintf(buf, size, "page_state is \"%s\", not \"%s\"", b->page_state,
			 a->page_state);
		return buf;
	}
	if (strcmp(a->published_unit, b->published_unit)) {
		snprintf(buf, size, "published.unit is \"%s\", not \"%s\"", b->published_unit,
			 a->published_unit);
		return buf;
	}
	for (size_t i = 0; i < MAX_DIRECTIONS; i++) {
		if (!strcmp(a->directions[i], b->directions[i]))
			continue;
		snprintf(buf, size, "direction %zu is \"%s\", not \"%s\"", i, b->directions[i],
			 a->directions[i]);
		return buf;
	}
	return NULL;
}

json_t *workload_json(const struct workload *w)
{
	json_t *root = json_object(), *params = json_object(), *published = json_object();

	for (int i = 0; i < NR_WORKLOAD_NUMBERS; i++) {
		json_t *in = i <= WORKLOAD_BASE_PAGE              ? params
			     : i == WORKLOAD_PUBLISHED_ITERATIONS ? published
								  : root;

		if (w->number[i] >= 0)
			json_object_set_new(in, names[i], json_integer(w->number[i]));
	}
	if (w->published_unit[0])
		json_object_set_new(published, "unit", json_string(w->published_unit));
	if (w->published_name[0])
		json_object_set_new(published, "name", json_string(w->published_name));
	if (w->page_state[0])
		json_object_set_new(params, "page_state", json_string(w->page_state));
	json_object_set_new(root, "params", params);
	if (json_object_size(published))
		json_object_set_new(root, "published", published);
	else
		json_decref(published);
	return root;
}

double workload_ns_per_call(const struct workload *w, double iteration_ns)
{
	int64_t calls = w->number[WORKLOAD_CALLS];

	return calls > 0 ? iteration_ns / (double)calls : iteration_ns;
}

const char *workload_unit(const struct workload *w)
{
	return w->number[WORKLOAD_CALLS] > 0 ? "call" : "iteration";
}

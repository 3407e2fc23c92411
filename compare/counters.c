// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/counters.h"

#include "compare/estimate.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void counters_free(struct counters *c)
{
	for (size_t i = 0; i < c->nr; i++) {
		free(c->counter[i].name);
		free(c->counter[i].samples);
	}
	free(c->counter);
	memset(c, 0, sizeof(*c));
}

void uncounted_free(struct uncounted *u)
{
	for (size_t i = 0; i < u->nr; i++)
		free(u->names[i]);
	free(u->names);
	memset(u, 0, sizeof(*u));
}

static struct counter *find(const struct counters *c, const char *name)
{
	for (size_t i = 0; i < c->nr; i++)
		if (!strcmp(c->counter[i].name, name))
			return &c->counter[i];
	return NULL;
}

int counters_sample(struct counters *c, const char *name, double value)
{
	struct counter *counter = find(c, name);
	double *sample;

	if (!counter) {
		counter = array_add(&c->counter, c->nr, &c->room, sizeof(*counter));
		if (!counter)
			return -ENOMEM;
		counter->name = strdup(name);
		if (!counter->name)
			return -ENOMEM;
		c->nr++;
	}
	sample = array_add(&counter->samples, counter->nr, &counter->room, sizeof(*sample));
	if (!sample)
		return -ENOMEM;
	*sample = value;
	counter->nr++;
	return 0;
}

int counters_add(struct counters *to, struct counters *from)
{
	if (!to->nr) {
		from->nr_workers += to->nr_workers;
		*to = *from;
		memset(from, 0, sizeof(*from));
		return 0;
	}
	for (size_t i = 0; i < from->nr; i++) {
		const struct counter *counter = &from->counter[i];

		for (size_t s = 0; s < counter->nr; s++)
			if (counters_sample(to, counter->name, counter->samples[s]))
				return -ENOMEM;
	}
	to->nr_workers += from->nr_workers;
	return 0;
}

static bool has_name(const struct uncounted *u, const char *name)
{
	for (size_t i = 0; i < u->nr; i++)
		if (!strcmp(u->names[i], name))
			return true;
	return false;
}

int uncounted_add(struct uncounted *to, struct uncounted *from)
{
	to->stated |= from->stated;
	for (size_t i = 0; i < from->nr; i++) {
		char **name;

		if (has_name(to, from->names[i]))
			continue;
		name = array_add(&to->names, to->nr, &to->room, sizeof(*name));
		if (!name)
			return -ENOMEM;
		*name = from->names[i];
		from->names[i] = NULL;
		to->nr++;
	}
	return 0;
}

/* Of /proc/vmstat: a worker that counted events and does not have this one saw none. */
static bool is_event(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(counters_of_hardware); i++)
		if (!strcmp(counters_of_hardware[i], name))
			return false;
	return true;
}

double counters_median(const struct arm *arm, const struct cell *cell, const char *name)
{
	const struct counter *counter = find(&cell->counters, name);
	bool counted = arm->uncounted.stated && !has_name(&arm->uncounted, name);
	size_t nr = counter ? counter->nr : 0;
	size_t all = is_event(name) && counted ? cell->counters.nr_workers : nr;
	_cleanup_free_ double *samples = all ? calloc(all, sizeof(*samples)) : NULL;

	if (!samples)
		return NAN;
	if (nr)
		memcpy(samples, counter->samples, (nr < all ? nr : all) * sizeof(*samples));
	return estimate_median(samples, all);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Those of the arm's whose median is not 0, into @names; their number. */
static size_t collect(const struct arm *arm, const struct cell *cell, const char **names)
{
	size_t nr = 0;

	for (size_t i = 0; i < cell->counters.nr; i++) {
		const char *name = cell->counters.counter[i].name;

		if (counters_median(arm, cell, name) > 0)
			names[nr++] = name;
	}
	return nr;
}

json_t *counters_names(const struct comparison *c, const struct row *row)
{
	_cleanup_free_ const char **names = NULL;
	_cleanup_json_ json_t *unique = json_array();
	size_t nr = 0;

	for (size_t a = 0; a < c->nr_arms; a++)
		nr += row->cells[a].counters.nr;
	names = calloc(nr + 1, sizeof(*names));
	if (!names || !unique)
		return NULL;
	nr = 0;
	for (size_t a = 0; a < c->nr_arms; a++)
		nr += collect(&c->arms[a], &row->cells[a], names + nr);
	qsort(names, nr, sizeof(*names), by_text);
	for (size_t i = 0; i < nr; i++)
		if ((!i || strcmp(names[i], names[i - 1])) &&
		    json_array_append_new(unique, json_string(names[i])))
			return NULL;
	return json_incref(unique);
}

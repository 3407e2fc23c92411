// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/report.h"

#include "compare/figure.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* Of a number that differs between variants, so many values are listed; of more only the ends. */
#define MAX_VALUES 6

/* Rows of one case, next to each other. */
struct variants {
	const struct comparison *c;
	size_t first, end;
};

static int64_t number_of(const struct variants *v, size_t r, enum workload_number number)
{
	const struct workload *w = row_workload(v->c, &v->c->rows[r]);

	return w ? w->number[number] : -1;
}

/* Known values, each once, as they come. Returns how many; @values holds the first MAX_VALUES. */
static size_t list_values(const struct variants *v, enum workload_number number, int64_t *values)
{
	size_t nr = 0;

	for (size_t r = v->first; r < v->end; r++) {
		int64_t value = number_of(v, r, number);
		bool seen = value < 0;

		for (size_t i = v->first; i < r && !seen; i++)
			seen = number_of(v, i, number) == value;
		if (seen)
			continue;
		if (nr < MAX_VALUES)
			values[nr] = value;
		nr++;
	}
	return nr;
}

static void write_value(FILE *f, int64_t value, bool bytes)
{
	char text[24];

	if (bytes)
		fputs(format_size(text, sizeof(text), (uint64_t)value), f);
	else
		fprintf(f, "%" PRId64, value);
}

/* "BEFORE4K/64KAFTER", or nothing where no variant states a value above @above. */
static void write_number(FILE *f, const struct variants *v, enum workload_number number,
			 int64_t above, const char *before, const char *one, const char *many)
{
	bool bytes = number == WORKLOAD_SIZE || number == WORKLOAD_FOLIO;
	int64_t values[MAX_VALUES], low = INT64_MAX, high = -1;
	size_t nr = list_values(v, number, values);

	for (size_t r = v->first; r < v->end; r++) {
		int64_t value = number_of(v, r, number);

		low = value >= 0 && value < low ? value : low;
		high = value > high ? value : high;
	}
	if (high <= above)
		return;
	fputs(before, f);
	if (nr > MAX_VALUES) {
		write_value(f, low, bytes);
		fputs(" to ", f);
		write_value(f, high, bytes);
	}
	for (size_t i = 0; i < nr && nr <= MAX_VALUES; i++) {
		fputs(i ? "/" : "", f);
		write_value(f, values[i], bytes);
	}
	fputs(high == 1 ? one : many, f);
}

/* Each state that pages are in but the usual one, once. */
static void write_states(FILE *f, const struct variants *v)
{
	for (size_t r = v->first; r < v->end; r++) {
		const struct workload *w = row_workload(v->c, &v->c->rows[r]);
		bool seen = !w || !w->page_state[0];

		for (size_t i = v->first; i < r && !seen; i++) {
			const struct workload *other = row_workload(v->c, &v->c->rows[i]);

			seen = other && !strcmp(other->page_state, w->page_state);
		}
		if (!seen)
			fprintf(f, ", %s", w->page_state);
	}
}

static const char *proof(const struct variants *v)
{
	size_t verified = 0, unverified = 0;

	for (size_t r = v->first; r < v->end; r++) {
		for (size_t a = 0; a < v->c->nr_arms; a++) {
			verified += v->c->rows[r].cells[a].nr_verified;
			unverified += v->c->rows[r].cells[a].nr_unverified;
		}
	}
	if (!verified && !unverified)
		return "";
	if (!unverified)
		return "; folios verified before and after";
	return verified ? "; folios verified in part" : "; folios NOT verified";
}

static void write_variants(struct page *p, const struct variants *v)
{
	const char *name = v->c->rows[v->first].name;
	_cleanup_free_ char *text = NULL;
	size_t size, nr = v->end - v->first;
	FILE *f = open_memstream(&text, &size);

	if (!f) {
		p->error = -ENOMEM;
		return;
	}
	write_number(f, v, WORKLOAD_SIZE, 0, ", ", "", "");
	write_number(f, v, WORKLOAD_FOLIO, 0, ", folios of ", "", "");
	write_number(f, v, WORKLOAD_FOLIO_ORDER, -1, ", order ", "", "");
	write_states(f, v);
	write_number(f, v, WORKLOAD_VMAS, 0, ", ", " VMA", " VMAs");
	write_number(f, v, WORKLOAD_PAGES_PER_CALL, 0, ", ", " page per call", " pages per call");
	write_number(f, v, WORKLOAD_SPINNERS, 0, ", ", " spinner", " spinners");
	fputs(proof(v), f);
	fclose(f);
	/* What was written begins with a separator. */
	if (size && nr == 1)
		page_line(p, 1, "%s: %s", name, text + 2);
	else if (size)
		page_line(p, 1, "%.*s (%zu variants): %s", (int)strcspn(name, "/"), name, nr,
			  text + 2);
}

static bool same_case(const char *a, const char *b)
{
	size_t len = strcspn(a, "/");

	return len == strcspn(b, "/") && !strncmp(a, b, len);
}

void report_workloads(struct page *p, const struct comparison *c)
{
	struct variants v = {.c = c};

	page_heading(p, "Workloads");
	for (v.first = 0; v.first < c->nr_rows; v.first = v.end) {
		v.end = v.first + 1;
		if (!is_shown(c, v.first))
			continue;
		while (v.end < c->nr_rows && is_shown(c, v.end) &&
		       same_case(c->rows[v.first].name, c->rows[v.end].name))
			v.end++;
		write_variants(p, &v);
	}
}

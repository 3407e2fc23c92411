// SPDX-License-Identifier: GPL-2.0-or-later
/* What the counts of a scan mean. */
#include "folio.h"

#include <inttypes.h>

bool folio_all_of_order(const struct folio_report *report, int order)
{
	return order >= 0 && order <= MAX_FOLIO_ORDER && !report->irregular &&
	       !report->misaligned && report->folios[order] << order == report->pages;
}

bool folio_all_in_state(const struct folio_report *r, enum page_state state)
{
	const bool mapped = !r->absent, none = r->absent == r->pages, alone = !r->shared;
	const bool own = mapped && alone && !r->not_anon;

	switch (state) {
	case PAGES_EXCLUSIVE:
		return own && !r->uffd_wp;
	case PAGES_TRACKED:
		return own && !r->uffd_wp && !r->soft_dirty;
	case PAGES_LAZYFREE:
		return own && !r->uffd_wp && !r->swap_backed;
	case PAGES_UFFD_PRESENT:
		return own && r->uffd_wp == r->pages;
	case PAGES_FORKED:
		return mapped && r->shared == r->pages && !r->not_anon;
	case PAGES_ZERO:
		return r->zero == r->pages;
	case PAGES_SHARED:
	case PAGES_SHARED_CLEAN:
	case PAGES_MEMFD:
		return mapped && alone && r->not_anon == r->pages && r->swap_backed == r->pages;
	case PAGES_FILE:
		return mapped && alone && r->not_anon == r->pages && !r->swap_backed && !r->zero;
	case PAGES_UNTOUCHED:
		return none && !r->swapped && !r->guard && !r->uffd_wp;
	case PAGES_SWAPPED:
		return none && r->swapped == r->pages && !r->guard && !r->uffd_wp;
	case PAGES_GUARD:
		return none && (r->guard == r->pages ||
				(!r->guard && !r->uffd_wp && r->swapped == r->pages));
	case PAGES_UFFD_WP:
		return none && r->uffd_wp == r->pages;
	case NR_PAGE_STATES:
		break;
	}
	return false;
}

/* What is 0 for usual pages is left out when it is. */
static void add_unusual(json_t *json, const struct folio_report *r)
{
	const struct {
		const char *name;
		uint64_t value;
	} unusual[] = {
		{"zero", r->zero},
		{"swapped", r->swapped},
		{"guard", r->guard},
		{"uffd_wp", r->uffd_wp},
	};

	for (size_t i = 0; i < ARRAY_SIZE(unusual); i++)
		if (unusual[i].value)
			json_object_set_new(json, unusual[i].name,
					    json_integer((json_int_t)unusual[i].value));
}

json_t *folio_report_json(const struct folio_report *report)
{
	json_t *histogram = json_object(), *json;

	for (int order = 0; histogram && order <= MAX_FOLIO_ORDER; order++) {
		char key[8];

		snprintf(key, sizeof(key), "%d", order);
		if (report->folios[order])
			json_object_set_new(histogram, key,
					    json_integer((json_int_t)report->folios[order]));
	}
	json = json_pack("{s:o,s:I,s:I,s:I,s:I,s:I,s:I}", "histogram", histogram, "pages",
			 (json_int_t)report->pages, "absent", (json_int_t)report->absent, "shared",
			 (json_int_t)report->shared, "not_anon", (json_int_t)report->not_anon,
			 "irregular", (json_int_t)report->irregular, "misaligned",
			 (json_int_t)report->misaligned);
	add_unusual(json, report);
	return json;
}

void folio_describe(const struct folio_report *r, int order, char *text, size_t size)
{
	uint64_t right = order <= MAX_FOLIO_ORDER ? r->folios[order] << order : 0;
	int len = snprintf(text, size, "%" PRIu64 " of %" PRIu64 " pages are in order-%d folios",
			   right, r->pages, order);

	for (int o = 0; o <= MAX_FOLIO_ORDER && len < (int)size; o++)
		if (o != order && r->folios[o])
			len += snprintf(text + len, size - (size_t)len, ", %" PRIu64 " in order-%d",
					r->folios[o] << o, o);
	if (len < (int)size)
		len += snprintf(text + len, size - (size_t)len,
				"; absent %" PRIu64 ", not anonymous %" PRIu64 ", shared %" PRIu64
				", irregular %" PRIu64 " pages, misaligned %" PRIu64 " folios",
				r->absent, r->not_anon, r->shared, r->irregular, r->misaligned);
	if (r->swapped && len < (int)size)
		len += snprintf(text + len, size - (size_t)len, ", swap entries %" PRIu64,
				r->swapped);
	if (r->uffd_wp && len < (int)size)
		snprintf(text + len, size - (size_t)len, ", uffd-wp %" PRIu64, r->uffd_wp);
}

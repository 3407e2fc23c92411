// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Swap entries: the region is written, then swapped out whole (MADV_PAGEOUT), so that none of its
 * PTEs is present and the walk takes the path that has no folio to batch. mprotect() neither reads
 * a page back nor changes its entry: what is measured is that it looks at each. Of what folios the
 * pages were made cannot be seen any more, and does not count: an entry is one page's.
 *
 * One iteration is one cycle of two calls.
 */
#include "range_toggle.h"

#include <unistd.h>

/* A page that something else holds for a moment stays; once all are gone, a call does nothing. */
#define ROUNDS   10
#define PAUSE_US 2000

static int setup(struct case_run *run)
{
	for (int i = 0; i < ROUNDS; i++) {
		if (madvise(run->region, run->size_bytes, MADV_PAGEOUT))
			return errno == EINVAL ? error_set(run->why, -ENOTSUP,
							   "this kernel has no MADV_PAGEOUT, "
							   "which Linux 5.4 brought")
					       : -errno;
		usleep(PAUSE_US);
	}
	return 0;
}

static const struct case_variant variants[] = {
	{.size_bytes = 64 << 20, .folio_bytes = FOLIO_BASE, .pages = PAGES_SWAPPED},
};

static const struct bench_case mprotect_swapped = {
	.name = "mprotect_swapped",
	.summary = "region that is swapped out to R and back to RW",
	.source = "asked for in review: non-present entries",
	.tags = (const char *const[]){"nonpresent", NULL},
	.on_request = true,
	.setup = setup,
	RANGE_TOGGLE_FIELDS,
};

BENCH_CASE(mprotect_swapped);

// SPDX-License-Identifier: GPL-2.0-or-later
#include "pages.h"

static const struct page_facts all[NR_PAGE_STATES] = {
	[PAGES_EXCLUSIVE] = {.name = "exclusive", .note = "", .mapped = true},
	[PAGES_FORKED] = {.name = "forked", .note = "forked", .forked = true, .mapped = true},
	[PAGES_ZERO] = {.name = "zero",
			.note = "the zero page",
			.touch = TOUCH_READ,
			.mapped = true},
	[PAGES_UNTOUCHED] = {.name = "untouched", .note = "not faulted in", .touch = TOUCH_NONE},
	[PAGES_SHARED] = {.name = "shared",
			  .note = "MAP_SHARED, dirty",
			  .memory = MEMORY_SHARED,
			  .dirt = DIRT_ALL,
			  .mapped = true},
	[PAGES_SHARED_CLEAN] = {.name = "shared-clean",
				.note = "MAP_SHARED, clean",
				.memory = MEMORY_SHARED,
				.touch = TOUCH_READ,
				.dirt = DIRT_NONE,
				.mapped = true},
	[PAGES_MEMFD] = {.name = "memfd",
			 .note = "of a memfd",
			 .memory = MEMORY_MEMFD,
			 .dirt = DIRT_ALL,
			 .mapped = true},
	[PAGES_FILE] = {.name = "file",
			.note = "of a file on a disk",
			.memory = MEMORY_FILE,
			.touch = TOUCH_READ,
			.dirt = DIRT_NONE,
			.mapped = true},
	[PAGES_TRACKED] = {.name = "soft-dirty-tracked",
			   .note = "soft-dirty tracking on",
			   .mapped = true},
	[PAGES_LAZYFREE] = {.name = "lazyfree",
			    .note = "lazily freed, clean",
			    .dirt = DIRT_NONE,
			    .mapped = true},
	[PAGES_UFFD_PRESENT] = {.name = "uffd-wp-present",
				.note = "write-protected by userfaultfd",
				.mapped = true},
	[PAGES_SWAPPED] = {.name = "swapped", .note = "swapped out to a swap file", .swap = true},
	[PAGES_GUARD] = {.name = "guard", .note = "guard markers"},
	[PAGES_UFFD_WP] = {.name = "uffd-wp", .note = "uffd-wp markers"},
};

const struct page_facts *pages_facts(enum page_state state)
{
	return &all[state];
}

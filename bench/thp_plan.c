// SPDX-License-Identifier: GPL-2.0-or-later
/* Which settings give which folios. */
#include "thp.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* Whether it is the setting @name of one size of folio. */
static bool is_of_size(const struct thp_setting *s, const char *name)
{
	const char *slash = strchr(s->file, '/');

	return !strncmp(s->file, "hugepages-", 10) && slash && !strcmp(slash + 1, name);
}

static bool is_size_enabled(const struct thp_setting *s)
{
	return is_of_size(s, "enabled");
}

static void size_file(char *file, size_t size, uint64_t bytes, const char *name)
{
	snprintf(file, size, "hugepages-%" PRIu64 "kB/%s", bytes >> 10, name);
}

/* Kernels before 6.8 (for shmem, 6.11) have no setting per size: the global one is that of the PMD
 * size. */
static bool has_sizes(const struct thp_state *state, const char *name)
{
	for (size_t i = 0; i < state->nr; i++)
		if (is_of_size(&state->settings[i], name))
			return true;
	return false;
}

static int lacks_size(uint64_t folio_bytes, const struct thp_state *found, struct error *why)
{
	char size[24];

	format_size(size, sizeof(size), folio_bytes);
	if (!found->nr)
		return error_set(why, -ENOTSUP,
				 "needs %s folios; this kernel has no transparent hugepages "
				 "(CONFIG_TRANSPARENT_HUGEPAGE)",
				 size);
	return error_set(why, -ENOTSUP,
			 "needs %s folios; this kernel has no /%s/hugepages-%" PRIu64 "kB%s", size,
			 THP_DIR, folio_bytes >> 10,
			 has_sizes(found, "enabled") ? "" : " (mTHP came with Linux 6.8)");
}

int thp_plan(const struct thp_state *found, uint64_t folio_bytes, uint64_t page_bytes,
	     uint64_t pmd_bytes, struct thp_state *plan, struct error *why)
{
	const bool large = folio_bytes != page_bytes, sizes = has_sizes(found, "enabled");
	const bool by_global = large && !sizes && found->nr && folio_bytes == pmd_bytes;
	char file[48];

	size_file(file, sizeof(file), folio_bytes, "enabled");
	if (large && !by_global && !thp_word(found, file))
		return lacks_size(folio_bytes, found, why);
	*plan = (struct thp_state){0};
	for (size_t i = 0; i < found->nr; i++) {
		const struct thp_setting *s = &found->settings[i];

		if (is_size_enabled(s))
			thp_set(plan, s->file,
				large && !strcmp(s->file, file) ? "always" : "never");
		else if (!strcmp(s->file, "enabled"))
			thp_set(plan, s->file, by_global ? "always" : "never");
		else if (large && !strcmp(s->file, "defrag"))
			thp_set(plan, s->file, "always");
	}
	return 0;
}

int thp_plan_shmem(const struct thp_state *found, uint64_t folio_bytes, uint64_t page_bytes,
		   uint64_t pmd_bytes, struct thp_state *plan, struct error *why)
{
	const bool large = folio_bytes != page_bytes, sizes = has_sizes(found, "shmem_enabled");
	const bool by_global =
		large && !sizes && folio_bytes == pmd_bytes && thp_word(found, "shmem_enabled");
	char file[48], size[24];

	size_file(file, sizeof(file), folio_bytes, "shmem_enabled");
	if (large && !by_global && !thp_word(found, file))
		return error_set(why, -ENOTSUP,
				 "needs %s folios of shmem; this kernel has no /%s/%s (which came "
				 "with Linux 6.11)",
				 format_size(size, sizeof(size), folio_bytes), THP_DIR, file);
	*plan = (struct thp_state){0};
	for (size_t i = 0; i < found->nr; i++) {
		const struct thp_setting *s = &found->settings[i];
		const char *others = strcmp(s->word, "inherit") ? "never" : "inherit";

		/* What inherits "never" is off, and then nothing has to be changed. */
		if (is_of_size(s, "shmem_enabled"))
			thp_set(plan, s->file, large && !strcmp(s->file, file) ? "always" : others);
		else if (!strcmp(s->file, "shmem_enabled"))
			thp_set(plan, s->file, by_global ? "always" : "never");
		else if (large && !strcmp(s->file, "defrag"))
			thp_set(plan, s->file, "always");
	}
	return 0;
}

int thp_plan_tmpfs(const struct thp_state *found, uint64_t folio_bytes, uint64_t page_bytes,
		   uint64_t pmd_bytes, struct thp_state *plan, struct error *why)
{
	const bool large = folio_bytes != page_bytes, there = thp_word(found, "shmem_enabled");
	/* With "always", kernels from 6.17 on try the PMD size first, whatever write() asks for.
	 * This keeps to the end of the file, which each write() moves by one folio. */
	const char *word = folio_bytes == pmd_bytes ? "always" : "within_size";

	if (large && !there)
		return error_set(
			why, -ENOTSUP,
			"needs large folios of tmpfs; this kernel has no /%s/shmem_enabled "
			"(CONFIG_TRANSPARENT_HUGEPAGE, CONFIG_SHMEM)",
			THP_DIR);
	*plan = (struct thp_state){0};
	if (there)
		thp_set(plan, "shmem_enabled", large ? word : "never");
	if (large)
		thp_set(plan, "defrag", "always");
	return 0;
}

bool thp_already(const struct thp_state *found, const struct thp_state *plan)
{
	for (size_t i = 0; i < plan->nr; i++) {
		const char *word = thp_word(found, plan->settings[i].file);

		if (!word || strcmp(word, plan->settings[i].word))
			return false;
	}
	return true;
}

/* The word in force for the folder's size. */
static const char *effective(const struct thp_state *state, const char *file)
{
	const char *word = thp_word(state, file);

	if (!word || !strcmp(word, "inherit"))
		word = thp_word(state, "enabled");
	return word ? word : "never";
}

bool thp_suits(const struct thp_state *found, uint64_t folio_bytes, uint64_t page_bytes,
	       uint64_t pmd_bytes, bool madvised)
{
	const bool sizes = has_sizes(found, "enabled");
	char wanted[48];
	bool any = folio_bytes == page_bytes;

	if (any && madvised)
		return true;
	size_file(wanted, sizeof(wanted), folio_bytes, "enabled");
	for (size_t i = 0; i < found->nr; i++) {
		const char *file = found->settings[i].file, *word;
		bool this, on;

		if (sizes ? !is_size_enabled(&found->settings[i]) : strcmp(file, "enabled"))
			continue;
		word = effective(found, file);
		on = !strcmp(word, "always") || (madvised && !strcmp(word, "madvise"));
		this = sizes ? !strcmp(file, wanted) : folio_bytes == pmd_bytes;
		if (on && !this)
			return false;
		any |= on && this;
	}
	return any;
}

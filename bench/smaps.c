// SPDX-License-Identifier: GPL-2.0-or-later
#include "smaps.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Whether the line says how much of the VMA is mapped by PMDs: anonymous, shmem's or a file's. */
static bool is_pmd_mapped(const char *line, uint64_t *kib)
{
	return sscanf(line, "AnonHugePages: %" SCNu64 " kB", kib) == 1 ||
	       sscanf(line, "ShmemPmdMapped: %" SCNu64 " kB", kib) == 1 ||
	       sscanf(line, "FilePmdMapped: %" SCNu64 " kB", kib) == 1;
}

static bool is_dirty(const char *line, uint64_t *kib)
{
	return sscanf(line, "Shared_Dirty: %" SCNu64 " kB", kib) == 1 ||
	       sscanf(line, "Private_Dirty: %" SCNu64 " kB", kib) == 1;
}

static uint64_t overlap(uint64_t a, uint64_t a_end, uint64_t b, uint64_t b_end)
{
	uint64_t start = a > b ? a : b, end = a_end < b_end ? a_end : b_end;

	return end > start ? end - start : 0;
}

int smaps_scan(FILE *smaps, uint64_t addr, uint64_t size_bytes, struct smaps_report *report)
{
	struct smaps_report found = {.read_write = true};
	_cleanup_free_ char *line = NULL;
	bool inside = false, any = false;
	size_t size = 0;

	while (getline(&line, &size, smaps) > 0) {
		uint64_t start, end, kib;
		char perms[5];

		/* A VMA's first line is "start-end perms ..."; fields begin with a capital. */
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s", &start, &end, perms) == 3) {
			uint64_t inner = overlap(start, end, addr, addr + size_bytes);

			any = true;
			inside = inner > 0;
			found.vmas += inside;
			found.read_write &= !inside || !strncmp(perms, "rw", 2);
			found.mapped_bytes += inner;
			found.outside_bytes += inside ? end - start - inner : 0;
		} else if (inside && is_pmd_mapped(line, &kib)) {
			found.pmd_mapped_bytes += kib << 10;
		} else if (inside && is_dirty(line, &kib)) {
			found.dirty_bytes += kib << 10;
		}
	}
	if (!any)
		return -EBADMSG;
	*report = found;
	return 0;
}

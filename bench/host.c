// SPDX-License-Identifier: GPL-2.0-or-later
#include "host.h"

#include "folio.h"
#include "memlimit.h"
#include "pages.h"
#include "swap.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Beside the region: page tables, the verifier's arrays, programs. */
#define SLACK_BYTES (32UL << 20)

static const char *settings_refused(int rootfd)
{
	if (geteuid())
		return "needs root";
	if (!faccessat(rootfd, THP_DIR "/enabled", W_OK, AT_EACCESS) || errno == ENOENT)
		return NULL;
	return errno == EROFS ? "sysfs is read-only here, as in containers (run on the host)"
			      : "needs root on the host, not in a container";
}

int host_look(int rootfd, int cpu, int node, struct host *host, struct error *err)
{
	struct host h = {
		.rootfd = rootfd,
		.page_bytes = (uint64_t)sysconf(_SC_PAGESIZE),
		.pmd_bytes = thp_pmd_bytes(rootfd),
		.settings_refused = settings_refused(rootfd),
	};
	int ret = thp_snapshot(rootfd, &h.thp, err);

	if (!ret)
		ret = pin_choose(rootfd, cpu, node, &h.placement, err);
	if (ret)
		return ret;
	ret = mem_available(rootfd, &h.memory_bytes, &h.memory_limit);
	if (ret)
		return error_set(err, ret, "/proc/meminfo: %s", strerror(-ret));
	*host = h;
	return 0;
}

uint64_t row_size(const struct selected *row, uint64_t size_bytes)
{
	return row->c->scalable && size_bytes ? size_bytes : row->variant->size_bytes;
}

static int unmet_memory(const struct host *host, const struct selected *row, uint64_t size_bytes,
			struct error *why)
{
	uint64_t needed = size_bytes + size_bytes / host->page_bytes * 56 + SLACK_BYTES;
	char size[24];

	if (size_bytes > UINT64_MAX / 2)
		needed = UINT64_MAX; /* the sum above went round */
	if (needed <= host->memory_bytes)
		return 0;
	format_size(size, sizeof(size), size_bytes);
	return error_set(why, -ENOMEM,
			 "needs %llu MiB for a region of %s; %s leaves %llu MiB (%sfree memory, or "
			 "give a guest more by --memory)",
			 (unsigned long long)(needed >> 20), size, host->memory_limit,
			 (unsigned long long)(host->memory_bytes >> 20),
			 row->c->scalable ? "choose a smaller --size, " : "");
}

int host_thp_plan(const struct host *h, const struct selected *row, struct thp_state *plan,
		  struct error *why)
{
	uint64_t folio = folio_bytes_of(row->variant->folio_bytes, h->page_bytes, h->pmd_bytes);

	switch (pages_facts(row->variant->pages)->memory) {
	case MEMORY_ANON:
		return thp_plan(&h->thp, folio, h->page_bytes, h->pmd_bytes, plan, why);
	case MEMORY_SHARED:
		return thp_plan_shmem(&h->thp, folio, h->page_bytes, h->pmd_bytes, plan, why);
	case MEMORY_MEMFD:
		return thp_plan_tmpfs(&h->thp, folio, h->page_bytes, h->pmd_bytes, plan, why);
	case MEMORY_FILE:
		break;
	}
	*plan = (struct thp_state){0};
	return 0;
}

/* Whether the settings are good for the row as they are. */
static bool suits(const struct host *h, const struct selected *row, const struct thp_state *plan)
{
	uint64_t folio = folio_bytes_of(row->variant->folio_bytes, h->page_bytes, h->pmd_bytes);

	if (pages_facts(row->variant->pages)->memory != MEMORY_ANON)
		return thp_already(&h->thp, plan);
	return thp_suits(&h->thp, folio, h->page_bytes, h->pmd_bytes, !row->c->maps_itself);
}

static int unmet_folios(const struct host *host, const struct selected *row, uint64_t size_bytes,
			struct error *why)
{
	const uint64_t kind = row->variant->folio_bytes;
	const unsigned int vmas = row->variant->vmas;
	uint64_t folio_bytes = folio_bytes_of(kind, host->page_bytes, host->pmd_bytes);
	struct thp_state plan;
	char size[24], page[24];

	if (kind == FOLIO_PMD && !host->pmd_bytes)
		return error_set(why, -ENOTSUP,
				 "needs PMD-sized folios; this kernel has no transparent hugepages "
				 "(CONFIG_TRANSPARENT_HUGEPAGE)");
	format_size(size, sizeof(size), size_bytes);
	format_size(page, sizeof(page), folio_bytes);
	if (kind != FOLIO_BASE && folio_bytes <= host->page_bytes)
		return error_set(why, -ENOTSUP, "%s is no large folio with base pages of %llu KiB",
				 page, (unsigned long long)(host->page_bytes >> 10));
	/* First what nothing helps against, then what another size would. */
	if (host_thp_plan(host, row, &plan, why))
		return -ENOTSUP;
	if (size_bytes % folio_bytes)
		return error_set(why, -ENOTSUP, "a region of %s is no whole number of %s folios",
				 size, page);
	if (vmas && (size_bytes % vmas || size_bytes / vmas % folio_bytes))
		return error_set(why, -ENOTSUP,
				 "a region of %s cannot be split into %u VMAs, each a whole number "
				 "of %s folios",
				 size, vmas, page);
	if (host->settings_refused && !suits(host, row, &plan))
		return error_set(why, -ENOTSUP,
				 "%s: /%s must be set so that memory is made of %s folios",
				 host->settings_refused, THP_DIR, page);
	return 0;
}

int host_unmet(const struct host *host, const struct selected *row, uint64_t size_bytes,
	       struct error *why)
{
	int ret = 0;

	if (row->c->unmet)
		ret = row->c->unmet(row->variant, why);
	if (!ret && row->variant->spinners > (unsigned int)host->placement.nr_spinners)
		ret = error_set(why, -ENOTSUP, "needs %u cores; this process may use %d",
				row->variant->spinners + 1, host->placement.nr_spinners + 1);
	if (!ret && pages_facts(row->variant->pages)->swap)
		ret = swap_unmet(host->rootfd, why);
	if (!ret && size_bytes)
		ret = unmet_folios(host, row, size_bytes, why);
	if (!ret && size_bytes)
		ret = unmet_memory(host, row, size_bytes, why);
	return ret;
}

/* "64M of order-0 folios, forked, in 100 VMAs, 4 cores"; "64M, guard markers" */
const char *row_needs(const struct selected *row, char *buf, size_t size)
{
	const struct case_variant *v = row->variant;
	char region[24], folio[24], folios[40] = "", vmas[24] = "", cores[24] = "";
	const struct page_facts *facts = pages_facts(v->pages);

	if (v->vmas)
		snprintf(vmas, sizeof(vmas), ", in %u VMAs", v->vmas);
	if (v->spinners)
		snprintf(cores, sizeof(cores), ", %u cores", v->spinners + 1);
	if (!v->size_bytes) {
		snprintf(buf, size, "nothing");
		return buf;
	}
	format_size(region, sizeof(region), v->size_bytes);
	if (v->folio_bytes == FOLIO_BASE)
		snprintf(folio, sizeof(folio), "order-0");
	else if (v->folio_bytes == FOLIO_PMD)
		snprintf(folio, sizeof(folio), row->c->pte_mapped ? "PTE-mapped PMD" : "PMD");
	else
		format_size(folio, sizeof(folio), v->folio_bytes);
	if (facts->mapped)
		snprintf(folios, sizeof(folios), " of %s folios", folio);
	snprintf(buf, size, "%s%s%s%s%s%s", region, folios, *facts->note ? ", " : "", facts->note,
		 vmas, cores);
	return buf;
}

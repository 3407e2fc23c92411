// SPDX-License-Identifier: GPL-2.0-or-later
#include "prover.h"

#include "folio.h"
#include "pages.h"
#include "smaps.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>

void prover_init(struct prover *prover, int order, const struct case_variant *variant,
		 bool pmd_mapped, uint64_t page_bytes)
{
	*prover = (struct prover){
		.order = order,
		.pages = variant->pages,
		.vmas = variant->vmas ? variant->vmas : 1,
		.pmd_mapped = pmd_mapped && pages_facts(variant->pages)->mapped,
		.page_bytes = page_bytes,
	};
}

void prover_release(struct prover *prover)
{
	for (int m = 0; m < NR_MOMENTS; m++)
		json_decref(prover->seen[m]);
}

bool prover_verified(const struct prover *prover)
{
	return prover->verified[BEFORE] && prover->verified[AFTER];
}

static int scan_folios(const struct prover *prover, const void *addr, uint64_t size_bytes,
		       struct folio_report *report)
{
	_cleanup_fd_ int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	_cleanup_fd_ int flags = open("/proc/kpageflags", O_RDONLY | O_CLOEXEC);

	if (pagemap < 0 || flags < 0)
		return -errno;
	return folio_scan(pagemap, flags, addr, size_bytes, prover->page_bytes, report);
}

static int scan_smaps(const void *addr, uint64_t size_bytes, struct smaps_report *report)
{
	_cleanup_file_ FILE *smaps = fopen("/proc/self/smaps", "re");

	return smaps ? smaps_scan(smaps, (uintptr_t)addr, size_bytes, report) : -errno;
}

/* Whether the range is as many VMAs as it should be, of its own, mapped as asked, and as dirty;
 * says otherwise in @text. */
static bool mapping_right(const struct prover *prover, const struct smaps_report *s,
			  uint64_t size_bytes, char *text, size_t size)
{
	const enum dirt dirt = pages_facts(prover->pages)->dirt;
	uint64_t by_pmd = prover->pmd_mapped ? size_bytes : 0;
	uint64_t dirty = dirt == DIRT_ALL ? size_bytes : 0;

	if (s->vmas != prover->vmas || s->mapped_bytes != size_bytes || s->outside_bytes)
		snprintf(text, size,
			 "the region is %" PRIu64 " VMAs over %" PRIu64 " of %" PRIu64
			 " bytes with %" PRIu64 " bytes of neighbours, not %u of its own",
			 s->vmas, s->mapped_bytes, size_bytes, s->outside_bytes, prover->vmas);
	else if (!s->read_write)
		snprintf(text, size, "the region is not read-write: the case did not put it back");
	else if (s->pmd_mapped_bytes != by_pmd)
		snprintf(text, size, "%" PRIu64 " bytes are mapped by PMDs, not %" PRIu64,
			 s->pmd_mapped_bytes, by_pmd);
	else if (dirt != DIRT_ANY && s->dirty_bytes != dirty)
		snprintf(text, size, "%" PRIu64 " bytes are dirty, not %" PRIu64, s->dirty_bytes,
			 dirty);
	else
		return true;
	return false;
}

/* Whether all pages are what was asked for; says otherwise in @text. */
static bool pages_right(const struct prover *prover, const struct folio_report *r, char *text,
			size_t size)
{
	const struct page_facts *facts = pages_facts(prover->pages);

	if (folio_all_in_state(r, prover->pages) &&
	    (!facts->mapped || folio_all_of_order(r, prover->order)))
		return true;
	folio_describe(r, prover->order, text, size);
	if (*facts->note) {
		size_t len = strlen(text);

		snprintf(text + len, size - len,
			 "; wanted are pages that are %s (swap-backed %" PRIu64
			 ", soft-dirty %" PRIu64 ")",
			 facts->name, r->swap_backed, r->soft_dirty);
	}
	return false;
}

static void add_verdict(json_t *seen, bool verified, const char *reason)
{
	json_object_set_new(seen, "verified", json_boolean(verified));
	if (!verified)
		json_object_set_new(seen, "reason", json_string(reason));
}

int prover_look(struct prover *prover, enum moment moment, const void *addr, uint64_t size_bytes)
{
	uint64_t start = now_ns(), cpu_start = thread_cpu_ns();
	struct folio_report folios = {.pages = size_bytes / prover->page_bytes};
	struct smaps_report smaps = {0};
	int folios_ret = scan_folios(prover, addr, size_bytes, &folios);
	int smaps_ret = scan_smaps(addr, size_bytes, &smaps);
	char reason[sizeof(prover->wrong)] = "";
	bool wrong = false;
	json_t *seen;

	if (folios_ret == -ENOMEM)
		return folios_ret;
	if (!smaps_ret)
		wrong = !mapping_right(prover, &smaps, size_bytes, reason, sizeof(reason));
	else
		snprintf(reason, sizeof(reason), "/proc/self/smaps: %s", strerror(-smaps_ret));
	if (!folios_ret && !pages_right(prover, &folios, reason, sizeof(reason)))
		wrong = true;
	else if (folios_ret && !wrong)
		snprintf(reason, sizeof(reason), "pagemap and kpageflags: %s%s",
			 strerror(-folios_ret),
			 folios_ret == -EPERM || folios_ret == -EACCES
				 ? " (PFNs need CAP_SYS_ADMIN: run as root)"
				 : "");

	seen = folios_ret ? json_object() : folio_report_json(&folios);
	if (!seen)
		return -ENOMEM;
	if (!smaps_ret) {
		json_object_set_new(seen, "vmas", json_integer((json_int_t)smaps.vmas));
		json_object_set_new(seen, "pmd_mapped_bytes",
				    json_integer((json_int_t)smaps.pmd_mapped_bytes));
	}
	prover->verified[moment] = !folios_ret && !smaps_ret && !wrong;
	add_verdict(seen, prover->verified[moment], reason);
	json_decref(prover->seen[moment]);
	prover->seen[moment] = seen;
	if (wrong && !prover->wrong[0])
		snprintf(prover->wrong, sizeof(prover->wrong), "%s", reason);
	prover->prove_ns += now_ns() - start;
	prover->prove_cpu_ns += thread_cpu_ns() - cpu_start;
	return wrong ? -EBADMSG : 0;
}

int case_prove(struct case_run *run, enum moment moment, void *addr, uint64_t size_bytes)
{
	return prover_look(run->prover, moment, addr, size_bytes);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "prover.h"

#include "folio.h"
#include "smaps.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>

void prover_init(struct prover *prover, int order, bool pmd_mapped, uint64_t page_bytes)
{
	*prover = (struct prover){
		.order = order,
		.pmd_mapped = pmd_mapped,
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

/* Says in @text what the folios are instead of those asked for. */
static void describe(const struct folio_report *r, int order, char *text, size_t size)
{
	uint64_t right = order <= MAX_FOLIO_ORDER ? r->folios[order] << order : 0;
	int len = snprintf(text, size, "%" PRIu64 " of %" PRIu64 " pages are in order-%d folios",
			   right, r->pages, order);

	for (int o = 0; o <= MAX_FOLIO_ORDER && len < (int)size; o++)
		if (o != order && r->folios[o])
			len += snprintf(text + len, size - (size_t)len, ", %" PRIu64 " in order-%d",
					r->folios[o] << o, o);
	if (len < (int)size)
		snprintf(text + len, size - (size_t)len,
			 "; absent %" PRIu64 ", not anonymous %" PRIu64 ", shared %" PRIu64
			 ", irregular %" PRIu64 " pages, misaligned %" PRIu64 " folios",
			 r->absent, r->not_anon, r->shared, r->irregular, r->misaligned);
}

/* Whether the range is one VMA of its own and mapped as asked; says otherwise in @text. */
static bool mapping_right(const struct prover *prover, const struct smaps_report *s,
			  uint64_t size_bytes, char *text, size_t size)
{
	uint64_t by_pmd = prover->pmd_mapped ? size_bytes : 0;

	if (s->vmas != 1 || s->mapped_bytes != size_bytes || s->outside_bytes)
		snprintf(text, size,
			 "the region is %" PRIu64 " VMAs over %" PRIu64 " of %" PRIu64
			 " bytes with %" PRIu64 " bytes of neighbours, not one VMA of its own",
			 s->vmas, s->mapped_bytes, size_bytes, s->outside_bytes);
	else if (!s->read_write)
		snprintf(text, size, "the region is not read-write: the case did not put it back");
	else if (s->pmd_mapped_bytes != by_pmd)
		snprintf(text, size, "%" PRIu64 " bytes are mapped by PMDs, not %" PRIu64,
			 s->pmd_mapped_bytes, by_pmd);
	else
		return true;
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
	if (!folios_ret && !folio_all_of_order(&folios, prover->order)) {
		wrong = true;
		describe(&folios, prover->order, reason, sizeof(reason));
	} else if (folios_ret && !wrong) {
		snprintf(reason, sizeof(reason), "pagemap and kpageflags: %s%s",
			 strerror(-folios_ret),
			 folios_ret == -EPERM || folios_ret == -EACCES
				 ? " (PFNs need CAP_SYS_ADMIN: run as root)"
				 : "");
	}

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

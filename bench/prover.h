/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Proves that a region is what a case's name says: folios of the order asked for, page by page;
 * in the state asked for; mapped by PTEs or PMDs as asked; in as many VMAs as it should be. Keeps
 * what it saw, before and after the timing, for the result. What cannot be seen (no CAP_SYS_ADMIN)
 * is unverified with its reason, which is not a failure; what is seen to be otherwise is.
 */
#ifndef BENCH_PROVER_H
#define BENCH_PROVER_H

#include "case.h"

struct prover {
	int order; /* of the folios asked for */
	enum page_state pages;
	unsigned int vmas;
	bool pmd_mapped; /* asked to be mapped by PMDs; otherwise by PTEs */
	uint64_t page_bytes;
	json_t *seen[NR_MOMENTS]; /* `folios` objects of the result; NULL: not looked at */
	bool verified[NR_MOMENTS];
	char wrong[256];                 /* the first thing seen to be otherwise; "" if none */
	uint64_t prove_ns, prove_cpu_ns; /* spent looking, by the wall and the thread's clock */
};

/* @order -1 (folio size impossible with this base page) is refused by the caller. */
void prover_init(struct prover *prover, int order, const struct case_variant *variant,
		 bool pmd_mapped, uint64_t page_bytes);
void prover_release(struct prover *prover);

/* 0, or -EBADMSG with prover.wrong set. Any other negative errno: could not look for want of
 * memory. */
int prover_look(struct prover *prover, enum moment moment, const void *addr, uint64_t size_bytes);

/* Both moments were seen and were right. */
bool prover_verified(const struct prover *prover);

#endif

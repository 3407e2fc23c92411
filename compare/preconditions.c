// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/preconditions.h"

#include "compare/judgement.h"
#include "compare/mismatch.h"
#include "compare/workload.h"

#include <string.h>

/*
 * Why none of the arms that could be judged has the row: all skipped it, or it is a published
 * figure alone. NULL for any other row.
 */
static const char *measured_nowhere(const struct comparison *c, const struct row *row)
{
	const char *skipped = NULL;
	size_t nr_absent = 0, nr_skipped = 0;

	for (size_t a = 0; a < c->nr_arms; a++) {
		const struct cell *cell = &row->cells[a];

		if (c->arms[a].published)
			continue;
		if (cell->nr_samples || cell->failed)
			return NULL;
		if (cell->skipped && !nr_skipped++)
			skipped = cell->skipped;
		nr_absent += !cell->skipped;
	}
	if (nr_absent)
		return nr_skipped ? NULL : "a published figure alone";
	return skipped;
}

/*
 * One of the two lacks the case, or both. Of two arms that lack it, the one that says why tells
 * more. Beside a published figure nothing is missing: it is shown, and judges nothing.
 */
static int decide_missing(const struct comparison *c, const struct contrast *contrast, size_t r,
			  struct judgement *j)
{
	const struct arm *base = &c->arms[contrast->base], *here = &c->arms[contrast->here];
	const struct cell *base_cell = &c->rows[r].cells[contrast->base];
	const struct cell *cell = &c->rows[r].cells[contrast->here];
	const char *nowhere = measured_nowhere(c, &c->rows[r]);
	enum verdict verdict = VERDICT_MISSING;

	if (nowhere)
		return judgement_decide(j, VERDICT_NOT_MEASURED, "%s", nowhere);
	if (base->published || here->published)
		verdict = VERDICT_NOT_MEASURED;
	if (!cell->nr_samples && cell->skipped)
		return judgement_decide(j, verdict, "skipped in %s: %s", here->name, cell->skipped);
	if (!base_cell->nr_samples && base_cell->skipped)
		return judgement_decide(j, verdict, "skipped in %s: %s", base->name,
					base_cell->skipped);
	return judgement_decide(j, verdict, "no such row in %s",
				cell->nr_samples ? base->name : here->name);
}

/* Proof fails for the pair if it does for one of them. */
static const struct cell *unverified(const struct cell *base, const struct cell *here)
{
	if (base->nr_unverified)
		return base;
	return here->nr_unverified ? here : NULL;
}

static int decide_clock(const struct arm *base, const struct arm *here, struct judgement *j)
{
	if (base->flat || here->flat || !strcmp(base->clock, here->clock))
		return 0;
	return judgement_decide(j, VERDICT_INCOMPARABLE, "clock of %s is %s, not %s", here->name,
				here->clock, base->clock);
}

static int decide_machine(const struct contrast *contrast, struct judgement *j)
{
	for (size_t i = 0; i < contrast->nr_mismatches && contrast->nr_fatal; i++) {
		const struct mismatch *m = &contrast->mismatches[i];

		if (m->fatal && !m->allowed)
			return judgement_decide(
				j, VERDICT_INCOMPARABLE,
				"machine or settings differ: %s%s (see the differences; "
				"--allow takes them)",
				m->name, contrast->nr_fatal > 1 ? " and more" : "");
	}
	return 0;
}

int preconditions_judge(const struct comparison *c, const struct contrast *contrast, size_t r,
			const struct verdict_options *options)
{
	const struct arm *base = &c->arms[contrast->base], *here = &c->arms[contrast->here];
	const struct cell *base_cell = &c->rows[r].cells[contrast->base];
	const struct cell *cell = &c->rows[r].cells[contrast->here], *unproved;
	struct judgement *j = &contrast->judgements[r];
	char text[160];
	int ret;

	if (cell->failed)
		return judgement_decide(j, VERDICT_ERROR, "failed in %s: %s",
					arm_boots_text(here, cell->nr_failed, text, sizeof(text)),
					cell->failed);
	if (base_cell->failed)
		return judgement_decide(
			j, VERDICT_ERROR, "failed in %s: %s",
			arm_boots_text(base, base_cell->nr_failed, text, sizeof(text)),
			base_cell->failed);
	if (!base_cell->nr_samples || !cell->nr_samples)
		return decide_missing(c, contrast, r, j);
	if (c->rows[r].disputed)
		return judgement_decide(j, VERDICT_INCOMPARABLE,
					"a control in one file and none in another");
	if (base->published || here->published)
		return judgement_decide(j, VERDICT_PUBLISHED, "%s", contrast->why);
	if (!base->flat && !here->flat &&
	    workload_difference(&base_cell->workload, &cell->workload, text, sizeof(text)))
		return judgement_decide(j, VERDICT_INCOMPARABLE, "%s: %s", here->name, text);
	ret = decide_clock(base, here, j);
	if (!ret && judgement_is_open(j))
		ret = decide_machine(contrast, j);
	if (ret || !judgement_is_open(j))
		return ret;
	unproved = unverified(base_cell, cell);
	if (unproved && !options->accept_unverified)
		return judgement_decide(j, VERDICT_UNVERIFIED,
					"folios not proved in %zu of %zu repetitions of %s",
					unproved->nr_unverified, unproved->nr_samples,
					unproved == cell ? here->name : base->name);
	if (contrast->method == METHOD_NONE)
		return judgement_decide(j, VERDICT_INCONCLUSIVE, "%s", contrast->why);
	return 0;
}

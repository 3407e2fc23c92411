// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/stages.h"

#include "compare/figure.h"
#include "compare/steps.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct contrast *find_contrast(const struct comparison *c, size_t base, size_t here)
{
	for (size_t i = 0; i < c->nr_contrasts; i++)
		if (c->contrasts[i].base == base && c->contrasts[i].here == here)
			return &c->contrasts[i];
	return NULL;
}

/* The stages' arms are the comparison's, in their order, but for those that were not measured. */
static void fill_stages(struct series *s)
{
	const struct comparison *c = s->c;
	size_t arm = 0, before = NO_INDEX;

	for (size_t i = 0; i < s->nr_stages; i++) {
		struct stage *stage = &s->stages[i];

		stage->step = c->steps ? &c->steps[i] : NULL;
		stage->before = before;
		stage->arm = NO_INDEX;
		if (stage->step && !stage->step->arm)
			continue;
		stage->arm = arm++;
		if (before == NO_INDEX)
			s->first = i;
		else
			stage->contrast = find_contrast(c, stage->arm - 1, stage->arm);
		stage->total = find_contrast(c, 0, stage->arm);
		s->last = before = i;
	}
}

int series_make(struct series *s, const struct comparison *c)
{
	*s = (struct series){
		.c = c,
		.nr_stages = c->steps ? c->nr_steps : c->nr_arms,
	};
	s->stages = calloc(s->nr_stages, sizeof(*s->stages));
	if (!s->stages)
		return -ENOMEM;
	fill_stages(s);
	for (size_t r = 0; r < c->nr_rows; r++)
		s->nr_cases += series_has_case(s, r);
	return 0;
}

void series_free(struct series *s)
{
	free(s->stages);
}

struct stage_text stage_number(size_t stage)
{
	struct stage_text n;

	snprintf(n.text, sizeof(n.text), "%02zu", stage);
	return n;
}

struct stage_text stage_name(const struct series *s, size_t i)
{
	const struct stage *stage = &s->stages[i];
	const struct step *step = stage->step;
	struct stage_text name;
	char since[40] = "";

	if (stage->contrast && stage->before + 1 != i)
		snprintf(since, sizeof(since), "(since %02zu) ", stage->before);
	if (!step)
		snprintf(name.text, sizeof(name.text), "%02zu %.240s", i,
			 s->c->arms[stage->arm].name);
	else if (step->subject)
		/* What the commit before the series did is no part of it. */
		snprintf(name.text, sizeof(name.text), "%02zu %s%s%.240s", i, since,
			 i == s->first ? "base: " : "", step->subject);
	else
		snprintf(name.text, sizeof(name.text), "%02zu %s%.12s", i, since, step->id);
	return name;
}

struct stage_text stage_failure(const struct stage *stage)
{
	struct stage_text text;

	snprintf(text.text, sizeof(text.text), "%.*s", (int)strcspn(stage->step->failure, ":"),
		 stage->step->failure);
	return text;
}

static size_t stage_of(const struct series *s, size_t arm)
{
	size_t i = 0;

	while (s->stages[i].arm != arm)
		i++;
	return i;
}

struct stage_text stage_pair(const struct series *s, const struct contrast *contrast)
{
	struct stage_text pair;

	snprintf(pair.text, sizeof(pair.text), "%02zu against %02zu", stage_of(s, contrast->here),
		 stage_of(s, contrast->base));
	return pair;
}

const struct contrast *series_whole(const struct series *s)
{
	const struct stage *last = &s->stages[s->last];

	return last->total == last->contrast ? NULL : last->total;
}

struct stage_text whole_name(const struct series *s)
{
	struct stage_text name;

	snprintf(name.text, sizeof(name.text), "whole: %02zu against %02zu", s->last, s->first);
	return name;
}

bool series_has_case(const struct series *s, size_t row)
{
	return !s->c->rows[row].control && row_workload(s->c, &s->c->rows[row]);
}

/* What tells more, before what tells less. */
static const enum verdict order[] = {
	VERDICT_INCOMPARABLE, VERDICT_REGRESSION,    VERDICT_ERROR,        VERDICT_MISSING,
	VERDICT_UNVERIFIED,   VERDICT_UNSTABLE,      VERDICT_INCONCLUSIVE, VERDICT_IMPROVEMENT,
	VERDICT_SMALL_CHANGE, VERDICT_NO_REGRESSION, VERDICT_EQUIVALENT,   VERDICT_PUBLISHED,
	VERDICT_NOT_MEASURED,
};

enum verdict series_verdict(const struct series *s, const struct contrast *contrast)
{
	for (size_t i = 0; i < ARRAY_SIZE(order); i++)
		for (size_t r = 0; r < s->c->nr_rows; r++)
			if (!s->c->rows[r].control && contrast->judgements[r].verdict == order[i])
				return order[i];
	return NR_VERDICTS;
}

struct extremes series_extremes(const struct series *s, const struct contrast *contrast)
{
	struct extremes e = {NO_INDEX, NO_INDEX, NO_INDEX};
	enum verdict verdict = series_verdict(s, contrast);

	for (size_t r = 0; r < s->c->nr_rows; r++) {
		const struct judgement *j = &contrast->judgements[r];
		double ratio = j->change.ratio;

		if (!series_has_case(s, r))
			continue;
		if (e.decisive == NO_INDEX && j->verdict == verdict)
			e.decisive = r;
		if (!isfinite(ratio))
			continue;
		if (e.worst == NO_INDEX || ratio > contrast->judgements[e.worst].change.ratio)
			e.worst = r;
		if (e.best == NO_INDEX || ratio < contrast->judgements[e.best].change.ratio)
			e.best = r;
	}
	return e;
}

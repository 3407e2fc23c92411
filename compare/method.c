// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/report.h"

#include "compare/blocks.h"
#include "compare/contrast.h"
#include "compare/figure.h"
#include "compare/groups.h"

#include <inttypes.h>
#include <math.h>

static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

/* What the blocks do not take out; empty: nothing. */
static const char *order_text(const struct arm *base, const struct arm *here, char *buf,
			      size_t size)
{
	const struct arm *first = blocks_first(base, here);

	snprintf(buf, size, "%s%.100s%s", first ? " " : "", first ? first->name : "",
		 first ? " booted first in all of them: what depends on the order is not excluded."
		       : "");
	return buf;
}

/* Why boots were taken without blocks. */
static const char *no_blocks_text(const struct arm *base, const struct arm *here, char *buf,
				  size_t size)
{
	int64_t apart[2];

	if (blocks_have_all(base) && blocks_have_all(here) &&
	    !blocks_stand_together(base, here, apart))
		snprintf(buf, size,
			 "Blocks %" PRId64 " and %" PRId64 " interleave in time or lie apart: "
			 "taken as boots without blocks",
			 apart[0], apart[1]);
	else
		snprintf(buf, size, "The arms did not run in blocks");
	return buf;
}

static void add_method(struct page *p, json_t *groups, const struct comparison *c,
		       const struct contrast *ct, const char *name)
{
	const struct arm *base = &c->arms[ct->base], *here = &c->arms[ct->here];
	size_t n = ct->nr_units;
	char text[256];

	/* Nothing was measured that could be compared. */
	if (!n)
		return;
	switch (ct->method) {
	case METHOD_PAIRED:
		groups_add(p, groups, name,
			   "Paired t over %zu block%s (a boot of each arm), on the logarithms of "
			   "their ratios.%s",
			   n, plural(n), order_text(base, here, text, sizeof(text)));
		break;
	case METHOD_WELCH:
		groups_add(p, groups, name,
			   "Welch's t over %zu boot%s per arm, on logarithms. %s; drift of the "
			   "machine between the arms is not excluded.",
			   n, plural(n), no_blocks_text(base, here, text, sizeof(text)));
		break;
	case METHOD_INSTRUCTIONS:
		groups_add(p, groups, name,
			   "Executed instructions stand for time, over %zu boot%s per arm. They "
			   "repeat from boot to boot: intervals take %s between boots for granted, "
			   "or what the boots show if that is more. Not in them: cache and TLB "
			   "misses, TLB shootdowns, memory latency.",
			   n, plural(n), figure_percent(INSTRUCTION_SD, 2).text);
		break;
	case METHOD_NONE:
		break;
	}
}

static void add_adjustment(struct page *p, json_t *groups, const struct contrast *ct,
			   const char *name)
{
	char moderated[160] = "";

	if (!ct->nr_gated)
		return;
	if (isinf(ct->prior_df))
		snprintf(moderated, sizeof(moderated),
			 ", with one variance for all of them (Smyth 2004: they differ by chance "
			 "only)");
	else if (ct->prior_df > 0)
		snprintf(moderated, sizeof(moderated),
			 ", with variances moderated over them (Smyth 2004: the others count as "
			 "%.1f degrees of freedom)",
			 ct->prior_df);
	groups_add(
		p, groups, name,
		"Significant: p < 0.05 after Holm's adjustment for %zu case%s%s. Excluded is what "
		"the 90%% interval does not reach.",
		ct->nr_gated, plural(ct->nr_gated), moderated);
}

/* What holds for all contrasts is said without their names. */
static void write_groups(struct page *p, json_t *groups)
{
	const char *text;
	json_t *names;

	if (json_object_size(groups) > 1)
		groups_write(p, 1, groups, 4);
	else
		json_object_foreach (groups, text, names)
			page_line(p, 1, "%s", text);
}

static void write_self_check(struct page *p, const struct comparison *c)
{
	const struct self_check *s = &c->self_check;

	if (s->nr_boots[0] && s->nr_rows)
		page_line(p, 1,
			  "%s against itself (%zu + %zu boots): median change %s, largest %s (%s).",
			  c->arms[0].name, s->nr_boots[0], s->nr_boots[1],
			  figure_percent(s->median_change, 2).text,
			  figure_percent(s->largest_change, 2).text, s->largest);
}

static bool has_directions(const struct comparison *c)
{
	for (size_t r = 0; r < c->nr_rows; r++)
		if (is_shown(c, r) && row_workload(c, &c->rows[r])->nr_directions)
			return true;
	return false;
}

void report_method(struct page *p, const struct comparison *c)
{
	_cleanup_json_ json_t *methods = json_object(), *adjustments = json_object();
	bool measured = false, warmed_up = false;

	for (size_t a = 0; a < c->nr_arms; a++) {
		measured |= !c->arms[a].published;
		warmed_up |= !c->arms[a].published && !c->arms[a].flat;
	}
	if (!measured)
		return;
	page_heading(p, "Method");
	page_line(p, 1,
		  "Median of a process's repetitions%s, median of a boot's processes, geometric "
		  "mean of an arm's boots.",
		  warmed_up ? ", after one warm-up" : "");
	for (size_t i = 0; i < c->nr_contrasts; i++) {
		const struct contrast *ct = &c->contrasts[i];

		char name[160];

		snprintf(name, sizeof(name), "%.70s%s%.70s", c->arms[ct->here].name,
			 ct->step ? " against " : "", ct->step ? c->arms[ct->base].name : "");
		add_method(p, methods, c, ct, name);
		add_adjustment(p, adjustments, ct, name);
	}
	write_groups(p, methods);
	write_groups(p, adjustments);
	if (json_object_size(methods) && has_directions(c))
		page_line(p, 1,
			  "Verdicts are of whole iterations; directions are shown, not judged.");
	write_self_check(p, c);
}

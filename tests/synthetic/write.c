// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Writes a synthetic campaign as result files, to try reports and statistics on:
 *
 *   campaign --out DIR [--arms N] [--cases N] [--controls N] [--blocks N] [--processes N]
 *            [--repetitions N] [--block SD] [--shared-boot SD] [--boot SD] [--process SD]
 *            [--repetition SD] [--tail-share SHARE] [--tail MEAN] [--drift D] [--sequential]
 *            [--sizes N] [--intercept NS] [--slope NS] [--bend D]
 *            [--intercept-change CHANGE] [--slope-change CHANGE] [--effect NAME=CHANGE]...
 *            [--setup-ns NS] [--repetition-ns NS] [--clock NAME] [--seed N]
 *
 * in percent, with or without the sign, but for numbers and nanoseconds. An effect is that of all
 * arms but the first; that of NAME@2=CHANGE is of new-2 alone. campaign.h says what each is.
 */
#include "campaign.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum kind {
	COUNT,
	PERCENT,
	NANOSECONDS
};

#define FIELD(name, kind, field)                             \
	{                                                    \
		name, kind, offsetof(struct campaign, field) \
	}

static const struct field {
	const char *name;
	enum kind kind;
	size_t offset;
} fields[] = {
	FIELD("arms", COUNT, nr_arms),
	FIELD("cases", COUNT, nr_cases),
	FIELD("controls", COUNT, nr_controls),
	FIELD("blocks", COUNT, blocks),
	FIELD("processes", COUNT, processes),
	FIELD("repetitions", COUNT, repetitions),
	FIELD("block", PERCENT, block),
	FIELD("shared-boot", PERCENT, shared_boot),
	FIELD("boot", PERCENT, boot),
	FIELD("process", PERCENT, process),
	FIELD("repetition", PERCENT, repetition),
	FIELD("tail-share", PERCENT, tail_share),
	FIELD("tail", PERCENT, tail),
	FIELD("drift", PERCENT, drift),
	FIELD("sizes", COUNT, nr_sizes),
	FIELD("intercept", NANOSECONDS, intercept),
	FIELD("slope", NANOSECONDS, slope),
	FIELD("bend", PERCENT, bend),
	FIELD("intercept-change", PERCENT, intercept_change),
	FIELD("slope-change", PERCENT, slope_change),
	FIELD("setup-ns", NANOSECONDS, setup_ns),
	FIELD("repetition-ns", NANOSECONDS, per_repetition_ns),
	FIELD("seed", COUNT, seed),
};

_Static_assert(sizeof(size_t) == sizeof(uint64_t), "counts and the seed are set alike");

static int complain(const char *what, const char *why)
{
	fprintf(stderr, "campaign: %s: %s (see tests/synthetic/write.c)\n", what, why);
	return 3;
}

static int parse_real(const char *text, double *value)
{
	char *end;

	*value = strtod(text, &end);
	end += *end == '%';
	return end == text || *end || !isfinite(*value) ? -EINVAL : 0;
}

static int set_field(struct campaign *campaign, const struct field *field, const char *text)
{
	void *place = (char *)campaign + field->offset;
	double value;
	int ret;

	if (field->kind == COUNT)
		return parse_u64(text, place);
	ret = parse_real(text, &value);
	if (!ret)
		*(double *)place = field->kind == PERCENT ? value / 100 : value;
	return ret;
}

/* "case_3=5%", "case_3@2=5%". */
static int set_effect(const struct campaign *campaign, double *effects, char *text)
{
	char *sign = strrchr(text, '='), *underscore = strrchr(text, '_'), *at = strchr(text, '@');
	uint64_t number, arm = 0;
	double percent;
	size_t row;

	if (!sign || !underscore || underscore > sign || parse_real(sign + 1, &percent))
		return -EINVAL;
	*sign = '\0';
	if (at)
		*at = '\0';
	if (at && (parse_u64(at + 1, &arm) || !arm || arm >= campaign->nr_arms))
		return -ERANGE;
	if (parse_u64(underscore + 1, &number) || !number)
		return -EINVAL;
	row = number - 1 + (strncmp(text, "control", 7) ? 0 : campaign->nr_cases);
	if (row >= campaign->nr_cases + campaign->nr_controls)
		return -ERANGE;
	for (size_t a = 1; a < campaign->nr_arms; a++)
		if (!arm || a == arm)
			effects[row * campaign->nr_arms + a] = log1p(percent / 100);
	return 0;
}

int main(int argc, char **argv)
{
	struct campaign campaign = campaign_default();
	struct option options[ARRAY_SIZE(fields) + 5] = {
		{"out", required_argument, NULL, 'o'},
		{"effect", required_argument, NULL, 'e'},
		{"clock", required_argument, NULL, 'c'},
		{"sequential", no_argument, NULL, 's'},
	};
	_cleanup_free_ char **effect_texts = calloc((size_t)argc, sizeof(*effect_texts));
	_cleanup_free_ double *effects = NULL;
	struct error err = {""};
	const char *out = NULL;
	int opt, nr_effects = 0;

	if (!effect_texts)
		return complain("options", "not enough memory");
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		options[4 + i] =
			(struct option){fields[i].name, required_argument, NULL, 256 + (int)i};
	while ((opt = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (opt == 'o')
			out = optarg;
		else if (opt == 'c')
			campaign.clock = optarg;
		else if (opt == 's')
			campaign.sequential = true;
		else if (opt == 'e')
			effect_texts[nr_effects++] = optarg;
		else if (opt < 256 || set_field(&campaign, &fields[opt - 256], optarg))
			return complain(argv[optind - 1], "not understood");
	}
	if (!out || optind < argc)
		return complain(out ? argv[optind] : "--out", out ? "unknown" : "needed");
	effects = calloc((campaign.nr_cases + campaign.nr_controls) * campaign.nr_arms + 1,
			 sizeof(*effects));
	if (!effects || !campaign.nr_arms || !campaign.blocks || !campaign.processes ||
	    !campaign.repetitions)
		return complain("numbers", "none may be 0");
	for (int i = 0; i < nr_effects; i++)
		if (set_effect(&campaign, effects, effect_texts[i]))
			return complain(effect_texts[i], "no such row, or no change");
	campaign.effects = effects;
	if (campaign_write(&campaign, out, &err)) {
		fprintf(stderr, "campaign: %s\n", err.text);
		return 3;
	}
	return 0;
}

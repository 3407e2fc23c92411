// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How often compare says what: synthetic campaigns of known truth, judged in memory. Prints rates
 * and judges nothing; tests/unit/test_rates.c holds the method to bounds.
 *
 * usage: rates [CAMPAIGNS]     about two minutes with the default of 2000, by which a rate of 5 %
 *                              has a standard error of 0.5 %. Also run by `meson test --benchmark`.
 */
#include "tests/synthetic/tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CASES    40
#define CONTROLS 2
#define ROWS     (CASES + CONTROLS)

/* A 2 % drift over each campaign, and what a block's boots share; @pair: sd of their difference. */
static struct campaign of_pairs(double pair, size_t blocks)
{
	struct campaign c = campaign_default();

	c.nr_cases = CASES;
	c.nr_controls = CONTROLS;
	c.blocks = blocks;
	c.processes = c.repetitions = 1;
	c.block = 0.005;
	c.drift = 0.02;
	c.boot = pair / sqrt(2);
	return c;
}

static void print_head(const char *title)
{
	printf("\n%s\n%-34s %2s  %6s %6s %6s %6s %6s %6s %6s %6s %6s\n", title, "", "k", "REGR.",
	       "IMPR.", "signif", "t+Holm", "U+Holm", "found", "t+Holm", "FRAG.", "UNST.");
}

static void print_rate(bool known, double rate)
{
	if (known)
		printf(" %6.2f", 100 * rate);
	else
		printf(" %6s", "-");
}

static void show(const char *name, const struct campaign *campaign, double effect, bool pooled,
		 size_t nr)
{
	struct campaign c = *campaign;
	double effects[2 * ROWS] = {0};
	struct tally t;

	effects[1] = log1p(effect);
	c.effects = effects;
	if (tally_run(&c, nr, pooled, &t)) {
		fputs("rates: not enough memory\n", stderr);
		exit(3);
	}
	printf("%-34s %2zu ", name, c.blocks);
	print_rate(true, tally_rate(&t, t.regression));
	print_rate(true, tally_rate(&t, t.improvement));
	print_rate(true, tally_rate(&t, t.significant));
	print_rate(true, tally_rate(&t, t.holm_significant));
	print_rate(pooled, tally_rate(&t, t.pooled));
	print_rate(effect != 0, tally_rate(&t, t.detected));
	print_rate(effect != 0, tally_rate(&t, t.holm_detected));
	print_rate(t.judged, (double)t.fragile / (double)t.judged);
	print_rate(true, tally_rate(&t, t.unstable));
	printf("%s%s\n", t.judged ? "" : "  a wall clock is not judged from so few",
	       t.other ? "  OTHER VERDICTS" : "");
	fflush(stdout);
}

static void show_false_alarms(size_t nr)
{
	static const double pairs[] = {0.015, 0.025};
	static const size_t blocks[] = {3, 6, 10};

	print_head("No effect in 40 cases");
	for (size_t s = 0; s < ARRAY_SIZE(pairs); s++)
		for (size_t k = 0; k < ARRAY_SIZE(blocks); k++) {
			struct campaign c = of_pairs(pairs[s], blocks[k]);
			char name[64];

			snprintf(name, sizeof(name), "pair sd %.1f %%", 100 * pairs[s]);
			show(name, &c, 0, false, nr);
		}
}

static void show_detection(size_t nr)
{
	static const double pairs[] = {0.015, 0.025}, effects[] = {0.03, 0.05, -0.05};
	static const size_t blocks[] = {3, 6, 10};

	print_head("An effect in 1 of 40 cases");
	for (size_t s = 0; s < ARRAY_SIZE(pairs); s++)
		for (size_t e = 0; e < ARRAY_SIZE(effects); e++)
			for (size_t k = 0; k < ARRAY_SIZE(blocks); k++) {
				struct campaign c = of_pairs(pairs[s], blocks[k]);
				char name[64];

				snprintf(name, sizeof(name), "pair sd %.1f %%, %+.0f %%",
					 100 * pairs[s], 100 * effects[e]);
				show(name, &c, effects[e], false, nr);
			}
}

static void show_unequal_cases(size_t nr)
{
	double spread[ROWS], one[ROWS];
	struct campaign c;

	for (size_t r = 0; r < ROWS; r++) {
		/* Each step of 7 in 40: neighbours are not alike, and the first is 0.3 %. */
		double place = r < CASES ? (double)(7 * r % CASES) / (CASES - 1) : 0.5;

		spread[r] = 0.003 * pow(20, place) / sqrt(2);
		one[r] = (r == 1 ? 0.06 : 0.005) / sqrt(2);
	}
	print_head(
		"Cases that vary unlike; liberal: signif lies above 5 %, see compare/moderate.h");
	for (size_t k = 6; k <= 10; k += 4) {
		c = of_pairs(0, k);
		c.row_boot = spread;
		show("0.3 to 6 %, log-uniform: liberal", &c, 0, false, nr);
		spread[0] = 0.015 / sqrt(2);
		show("the same, +5 % at 1.5 %", &c, 0.05, false, nr);
		spread[0] = 0.003 / sqrt(2);
		c.row_boot = one;
		show("one case 6 %, others 0.5 %", &c, 0, false, nr);
	}
}

static void show_others(size_t nr)
{
	struct campaign c = of_pairs(0.015, 6);

	print_head("Boots that shift all cases alike, small families");
	c.shared_boot = c.boot = 0.015 / 2;
	show("half of the variance is shared", &c, 0, false, nr);
	show("the same, +5 %", &c, 0.05, false, nr);
	c.shared_boot = 0.0103;
	c.boot = 0.0024;
	show("95 % of the variance is shared", &c, 0, false, nr);
	c = of_pairs(0.015, 6);
	c.nr_cases = 5;
	show("5 cases", &c, 0, false, nr);
	show("5 cases, +5 %", &c, 0.05, false, nr);
}

static void show_levels(size_t nr)
{
	struct campaign c = of_pairs(0.01 * sqrt(2), 6);

	c.processes = 3;
	c.repetitions = 9;
	c.process = 0.004;
	c.repetition = 0.005;
	c.tail_share = 0.2;
	c.tail = 0.05;
	print_head("Boot sd 1 %, process 0.4 %, 3 x 9 repetitions of 0.5 % with a slow tail");
	show("blocks", &c, 0, true, nr);
	show("blocks, +5 %", &c, 0.05, true, nr);
	c.sequential = true;
	show("one arm after the other, Welch", &c, 0, true, nr);
	c.drift = 0.05;
	show("the same, 5 % drift", &c, 0, true, nr);
	c.sequential = false;
	show("blocks, 5 % drift", &c, 0, true, nr);
}

int main(int argc, char **argv)
{
	uint64_t nr = 2000;

	if (argc > 1 && (parse_u64(argv[1], &nr) || !nr)) {
		fputs("usage: rates [CAMPAIGNS]\n", stderr);
		return 3;
	}
	printf("Rates in %%, of %llu campaigns. T = 3 %%, drift 2 %%, ABBA, %d controls.\n"
	       "REGR., IMPR.: any such verdict of a case without an effect; signif: any\n"
	       "significant change there, and by t+Holm (no moderation) and U+Holm (repetitions pooled).\n"
	       "found: the effect by verdict, and by t+Holm and T. FRAG.: share of cases, UNST.: of\n"
	       "campaigns.\n",
	       (unsigned long long)nr, CONTROLS);
	show_false_alarms(nr);
	show_detection(nr);
	show_unequal_cases(nr);
	show_others(nr);
	show_levels(nr / 4 ? nr / 4 : 1);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The page of the cases that this file registers, and the groups that their tags make. */
#include "bench/catalogue.h"
#include "bench/tags.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int run(struct case_run *r, uint64_t n)
{
	(void)r;
	(void)n;
	return 0;
}

static const struct case_variant one[] = {{.size_bytes = 4096}};
static const struct case_variant folios[] = {
	{.name = "pmd", .size_bytes = 1 << 30, .folio_bytes = FOLIO_PMD},
	{.name = "64k/spin1", .size_bytes = 64 << 10, .folio_bytes = 64 << 10, .spinners = 1}};

/* Stands under its first tag, which is not the first of the page. */
static const struct bench_case both = {
	.name = "both",
	.summary = "R <-> RW of a|b, 2 * _x, a_b, `c` and \\",
	.source = "somebody",
	.tags = (const char *const[]){"seeds", "jit", NULL},
	.variants = folios,
	.nr_variants = ARRAY_SIZE(folios),
	.scalable = true,
	.calls_per_iteration = 2,
	.pages_per_call = PAGES_OF_REGION,
	.directions = {"r", "rw"},
	.published_iterations = 40,
	.published_unit = "40 cycles",
	.published_name = "T1",
	.run = run,
};
BENCH_CASE(both);

static const struct bench_case alone = {
	.name = "alone",
	.summary = "in no group",
	.source = "a source that is so long that it takes more than one line of the page, and goes "
		  "on to say so",
	.variants = one,
	.nr_variants = 1,
	.on_request = true,
	.published_iterations = 1,
	.published_unit = "program",
	.run = run,
};
BENCH_CASE(alone);

static const struct bench_case page = {
	.name = "page",
	.summary = "a page",
	.source = "somebody",
	.tags = (const char *const[]){"seeds", NULL},
	.variants = one,
	.nr_variants = 1,
	.calls_per_iteration = 1,
	.pages_per_call = 1,
	.run = run,
};
BENCH_CASE(page);

static const char *const whole_page =
	"<!-- SPDX-License-Identifier: GPL-2.0-or-later -->\n"
	"<!-- ./run.sh list --markdown > cases/README.md -->\n"
	"# The cases\n"
	"\n"
	"3 cases, 4 rows. `--cases` takes names of both, groups, and globs of all these, with "
	"commas between.\n"
	"The groups: `jit` (1 case), `seeds` (2), `default` (2), `all` (3). Without `--cases` it is "
	"`default`\n"
	"that runs.\n"
	"\n"
	"A case stands under the first of its groups; the head of its file says what it does, step "
	"by step.\n"
	"`./run.sh list` says which rows this machine can measure.\n"
	"\n"
	"## jit\n"
	"\n"
	"Also in this group: `both`\n"
	"\n"
	"## seeds\n"
	"\n"
	"### both\n"
	"\n"
	"R \\<-> RW of a|b, 2 \\* \\_x, a_b, \\`c\\` and \\\\\n"
	"\n"
	"- One iteration: 2 calls on the whole region, r and rw timed apart\n"
	"- Published figure: per 40 cycles, as T1\n"
	"- In the default suite; takes `--size`\n"
	"- Groups: `seeds`, `jit`\n"
	"- Source: somebody\n"
	"\n"
	"```\n"
	"both/pmd        1G of PMD folios\n"
	"both/64k/spin1  64K of 64K folios, 2 cores\n"
	"```\n"
	"\n"
	"### page\n"
	"\n"
	"a page\n"
	"\n"
	"- One iteration: 1 call on 1 page\n"
	"- In the default suite; of fixed size\n"
	"- Groups: `seeds`\n"
	"- Source: somebody\n"
	"\n"
	"```\n"
	"page  4K of order-0 folios\n"
	"```\n"
	"\n"
	"## In no group\n"
	"\n"
	"### alone\n"
	"\n"
	"in no group\n"
	"\n"
	"- One iteration: the whole, not counted in calls\n"
	"- Published figure: per program\n"
	"- Not in the default suite; of fixed size\n"
	"- Source: a source that is so long that it takes more than one line of the page, and goes on "
	"to say\n"
	"  so\n"
	"\n"
	"```\n"
	"alone  4K of order-0 folios\n"
	"```\n";

static void test_page(void **state)
{
	_cleanup_free_ struct selected *rows = NULL;
	_cleanup_free_ char *text = NULL;
	ssize_t nr = registry_all(&rows, NULL);
	size_t size;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	assert_int_equal(nr, 4);
	assert_non_null(f);
	assert_int_equal(catalogue_print(f, rows, (size_t)nr), 0);
	fclose(f);
	assert_string_equal(text, whole_page);
}

/* Of what is selected: no empty section, no count of what is not there. */
static void test_part(void **state)
{
	_cleanup_free_ struct selected *rows = NULL;
	_cleanup_free_ char *text = NULL;
	ssize_t nr = registry_select("page", &rows, NULL);
	size_t size;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	assert_int_equal(nr, 1);
	assert_non_null(f);
	assert_int_equal(catalogue_print(f, rows, (size_t)nr), 0);
	fclose(f);
	assert_non_null(strstr(text, "`seeds` (1 case), `default` (1), `all` (1)"));
	assert_null(strstr(text, "jit"));
	assert_null(strstr(text, "In no group"));
}

static void test_tags(void **state)
{
	_cleanup_free_ struct selected *rows = NULL;
	ssize_t nr = registry_all(&rows, NULL);
	struct tags tags;

	(void)state;
	assert_int_equal(tags_of(rows, (size_t)nr, &tags), 0);
	assert_int_equal(tags.nr, 2);
	assert_string_equal(tags.list[0].name, "jit");
	assert_int_equal(tags.list[0].nr_cases, 1);
	assert_string_equal(tags.list[1].name, "seeds");
	assert_int_equal(tags.list[1].nr_cases, 2);
	assert_int_equal(tags.nr_cases, 3);
	assert_int_equal(tags.nr_default, 2);
	tags_free(&tags);
	assert_true(case_has_tag(&both, "jit"));
	assert_true(case_has_tag(&both, "seeds"));
	assert_false(case_has_tag(&page, "jit"));
	assert_false(case_has_tag(&alone, "jit"));
	assert_true(case_has_tag(&alone, NULL));
	assert_false(case_has_tag(&page, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_page),
		cmocka_unit_test(test_part),
		cmocka_unit_test(test_tags),
	};

	return cmocka_run_group_tests_name("catalogue", tests, NULL, NULL);
}

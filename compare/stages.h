/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A comparison as the table of a patch series: a row per commit in the order given, the first one
 * the baseline, each with its change against the row before it and against the first.
 */
#ifndef COMPARE_STAGES_H
#define COMPARE_STAGES_H

#include "compare/model.h"
#include "compare/page.h"

#define NO_INDEX SIZE_MAX

struct stage {
	const struct step *step;         /* NULL: all that is known is the arm */
	size_t arm;                      /* NO_INDEX: not measured */
	size_t before;                   /* the last stage before it that was; NO_INDEX: none */
	const struct contrast *contrast; /* with that one; NULL: there is none */
	const struct contrast *total;    /* with the first */
};

struct series {
	const struct comparison *c;
	struct stage *stages;
	size_t nr_stages;
	size_t first, last; /* of those that were measured */
	size_t nr_cases;    /* rows with figures that are no controls */
};

/* -ENOMEM. @c, which has an arm at least, must live as long. */
int series_make(struct series *s, const struct comparison *c);
void series_free(struct series *s);

/* By value, so that several fit into one call. */
struct stage_text {
	char text[320];
};

/* "03"; "03 (since 01) mm: do this"; in place of a verdict, "build failed"; "03 against 02". */
struct stage_text stage_number(size_t stage);
struct stage_text stage_name(const struct series *s, size_t stage);
struct stage_text stage_failure(const struct stage *stage);
struct stage_text stage_pair(const struct series *s, const struct contrast *contrast);

/* The contrast of the last with the first, unless a stage's own is the same; NULL: none. Its row
 * is called "whole: 04 against 00". */
const struct contrast *series_whole(const struct series *s);
struct stage_text whole_name(const struct series *s);

/* Whether the row has a table: it is no control, and some arm has it. */
bool series_has_case(const struct series *s, size_t row);

/* The verdict of a contrast over all its cases, in the order of verdict_exit_status(): what is no
 * pass before what is one. NR_VERDICTS: it has no cases. */
enum verdict series_verdict(const struct series *s, const struct contrast *contrast);

/* Cases of a contrast that say what became of all; NO_INDEX: none. */
struct extremes {
	size_t worst, best; /* by their change */
	size_t decisive;    /* the first that has the verdict of them all */
};
struct extremes series_extremes(const struct series *s, const struct contrast *contrast);

/* Parts of the report, on a page. */
void series_headline(struct page *p, const struct series *s);
void series_overview(struct page *p, const struct series *s);
void series_tables(struct page *p, const struct series *s);
void series_notes(struct page *p, const struct series *s);
void series_differences(struct page *p, const struct series *s);

#endif

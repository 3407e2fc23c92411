/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The report for people, the same on every form of page: per contrast a sentence, with what voids
 * it, and a table; what the lists publish, in their unit; cost curves; and under them what ran,
 * where, how often and how it was judged. All of it is from the comparison: nothing is said that
 * did not happen.
 */
#ifndef COMPARE_REPORT_H
#define COMPARE_REPORT_H

#include "compare/model.h"
#include "compare/page.h"

/* Of a judged comparison. 0, -ENOMEM, or -EIO where the stream has an error. */
int report_write(FILE *f, const struct page_form *form, const struct comparison *c);

/* Its parts, in their order; a file each. */
void report_headline(struct page *p, const struct comparison *c);
void report_tables(struct page *p, const struct comparison *c);
void report_legend(struct page *p, const struct comparison *c);
void report_published(struct page *p, const struct comparison *c);
void report_curves(struct page *p, const struct comparison *c);
void report_arms(struct page *p, const struct comparison *c);
void report_workloads(struct page *p, const struct comparison *c);
void report_method(struct page *p, const struct comparison *c);
void report_verdicts(struct page *p, const struct comparison *c);
void report_differences(struct page *p, const struct comparison *c);

#endif

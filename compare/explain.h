/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Why two kernels differ: for each case that both have counted, the functions whose instructions
 * per page, call or iteration changed, what they add to the whole, and whether their sum is what
 * the guest's clock says.
 */
#ifndef COMPARE_EXPLAIN_H
#define COMPARE_EXPLAIN_H

#include "compare/page.h"
#include "compare/profile.h"

/* A change of less than this share of the whole case is told as "others". */
#define EXPLAIN_LEAST_SHARE 0.0005

/* The sum of the functions agrees with the clock within this share of it. */
#define EXPLAIN_SUM_TOLERANCE 0.001

/*
 * Writes it on @page, as `base` to `here`, of which @title (may be NULL) tells what it is. Returns
 * how many cases were left unexplained: counted in one of them alone, of another size, or with a
 * sum that is not the clock's; or -ENOMEM.
 */
int explain_write(struct page *page, const struct profile *base, const struct profile *here,
		  const char *title);

#endif

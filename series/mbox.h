/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Patches of a mailbox as commits of a series. */
#ifndef SERIES_MBOX_H
#define SERIES_MBOX_H

#include "range.h"

/*
 * Applies the patches of the file @mbox, in its order, to the base that @range has, in the series'
 * own tree @dir, and appends them to @range. The same patches on the same base become the same
 * commits. What has no patch in it, such as a cover letter, is left out. A negative errno with
 * @err, which names the patch that does not apply.
 */
int mbox_apply(const char *dir, const char *mbox, struct range *range, struct error *err);

#endif

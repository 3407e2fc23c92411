/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The figures of a contrast: from one figure per boot to differences, intervals and p values. */
#ifndef COMPARE_CONTRAST_H
#define COMPARE_CONTRAST_H

#include "compare/model.h"

/*
 * Two or three boots repeat so well under the instruction clock that their spread is known. Beyond
 * INSTRUCTION_SPREAD between them they are treated as a wall clock's, but for no less than
 * INSTRUCTION_SD.
 */
#define INSTRUCTION_SD     0.001 /* of logarithms; three times what was measured */
#define INSTRUCTION_SPREAD 0.002

/*
 * Chooses the method for the arms of the contrast, or says why there is none. Arms of one build of
 * the kernel have one only @with_itself: more often the other kernel was not booted.
 */
void contrast_choose_method(const struct comparison *c, struct contrast *contrast,
			    bool with_itself);

/*
 * Fills what a judgement says of the row in numbers, verdict and p_adjusted aside. Both cells have
 * samples and one workload. -ENOMEM.
 */
int contrast_measure(const struct comparison *c, const struct contrast *contrast, size_t row);

/* One figure per boot, above 0; of the boots that have it. */
struct boot_figures {
	const struct boot_estimate *boots;
	size_t nr;
};

/*
 * How such figures of the two arms differ, by what the contrast and their boots allow: for what is
 * worked out from several rows. Errors of the rows' times are @gain times as large in them.
 * -ENOMEM.
 */
int contrast_change(const struct comparison *c, const struct contrast *contrast,
		    struct boot_figures base, struct boot_figures here, double gain,
		    struct change *change);

#endif

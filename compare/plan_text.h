/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plan as plain ASCII of at most 72 columns. */
#ifndef COMPARE_PLAN_TEXT_H
#define COMPARE_PLAN_TEXT_H

#include "compare/plan_noise.h"

#include <stdio.h>

/* 0; -ENOMEM. Errors of the stream are the caller's to find. */
int plan_text_write(FILE *f, const struct plan *plan, const struct plan_noise *noise);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* series.json: what a series is, so that one that goes on is the same. */
#ifndef SERIES_RECORD_H
#define SERIES_RECORD_H

#include "series.h"

/* Writes it, atomically: what the series is and how far it came. 0 or a negative errno with @err.
 */
int series_record_write(const struct series *s, struct error *err);

/*
 * Reads it. -EINVAL with @err where there is none, or architecture, commits, configuration or
 * compiler are others; what is different is named. Where boots have begun, failures of builds are
 * taken over.
 */
int series_record_resume(struct series *s, struct error *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The version of the result file's format, for what writes it and what reads it. */
#ifndef BENCH_SCHEMA_H
#define BENCH_SCHEMA_H

#define RESULT_SCHEMA 2

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines of RFC 4180, in UTF-8: what the forms of CSV are written with. */
#ifndef COMPARE_CSV_LINE_H
#define COMPARE_CSV_LINE_H

#include "bench/util.h"

/* One line; its fields are separated by commas, the first has none before it. */
struct csv_line {
	FILE *f;
	bool started;
};

/* Quoted where need be; bytes that are no UTF-8 become U+FFFD. NULL: an empty field. */
void csv_text(struct csv_line *line, const char *text);
void csv_bool(struct csv_line *line, bool value);
void csv_count(struct csv_line *line, size_t n);

/* To twelve digits; empty where it is not finite. */
void csv_real(struct csv_line *line, double value);

/* In as many digits as it takes to read back the same double, 15 to 17. */
void csv_exact(struct csv_line *line, double value);

void csv_empty(struct csv_line *line, size_t fields);

/* Ends the line; the next one starts anew. */
void csv_end(struct csv_line *line);

#endif

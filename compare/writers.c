// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/writers.h"

#include <string.h>

const struct writer *const writers[] = {
	&benchstat_writer,
	&bmf_writer,
	&csv_writer,
	&curves_writer,
	&gbench_writer,
	&json_writer,
	&junit_writer,
	&ktap_writer,
	&markdown_writer,
	&series_writer,
	&series_markdown_writer,
	&text_writer,
	NULL,
};

const struct writer *writer_find(const char *name)
{
	for (size_t i = 0; writers[i]; i++)
		if (!strcmp(writers[i]->name, name))
			return writers[i];
	return NULL;
}

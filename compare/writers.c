// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/writers.h"

#include <string.h>

const struct writer *const writers[] = {
	&markdown_writer,
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

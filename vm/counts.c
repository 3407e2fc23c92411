// SPDX-License-Identifier: GPL-2.0-or-later
#include "counts.h"

#include "compare/model.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int add_work(struct counts *counts, const char *line)
{
	struct counted_work *work;
	uint64_t number, spans;
	char state[8];

	if (sscanf(line, "work %" SCNu64 " %" SCNu64 " %7s", &number, &spans, state) != 3)
		return -EBADMSG;
	work = array_add(&counts->works, counts->nr, &counts->room, sizeof(*work));
	if (!work)
		return -ENOMEM;
	counts->nr++;
	work->number = number;
	work->spans = spans;
	work->whole = !strcmp(state, "whole");
	return 0;
}

static int add_block(struct counts *counts, const char *line)
{
	struct counted_work *work = counts->nr ? &counts->works[counts->nr - 1] : NULL;
	struct counted read, *block;
	int sizes = 0;

	if (!work ||
	    sscanf(line, "%" SCNx64 " %" SCNu64 " %n", &read.address, &read.executions, &sizes) !=
		    2 ||
	    !sizes || line[sizes + (int)strspn(line + sizes, "123456789abcdef")] != '\n')
		return -EBADMSG;
	read.sizes = line + sizes;
	block = array_add(&work->blocks, work->nr, &work->room, sizeof(*block));
	if (!block)
		return -ENOMEM;
	*block = read;
	work->nr++;
	return 0;
}

int counts_parse(const char *text, size_t size, struct counts *counts, struct error *err)
{
	const char *line = text, *next;
	size_t number = 0;

	*counts = (struct counts){0};
	if (size < 4 || strcmp(text + size - 4, "end\n"))
		return error_set(err, -EBADMSG,
				 "the plugin's counts are cut off (was QEMU killed?)");
	for (; strcmp(line, "end\n"); line = next) {
		int ret = strncmp(line, "work ", 5) ? add_block(counts, line)
						    : add_work(counts, line);

		number++;
		next = strchr(line, '\n');
		if (ret == -EBADMSG || !next)
			return error_set(err, -EBADMSG,
					 "the plugin's counts: line %zu is none of its lines",
					 number);
		if (ret)
			return error_set(err, ret, "the plugin's counts: not enough memory");
		next++;
	}
	return 0;
}

void counts_release(struct counts *counts)
{
	for (size_t i = 0; i < counts->nr; i++)
		free(counts->works[i].blocks);
	free(counts->works);
	*counts = (struct counts){0};
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "counts.h"

#include "compare/model.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * A number and the blank behind it, past which *@at then is. No sscanf(): the C library's looks for
 * the end of the text each time, which is megabytes away.
 */
static bool take(const char **at, int base, uint64_t *value)
{
	char *end;

	if (!isxdigit((unsigned char)**at))
		return false;
	errno = 0;
	*value = strtoull(*at, &end, base);
	if (errno || *end != ' ')
		return false;
	*at = end + 1;
	return true;
}

static bool is_line(const char *line, const char *text)
{
	return !strncmp(line, text, strlen(text));
}

static int add_work(struct counts *counts, const char *state)
{
	struct counted_work *work;
	uint64_t number, spans;

	if (!take(&state, 10, &number) || !take(&state, 10, &spans) ||
	    (!is_line(state, "whole\n") && !is_line(state, "broken\n")))
		return -EBADMSG;
	work = array_add(&counts->works, counts->nr, &counts->room, sizeof(*work));
	if (!work)
		return -ENOMEM;
	counts->nr++;
	work->number = number;
	work->spans = spans;
	work->whole = state[0] == 'w';
	return 0;
}

static int add_block(struct counts *counts, const char *sizes)
{
	struct counted_work *work = counts->nr ? &counts->works[counts->nr - 1] : NULL;
	struct counted read, *block;
	size_t nr;

	if (!work || !take(&sizes, 16, &read.address) || !take(&sizes, 10, &read.executions))
		return -EBADMSG;
	nr = strspn(sizes, "123456789abcdef");
	if (!nr || sizes[nr] != '\n')
		return -EBADMSG;
	read.sizes = sizes;
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
	for (; strcmp(line, "end\n") && !is_line(line, "text\n"); line = next) {
		int ret = is_line(line, "work ") ? add_work(counts, line + 5)
						 : add_block(counts, line);

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
	if (is_line(line, "text\n")) {
		counts->text = line + strlen("text\n");
		counts->text_size = (size_t)(text + size - strlen("end\n") - counts->text);
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

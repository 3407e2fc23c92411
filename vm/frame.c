// SPDX-License-Identifier: GPL-2.0-or-later
#include "frame.h"

#include "guest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define KIND_MAX 16

/* A part of the console's text. */
struct span {
	const char *at, *end;
};

struct head {
	size_t size;
	uint32_t crc;
};

/* The next line without its end; false where no whole line is left. A serial line ends in \r\n. */
static bool next_line(struct span *text, struct span *line)
{
	const char *end = memchr(text->at, '\n', (size_t)(text->end - text->at));

	if (!end)
		return false;
	*line = (struct span){text->at, end};
	while (line->end > line->at && line->end[-1] == '\r')
		line->end--;
	text->at = end + 1;
	return true;
}

/* Where @mark stands in @line, maybe behind a message that was not ended; NULL: nowhere. */
static const char *find_mark(const struct span *line, const char *mark)
{
	return memmem(line->at, (size_t)(line->end - line->at), mark, strlen(mark));
}

static bool is_begin(const struct span *line, const char *kind, struct head *head)
{
	char mark[sizeof(FRAME_BEGIN) + KIND_MAX + 1], numbers[40], dashes[6];
	unsigned long long size;
	const char *found;
	unsigned int crc;
	size_t len;

	snprintf(mark, sizeof(mark), FRAME_BEGIN "%s ", kind);
	found = find_mark(line, mark);
	if (!found)
		return false;
	found += strlen(mark);
	len = (size_t)(line->end - found);
	if (len >= sizeof(numbers))
		return false;
	memcpy(numbers, found, len);
	numbers[len] = '\0';
	if (sscanf(numbers, "%llu %8x%5s", &size, &crc, dashes) != 3 || strcmp(dashes, FRAME_DASH))
		return false;
	*head = (struct head){(size_t)size, crc};
	return true;
}

static bool is_end(const struct span *line, const char *kind)
{
	char mark[sizeof(FRAME_END) + KIND_MAX + sizeof(FRAME_DASH)];

	snprintf(mark, sizeof(mark), FRAME_END "%s" FRAME_DASH, kind);
	return find_mark(line, mark);
}

/* The value of a digit of base64; -1 of anything else. */
static int digit(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/*
 * Decodes @line if it can be the one that holds the next @want bytes, by its length and characters.
 * What cannot is a message of the kernel's, or a line that one cut in two.
 */
static bool decode_line(const struct span *line, size_t want, unsigned char *out)
{
	size_t length = (want + 2) / 3 * 4, padding = (3 - want % 3) % 3;

	if ((size_t)(line->end - line->at) != length)
		return false;
	for (size_t i = 0; i < length; i++) {
		bool pad = i >= length - padding;

		if (pad ? line->at[i] != '=' : digit(line->at[i]) < 0)
			return false;
	}
	for (size_t i = 0; i < want; i++) {
		const char *four = line->at + i / 3 * 4;
		unsigned int at = i % 3;

		out[i] = (unsigned char)(digit(four[at]) << (2 + 2 * at) |
					 digit(four[at + 1]) >> (4 - 2 * at));
	}
	return true;
}

/* Takes lines up to the end mark. *@got tells the bytes decoded. Errors as of frame_find(). */
static int take_lines(struct span *text, const char *kind, unsigned char *data, size_t size,
		      size_t *got)
{
	const size_t line_bytes = FRAME_LINE / 4 * 3;
	struct span line;

	while (next_line(text, &line)) {
		size_t left = size - *got, want = left < line_bytes ? left : line_bytes;

		if (is_end(&line, kind))
			return *got == size ? 0 : -EBADMSG;
		/* The next frame: this one's end was cut into. */
		if (find_mark(&line, FRAME_BEGIN))
			return -EBADMSG;
		if (want && decode_line(&line, want, data + *got))
			*got += want;
	}
	return -EAGAIN;
}

int frame_find(const char *console, size_t size, const char *kind, char **data, size_t *data_size,
	       struct error *err)
{
	struct span text = {console, console + size}, line = text;
	_cleanup_free_ unsigned char *buf = NULL;
	struct head head = {0};
	bool begun = false;
	size_t got = 0, rest;
	uint32_t crc;
	int ret;

	while (!begun && next_line(&text, &line))
		begun = is_begin(&line, kind, &head);
	if (!begun)
		return error_set(err, -ENOENT, "%s: the guest sent none", kind);
	/* A byte takes more than one on the console; the number in the head may be damaged. */
	rest = (size_t)(text.end - text.at);
	buf = malloc((head.size < rest ? head.size : rest) + 1);
	if (!buf)
		return error_set(err, -ENOMEM, "%s: out of memory", kind);
	ret = take_lines(&text, kind, buf, head.size, &got);
	if (ret)
		return error_set(err, ret, "%s: %s: %zu of %zu bytes came", kind,
				 ret == -EAGAIN     ? "not ended"
				 : got == head.size ? "damaged: its end is missing"
						    : "damaged",
				 got, head.size);
	crc = (uint32_t)crc32_z(0, buf, got);
	if (crc != head.crc)
		return error_set(err, -EBADMSG, "%s: damaged: checksum %08x instead of %08x", kind,
				 crc, head.crc);
	buf[got] = '\0';
	*data = (char *)buf;
	*data_size = got;
	buf = NULL;
	return 0;
}

int guest_status_find(const char *console, size_t size, struct guest_status *status,
		      struct error *err)
{
	_cleanup_free_ char *text = NULL;
	char how[8], *errors;
	size_t text_size;
	int number;
	int ret = frame_find(console, size, FRAME_STATUS, &text, &text_size, err);

	if (ret)
		return ret;
	errors = strchr(text, '\n');
	if (!errors || sscanf(text, "%7s %d\n", how, &number) != 2 ||
	    (strcmp(how, "exited") && strcmp(how, "killed")))
		return error_set(err, -EBADMSG, FRAME_STATUS ": not in the form that init sends");
	errors = strdup(errors + 1);
	if (!errors)
		return error_set(err, -ENOMEM, FRAME_STATUS ": out of memory");
	*status = (struct guest_status){
		.killed = !strcmp(how, "killed"), .number = number, .errors = errors};
	return 0;
}

void guest_status_release(struct guest_status *status)
{
	free(status->errors);
	status->errors = NULL;
}

bool guest_complained(const char *console, size_t size, struct error *err)
{
	struct span text = {console, console + size}, line;

	while (next_line(&text, &line)) {
		const char *found = find_mark(&line, GUEST_COMPLAINT);

		if (!found)
			continue;
		found += strlen(GUEST_COMPLAINT);
		error_set(err, 0, "%.*s", (int)(line.end - found), found);
		return true;
	}
	return false;
}

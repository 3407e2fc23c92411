// SPDX-License-Identifier: GPL-2.0-or-later
#include "send.h"

#include "guest.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LINE_BYTES (FRAME_LINE / 4 * 3)

static uint32_t crc32_of(const unsigned char *data, size_t size)
{
	uint32_t crc = ~0u;

	for (size_t i = 0; i < size; i++) {
		crc ^= data[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
	}
	return ~crc;
}

static int send_text(int fd, const char *text, size_t size)
{
	while (size) {
		ssize_t n = write(fd, text, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		text += n;
		size -= (size_t)n;
	}
	return 0;
}

/* One line of up to LINE_BYTES bytes. */
static int send_line(int fd, const unsigned char *data, size_t size)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char line[FRAME_LINE + 1], *end = line;

	for (size_t i = 0; i < size; i += 3) {
		size_t left = size - i;
		uint32_t bits = (uint32_t)data[i] << 16;

		if (left > 1)
			bits |= (uint32_t)data[i + 1] << 8;
		if (left > 2)
			bits |= data[i + 2];
		*end++ = digits[bits >> 18];
		*end++ = digits[bits >> 12 & 63];
		*end++ = left > 1 ? digits[bits >> 6 & 63] : '=';
		*end++ = left > 2 ? digits[bits & 63] : '=';
	}
	*end++ = '\n';
	return send_text(fd, line, (size_t)(end - line));
}

int frame_send(int fd, const char *kind, const void *data, size_t size)
{
	const unsigned char *bytes = data;
	char mark[80];
	int ret;

	/* The line before it may not have been ended. */
	snprintf(mark, sizeof(mark), "\n" FRAME_BEGIN "%s %zu %08x" FRAME_DASH "\n", kind, size,
		 (unsigned int)crc32_of(bytes, size));
	ret = send_text(fd, mark, strlen(mark));
	for (size_t i = 0; !ret && i < size; i += LINE_BYTES)
		ret = send_line(fd, bytes + i, size - i < LINE_BYTES ? size - i : LINE_BYTES);
	if (ret)
		return ret;
	snprintf(mark, sizeof(mark), FRAME_END "%s" FRAME_DASH "\n", kind);
	return send_text(fd, mark, strlen(mark));
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is in archives that vm/ makes. */
#ifndef TESTS_UNIT_GUNZIP_H
#define TESTS_UNIT_GUNZIP_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* All of one gzip member at @data; *@used tells its length. The caller frees. NULL if damaged. */
static inline char *gunzip(const unsigned char *data, size_t size, size_t *plain_size, size_t *used)
{
	const size_t room = 64 << 20;
	char *plain = malloc(room);
	z_stream z = {.next_in = (unsigned char *)data,
		      .avail_in = (unsigned int)size,
		      .next_out = (unsigned char *)plain,
		      .avail_out = (unsigned int)room};
	int ret;

	if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
		abort();
	ret = inflate(&z, Z_FINISH);
	*plain_size = z.total_out;
	*used = z.total_in;
	inflateEnd(&z);
	if (ret == Z_STREAM_END)
		return plain;
	free(plain);
	return NULL;
}

static inline unsigned int cpio_field(const char *header, int field)
{
	char digits[9] = "";

	memcpy(digits, header + 6 + 8 * field, 8);
	return (unsigned int)strtoul(digits, NULL, 16);
}

/* The content of the file @name in an archive, its size in *@size; NULL if there is none. */
static inline const char *cpio_find(const char *archive, const char *name, size_t *size)
{
	while (strcmp(archive + 110, "TRAILER!!!")) {
		const char *content = archive + (110 + cpio_field(archive, 11) + 3) / 4 * 4;

		*size = cpio_field(archive, 6);
		if (!strcmp(archive + 110, name))
			return content;
		archive = content + (*size + 3) / 4 * 4;
	}
	return NULL;
}

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
#include "unpack.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* Offsets in a zboot image. */
#define ZBOOT_MAGIC       4 /* "zimg" */
#define ZBOOT_START       8 /* of the payload */
#define ZBOOT_SIZE        12
#define ZBOOT_COMPRESSION 24 /* its name, ended by NUL: "gzip", "zstd22" */
#define ZBOOT_HEADER_END  56

int unpack_gzip(const unsigned char *data, size_t size, unsigned char **out, size_t *out_size,
		struct error *err)
{
	z_stream z = {.next_in = (unsigned char *)data, .avail_in = (unsigned int)size};
	_cleanup_free_ unsigned char *buf = NULL;
	size_t room = 0;
	int ret = inflateInit2(&z, 15 + 16); /* 16: gzip's header */

	while (ret == Z_OK && room < UNPACKED_MAX) {
		unsigned char *more = realloc(buf, room + (16 << 20));

		if (!more) {
			inflateEnd(&z);
			return -ENOMEM;
		}
		buf = more;
		z.next_out = buf + room;
		z.avail_out = 16 << 20;
		room += 16 << 20;
		ret = inflate(&z, Z_NO_FLUSH);
	}
	*out_size = z.total_out;
	inflateEnd(&z);
	if (ret == Z_BUF_ERROR || (ret == Z_OK && room < UNPACKED_MAX))
		return error_set(err, -ENOEXEC,
				 "gzipped and truncated (copy it again, or build it again)");
	if (ret != Z_STREAM_END)
		return error_set(
			err, -ENOEXEC,
			"gzipped and damaged, or too large (copy it again, or build it again)");
	*out = buf;
	buf = NULL;
	return 0;
}

bool is_zboot(const unsigned char *data, size_t size)
{
	return size >= ZBOOT_HEADER_END && !memcmp(data, "MZ", 2) &&
	       !memcmp(data + ZBOOT_MAGIC, "zimg", 4);
}

static uint64_t le32(const unsigned char *p)
{
	return p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
}

int unpack_zboot(const unsigned char *data, size_t size, unsigned char **out, size_t *out_size,
		 struct error *err)
{
	uint64_t start = le32(data + ZBOOT_START), length = le32(data + ZBOOT_SIZE);
	const char *name = (const char *)data + ZBOOT_COMPRESSION;
	int len = 0;

	while (len < ZBOOT_HEADER_END - ZBOOT_COMPRESSION && isalnum((unsigned char)name[len]))
		len++;
	if (len != 4 || memcmp(name, "gzip", 4))
		return error_set(err, -ENOEXEC,
				 "an EFI zboot image compressed with %.*s, not gzip (give "
				 "arch/arm64/boot/Image of the same build)",
				 len, name);
	if (size < start + length)
		return error_set(err, -ENOEXEC,
				 "truncated: %zu of %llu bytes (copy it again, or build it again)",
				 size, (unsigned long long)(start + length));
	return unpack_gzip(data + start, length, out, out_size, err);
}

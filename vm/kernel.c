// SPDX-License-Identifier: GPL-2.0-or-later
/* What kernel is in these bytes? */
#include "image.h"
#include "unpack.h"

#include <errno.h>
#include <string.h>

/* Offsets in a bzImage. */
#define X86_SETUP_SECTORS 0x1f1
#define X86_SYSTEM_SIZE   0x1f4 /* in units of 16 bytes */
#define X86_MAGIC         0x202 /* "HdrS" */
#define X86_PROTOCOL      0x206
#define X86_VERSION       0x20e /* of the version's text, less 0x200 */
#define X86_LOAD_FLAGS    0x236 /* since protocol 2.12; bit 0: 64-bit */
#define X86_HEADER_END    0x268

/* Offsets in an Image. */
#define ARM64_FLAGS       24
#define ARM64_MAGIC       56 /* "ARM\x64" */
#define ARM64_PE          60 /* where the PE header is */
#define ARM64_HEADER_END  64
#define RISCV_MAGIC       56 /* "RSC\x05" */
#define PE_NR_SECTIONS    6
#define PE_OPTIONAL_SIZE  20
#define PE_HEADER_END     24
#define SECTION_SIZE      40
#define SECTION_RAW_SIZE  16
#define SECTION_RAW_START 20

static unsigned int le16(const unsigned char *p)
{
	return p[0] | (unsigned int)p[1] << 8;
}

static uint64_t le32(const unsigned char *p)
{
	return le16(p) | (uint64_t)le16(p + 2) << 16;
}

static bool has(const unsigned char *data, size_t size, size_t offset, const char *magic,
		size_t len)
{
	return size >= offset + len && !memcmp(data + offset, magic, len);
}

static bool is_arm64(const unsigned char *data, size_t size)
{
	return has(data, size, ARM64_MAGIC, "ARM\x64", 4) && size >= ARM64_HEADER_END;
}

static int truncated(size_t have, uint64_t want, struct error *err)
{
	return error_set(err, -ENOEXEC,
			 "truncated: %zu of %llu bytes (copy it again, or build it again)", have,
			 (unsigned long long)want);
}

/* The word at @text, which has @size bytes. */
static int take_version(const unsigned char *text, size_t size, struct kernel_image *image,
			struct error *err)
{
	size_t len = 0;

	while (len < size && text[len] > ' ' && text[len] < 0x7f)
		len++;
	if (!len || len >= sizeof(image->version))
		return error_set(err, -ENOEXEC,
				 "a kernel without a version in it (damaged? build it again)");
	memcpy(image->version, text, len);
	image->version[len] = '\0';
	return 0;
}

static int identify_x86(const unsigned char *data, size_t size, struct kernel_image *image,
			struct error *err)
{
	uint64_t sectors = data[X86_SETUP_SECTORS] ? data[X86_SETUP_SECTORS] : 4; /* by boot.rst */
	uint64_t want = (sectors + 1) * 512 + le32(data + X86_SYSTEM_SIZE) * 16;
	size_t version = le16(data + X86_VERSION) + 0x200;

	if (le16(data + X86_PROTOCOL) < 0x20c || !(data[X86_LOAD_FLAGS] & 1))
		return error_set(err, -ENOEXEC,
				 "a 32-bit x86 kernel (only x86-64 and arm64 ones can be booted)");
	if (size < want)
		return truncated(size, want, err);
	image->arch = VM_X86_64;
	image->page_bytes = 4096;
	if (version == 0x200 || version >= size)
		version = size;
	return take_version(data + version, size - version, image, err);
}

/* How long the file has to be by its PE header, which every Image with an EFI stub has; else 0. */
static uint64_t pe_length(const unsigned char *data, size_t size)
{
	uint64_t pe = le32(data + ARM64_PE), section, length = 0;
	unsigned int nr;

	if (pe < ARM64_HEADER_END || pe + PE_HEADER_END > size || memcmp(data + pe, "PE\0\0", 4))
		return 0;
	nr = le16(data + pe + PE_NR_SECTIONS);
	section = pe + PE_HEADER_END + le16(data + pe + PE_OPTIONAL_SIZE);
	for (; nr && section + SECTION_SIZE <= size; nr--, section += SECTION_SIZE) {
		uint64_t end = le32(data + section + SECTION_RAW_START) +
			       le32(data + section + SECTION_RAW_SIZE);

		if (end > length)
			length = end;
	}
	return length;
}

/* Its banner is "Linux version 6.12.1 (...". */
static int find_banner(const unsigned char *data, size_t size, struct kernel_image *image,
		       struct error *err)
{
	static const char banner[] = "Linux version ";
	const unsigned char *p = data, *end = data + size;

	while ((p = memmem(p, (size_t)(end - p), banner, strlen(banner)))) {
		p += strlen(banner);
		if (p < end && *p >= '0' && *p <= '9')
			break;
	}
	if (!p)
		p = end;
	return take_version(p, (size_t)(end - p), image, err);
}

static int identify_arm64(const unsigned char *data, size_t size, struct kernel_image *image,
			  struct error *err)
{
	static const unsigned int page_bytes[] = {0, 4096, 16384, 65536};
	uint64_t want = pe_length(data, size);

	if (data[ARM64_FLAGS] & 1)
		return error_set(err, -ENOEXEC,
				 "a big-endian arm64 kernel (only little-endian can be booted)");
	if (size < want)
		return truncated(size, want, err);
	image->arch = VM_ARM64;
	image->page_bytes = page_bytes[data[ARM64_FLAGS] >> 1 & 3];
	return find_banner(data, size, image, err);
}

static int identify_gzip(const unsigned char *data, size_t size, struct kernel_image *image,
			 struct error *err)
{
	_cleanup_free_ unsigned char *unpacked = NULL;
	struct kernel_image inner = *image;
	size_t unpacked_size;
	int ret = unpack_gzip(data, size, &unpacked, &unpacked_size, err);

	if (ret)
		return ret;
	if (!is_arm64(unpacked, unpacked_size))
		return error_set(err, -ENOEXEC,
				 "gzipped, and no arm64 kernel in it (give a bzImage, or an arm64 "
				 "Image or Image.gz)");
	ret = identify_arm64(unpacked, unpacked_size, &inner, err);
	if (!ret)
		*image = inner;
	return ret;
}

static int identify_zboot(const unsigned char *data, size_t size, struct kernel_image *image,
			  struct error *err)
{
	_cleanup_free_ unsigned char *unpacked = NULL;
	struct kernel_image inner = *image;
	size_t unpacked_size;
	int ret = unpack_zboot(data, size, &unpacked, &unpacked_size, err);

	if (ret)
		return ret;
	if (!is_arm64(unpacked, unpacked_size))
		return error_set(err, -ENOEXEC,
				 "an EFI zboot image, and no arm64 kernel in it (only x86-64 and "
				 "arm64 ones can be booted)");
	ret = identify_arm64(unpacked, unpacked_size, &inner, err);
	if (ret)
		return ret;
	*image = inner;
	image->zboot = true;
	return 0;
}

int kernel_identify(const unsigned char *data, size_t size, struct kernel_image *image,
		    struct error *err)
{
	if (has(data, size, 0, "\x1f\x8b", 2))
		return identify_gzip(data, size, image, err);
	if (has(data, size, X86_MAGIC, "HdrS", 4) && size >= X86_HEADER_END)
		return identify_x86(data, size, image, err);
	if (is_zboot(data, size))
		return identify_zboot(data, size, image, err);
	if (is_arm64(data, size))
		return identify_arm64(data, size, image, err);
	if (has(data, size, RISCV_MAGIC, "RSC\x05", 4))
		return error_set(err, -ENOEXEC,
				 "a RISC-V kernel (only x86-64 and arm64 ones can be booted)");
	if (has(data, size, 0,
		"\x7f"
		"ELF",
		4))
		return error_set(err, -ENOEXEC,
				 "an ELF file, such as vmlinux (give arch/x86/boot/bzImage or "
				 "arch/arm64/boot/Image of the same build)");
	return error_set(err, -ENOEXEC,
			 "not a kernel (give a bzImage, an arm64 Image or Image.gz, a Debian "
			 "kernel package, or debian:VERSION)");
}

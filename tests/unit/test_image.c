// SPDX-License-Identifier: GPL-2.0-or-later
/* Headers by the kernel's Documentation/arch/x86/boot.rst and arch/arm64/booting.rst. */
#include "vm/debian.h"
#include "vm/image.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include <cmocka.h>

#include "tmpdir.h"

#define KERNEL_SIZE 8192

static void put(unsigned char *p, uint64_t value, unsigned int bytes)
{
	while (bytes--) {
		*p++ = (unsigned char)value;
		value >>= 8;
	}
}

/* Three setup sectors and 6144 bytes: 8192 in all. */
static void make_bzimage(unsigned char *k)
{
	memset(k, 0, KERNEL_SIZE);
	put(k + 0x1f1, 3, 1);
	put(k + 0x1f4, 6144 / 16, 4);
	put(k + 0x1fe, 0xaa55, 2);
	memcpy(k + 0x202, "HdrS", 4);
	put(k + 0x206, 0x20f, 2);
	put(k + 0x20e, 0x500 - 0x200, 2);
	put(k + 0x236, 1, 2);
	strcpy((char *)k + 0x500, "6.12.1-test (me@here) #1 SMP");
}

/* Sections end at 4096 and 8192. */
static void make_image(unsigned char *k, unsigned int page_size)
{
	memset(k, 0, KERNEL_SIZE);
	put(k + 24, page_size << 1, 8);
	memcpy(k + 56, "ARM\x64", 4);
	put(k + 60, 64, 4);
	memcpy(k + 64, "PE\0\0", 4);
	put(k + 64 + 6, 2, 2);
	put(k + 64 + 20, 160, 2);
	put(k + 64 + 24 + 160 + 16, 2048, 4);
	put(k + 64 + 24 + 160 + 20, 2048, 4);
	put(k + 64 + 24 + 200 + 16, 4096, 4);
	put(k + 64 + 24 + 200 + 20, 4096, 4);
	strcpy((char *)k + 3000, "Linux version %s");
	strcpy((char *)k + 5000, "Linux version 6.12.2-arm (me@here)");
}

static size_t make_gzip(const unsigned char *k, unsigned char *out)
{
	z_stream z = {.next_in = (unsigned char *)k,
		      .avail_in = KERNEL_SIZE,
		      .next_out = out,
		      .avail_out = KERNEL_SIZE};

	assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY), Z_OK);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	deflateEnd(&z);
	return z.total_out;
}

#define ZBOOT_MAX (KERNEL_SIZE + 4096)

/* By the kernel's drivers/firmware/efi/libstub/zboot-header.S. Returns its size. */
static size_t make_zboot(const unsigned char *k, unsigned char *out)
{
	size_t size = make_gzip(k, out + 4096);

	memset(out, 0, 4096);
	put(out, 0x5a4d, 4); /* "MZ" */
	memcpy(out + 4, "zimg", 4);
	put(out + 8, 4096, 4);
	put(out + 12, size, 4);
	strcpy((char *)out + 24, "gzip");
	put(out + 56, 0x818223cd, 4);
	put(out + 60, 64, 4);
	return 4096 + size;
}

static void refused(const unsigned char *k, size_t size, const char *why)
{
	struct kernel_image image = {.version = "untouched"};
	struct error err = {""};

	assert_int_equal(kernel_identify(k, size, &image, &err), -ENOEXEC);
	if (!strstr(err.text, why))
		fail_msg("'%s' is not in '%s'", why, err.text);
	assert_string_equal(image.version, "untouched");
}

static void test_bzimage(void **state)
{
	unsigned char k[KERNEL_SIZE];
	struct kernel_image image = {0};

	(void)state;
	make_bzimage(k);
	assert_int_equal(kernel_identify(k, sizeof(k), &image, NULL), 0);
	assert_int_equal(image.arch, VM_X86_64);
	assert_int_equal(image.page_bytes, 4096);
	assert_string_equal(image.version, "6.12.1-test");
	refused(k, sizeof(k) - 1, "truncated: 8191 of 8192 bytes");
	put(k + 0x1f1, 0, 1); /* means 4 */
	refused(k, sizeof(k), "truncated: 8192 of 8704 bytes");
	make_bzimage(k);
	put(k + 0x236, 0, 2);
	refused(k, sizeof(k), "32-bit x86");
	put(k + 0x236, 1, 2);
	put(k + 0x206, 0x20b, 2); /* had no such flags yet */
	refused(k, sizeof(k), "32-bit x86");
	make_bzimage(k);
	put(k + 0x20e, 0xffff, 2);
	refused(k, sizeof(k), "without a version");
	refused(k, 0x210, "not a kernel");
}

static void test_image(void **state)
{
	unsigned char k[KERNEL_SIZE];
	struct kernel_image image = {0};

	(void)state;
	for (unsigned int page_size = 0; page_size < 4; page_size++) {
		static const unsigned int bytes[] = {0, 4096, 16384, 65536};

		make_image(k, page_size);
		assert_int_equal(kernel_identify(k, sizeof(k), &image, NULL), 0);
		assert_int_equal(image.arch, VM_ARM64);
		assert_int_equal(image.page_bytes, bytes[page_size]);
		assert_string_equal(image.version, "6.12.2-arm");
	}
	refused(k, sizeof(k) - 1, "truncated: 8191 of 8192 bytes");
	k[24] |= 1;
	refused(k, sizeof(k), "big-endian");
	make_image(k, 1);
	k[5000] = 'l';
	refused(k, sizeof(k), "without a version");
	make_image(k, 1);
	memcpy(k + 56, "RSC\x05", 4);
	refused(k, sizeof(k), "RISC-V");
}

/* Numbers in a PE header that lead outside the file. */
static void test_odd_pe(void **state)
{
	unsigned char k[KERNEL_SIZE];
	struct kernel_image image;

	(void)state;
	make_image(k, 1);
	put(k + 60, 0xfffffff0, 4);
	assert_int_equal(kernel_identify(k, sizeof(k), &image, NULL), 0);
	make_image(k, 1);
	put(k + 60, KERNEL_SIZE - 4, 4);
	memcpy(k + KERNEL_SIZE - 4, "PE\0\0", 4);
	assert_int_equal(kernel_identify(k, sizeof(k), &image, NULL), 0);
	make_image(k, 1);
	put(k + 64 + 6, 0xffff, 2);
	put(k + 64 + 20, 0xffff, 2);
	assert_int_equal(kernel_identify(k, sizeof(k), &image, NULL), 0);
}

static void test_gzip(void **state)
{
	unsigned char k[KERNEL_SIZE], z[KERNEL_SIZE];
	struct kernel_image image = {0};
	size_t size;

	(void)state;
	make_image(k, 3);
	size = make_gzip(k, z);
	assert_int_equal(kernel_identify(z, size, &image, NULL), 0);
	assert_int_equal(image.arch, VM_ARM64);
	assert_int_equal(image.page_bytes, 65536);
	assert_string_equal(image.version, "6.12.2-arm");
	refused(z, size - 9, "gzipped and truncated");
	z[size - 6] ^= 1; /* of its checksum */
	refused(z, size, "damaged");
	make_bzimage(k);
	size = make_gzip(k, z);
	refused(z, size, "no arm64 kernel in it");
}

static void test_zboot(void **state)
{
	unsigned char k[KERNEL_SIZE], z[ZBOOT_MAX];
	struct kernel_image image = {0};
	size_t size;

	(void)state;
	make_image(k, 2);
	size = make_zboot(k, z);
	assert_int_equal(kernel_identify(z, size, &image, NULL), 0);
	assert_true(image.zboot);
	assert_int_equal(image.arch, VM_ARM64);
	assert_int_equal(image.page_bytes, 16384);
	assert_string_equal(image.version, "6.12.2-arm");
	refused(z, size - 1, "truncated: ");
	refused(z, 56, "truncated: ");
	refused(z, 55, "not a kernel");
	put(z + 8, 0xffffffff, 4);
	put(z + 12, 0xffffffff, 4);
	refused(z, size, "truncated: ");
	put(z + 8, 4096, 4);
	put(z + 12, size - 4096 - 9, 4);
	refused(z, size, "gzipped and truncated");
	put(z + 12, 0, 4);
	refused(z, size, "gzipped and truncated");
	strcpy((char *)z + 24, "zstd22");
	refused(z, size, "an EFI zboot image compressed with zstd22, not gzip (give ");
	memset(z + 24, 'x', 100);
	refused(z, size, "compressed with xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, not");
	make_bzimage(k);
	refused(z, make_zboot(k, z), "zboot image, and no arm64 kernel in it");
}

static void test_others(void **state)
{
	unsigned char elf[4096] = "\x7f"
				  "ELF",
		      text[4096] = "#!/bin/sh\n";

	(void)state;
	refused(elf, sizeof(elf), "vmlinux");
	refused(text, sizeof(text), "not a kernel");
	refused(text, 1, "not a kernel");
}

static void write_kernel(const struct rootfs *root, const char *name, const unsigned char *k)
{
	char path[PATH_MAX];

	assert_int_equal(write_file_atomic(tmpdir_path(root, name, path), k, KERNEL_SIZE, 0644), 0);
}

static void test_files(void **state)
{
	const struct rootfs *root = *state;
	unsigned char k[KERNEL_SIZE];
	struct kernel_image image;
	struct error err;
	char path[PATH_MAX], config[PATH_MAX];

	make_bzimage(k);
	write_kernel(root, "vmlinuz", k);
	assert_int_equal(image_find(tmpdir_path(root, "vmlinuz", path), &image, &err), 0);
	assert_string_equal(image.path, path);
	assert_string_equal(image.config, "");
	rootfs_write(root, "config-6.12.1-test", "CONFIG_64BIT=y\n");
	assert_int_equal(image_find(path, &image, &err), 0);
	assert_string_equal(image.config, tmpdir_path(root, "config-6.12.1-test", config));
	rootfs_write(root, "empty", "");
	assert_int_equal(image_find(tmpdir_path(root, "empty", path), &image, &err), -ENOEXEC);
	assert_int_equal(image_find(tmpdir_path(root, "none", path), &image, &err), -ENOENT);
	assert_non_null(strstr(err.text, "/none: No such file"));
	assert_int_equal(image_find(root->path, &image, &err), -ENOEXEC);
}

static void test_debian_parse(void **state)
{
	struct debian_kernel k;
	struct error err;

	(void)state;
	assert_int_equal(debian_parse("6.12:arm64-16k", &k, &err), 0);
	assert_string_equal(k.version, "6.12");
	assert_string_equal(k.arch, "arm64");
	assert_string_equal(k.flavour, "arm64-16k");
	assert_int_equal(debian_parse("6.1.0-47", &k, &err), 0);
	assert_string_equal(k.version, "6.1.0-47");
	assert_int_equal(debian_parse("6.12:mips", &k, &err), -EINVAL);
	assert_int_equal(debian_parse("6.12:arm", &k, &err), -EINVAL);
	assert_int_equal(debian_parse("", &k, &err), -EINVAL);
	assert_int_equal(debian_parse("x", &k, &err), -EINVAL);
	assert_int_equal(debian_parse("6/../12", &k, &err), -EINVAL);
	assert_int_equal(debian_parse("6.12:", &k, &err), -EINVAL);
}

/* As `apt-cache pkgnames linux-image-` prints them. */
static const char names[] = "linux-image-6.12-cloud-amd64\n"
			    "linux-image-6.1.0-9-cloud-amd64\n"
			    "linux-image-6.1.0-57-cloud-amd64-dbg\n"
			    "linux-image-6.1.0-57-cloud-amd64-unsigned\n"
			    "linux-image-6.1.0-57-cloud-amd64\n"
			    "linux-image-6.1.0-58-amd64\n"
			    "linux-image-6.1.0-59-rt-amd64\n"
			    "linux-image-6.12.107+deb12-cloud-amd64\n"
			    "linux-image-6.12.13+deb12-cloud-amd64\n"
			    "linux-image-6.12.107+deb12-amd64\n"
			    "linux-image-6.12.107+deb12-arm64-16k\n"
			    "linux-image-6.10.1-amd64\n"
			    "linux-image-6.10.2-rt-amd64\n"
			    "linux-image-6.13-cloud-amd64\n"
			    "linux-image-cloud-amd64\n"
			    "linux-image-amd64";

static const struct choice {
	const char *wanted, *name;
} choices[] = {
	{"6.1:amd64", "linux-image-6.1.0-57-cloud-amd64"},
	{"6.12:amd64", "linux-image-6.12.107+deb12-cloud-amd64"},
	{"6.12.13:amd64", "linux-image-6.12.13+deb12-cloud-amd64"},
	{"6.1.0-9:amd64", "linux-image-6.1.0-9-cloud-amd64"},
	{"6.10:amd64", "linux-image-6.10.1-amd64"},
	{"6.12:arm64-16k", "linux-image-6.12.107+deb12-arm64-16k"},
	{"6:amd64", "linux-image-6.12.107+deb12-cloud-amd64"},
	{"6.13:amd64", NULL},
	{"6.12:arm64", NULL},
	{"6.1.0-5:amd64", NULL},
	{"5.10:amd64", NULL},
};

static void test_debian_choose(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(choices); i++) {
		struct debian_kernel k;
		char name[192] = "";
		int ret;

		assert_int_equal(debian_parse(choices[i].wanted, &k, NULL), 0);
		ret = debian_choose(&k, names, name, sizeof(name));
		assert_int_equal(ret, choices[i].name ? 0 : -ENOENT);
		assert_string_equal(name, choices[i].name ? choices[i].name : "");
	}
}

static void check_versions(const char *wanted, const char *of, const char *expected)
{
	struct debian_kernel k;
	char buf[128];

	assert_int_equal(debian_parse(wanted, &k, NULL), 0);
	assert_string_equal(debian_versions(&k, of, buf, sizeof(buf)), expected);
}

static void test_debian_versions(void **state)
{
	char many[1024] = "";
	size_t len = 0;

	(void)state;
	/* Each one once, as numbers and not as text, and none without a kernel. */
	check_versions("9.9:amd64", names, "6.12, 6.10, 6.1");
	check_versions("9.9:arm64-16k", names, "6.12");
	check_versions("9.9:arm64", names, "none");
	for (int i = 1; i <= 20; i++)
		len += (size_t)sprintf(many + len, "linux-image-6.%d.1-amd64\n", i);
	check_versions("9.9:amd64", many, "6.20, 6.19, 6.18, 6.17, 6.16, 6.15, 6.14, 6.13");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bzimage),
		cmocka_unit_test(test_image),
		cmocka_unit_test(test_odd_pe),
		cmocka_unit_test(test_gzip),
		cmocka_unit_test(test_zboot),
		cmocka_unit_test(test_others),
		tmpdir_test(test_files),
		cmocka_unit_test(test_debian_parse),
		cmocka_unit_test(test_debian_choose),
		cmocka_unit_test(test_debian_versions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

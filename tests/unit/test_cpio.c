// SPDX-License-Identifier: GPL-2.0-or-later
#include "gunzip.h"
#include "tmpdir.h"
#include "vm/cpio.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define _cleanup_cpio_ __attribute__((cleanup(cpio_release)))

/* Field by field as in buffer-format.rst: folder a, file a/f of "hello", device con of 5:1. */
static const char expected[] = "070701"
			       "00000001"
			       "000041ed"
			       "00000000"
			       "00000000"
			       "00000002"
			       "00000000"
			       "00000000"
			       "00000000"
			       "00000000"
			       "00000000"
			       "00000000"
			       "00000002"
			       "00000000"
			       "a\0"
			       "070701"
			       "00000002"
			       "000081a4"
			       "00000000"
			       "00000000"
			       "00000001"
			       "00000000"
			       "00000005"
			       "00000000"
			       "00000000"
			       "00000000"
			       "00000000"
			       "00000004"
			       "00000000"
			       "a/f\0\0\0"
			       "hello\0\0\0"
			       "070701"
			       "00000003"
			       "00002180"
			       "00000000"
			       "00000000"
			       "00000001"
			       "00000000"
			       "00000000"
			       "00000000"
			       "00000000"
			       "00000005"
			       "00000001"
			       "00000004"
			       "00000000"
			       "con\0\0\0"
			       "070701"
			       "00000000"
			       "00000000"
			       "00000000"
			       "00000000"
			       "00000001"
			       "00000000"
			       "00000000"
			       "00000000"
			       "00000000"
			       "00000000"
			       "00000000"
			       "0000000b"
			       "00000000"
			       "TRAILER!!!\0\0\0\0";

static void test_format(void **state)
{
	_cleanup_cpio_ struct cpio cpio = {0};
	_cleanup_free_ unsigned char *data = NULL;
	_cleanup_free_ char *plain = NULL;
	size_t size, plain_size, used;

	(void)state;
	assert_int_equal(cpio_add_data(&cpio, "a/f", 0644, "hello", 5), 0);
	assert_int_equal(cpio_add_char_device(&cpio, "con", 0600, 5, 1), 0);
	assert_int_equal(cpio_gzip(&cpio, &data, &size), 0);
	/* Bytes 4 to 7 of gzip's header are a time. */
	assert_memory_equal(data, "\x1f\x8b\x08\0\0\0\0\0", 8);
	plain = gunzip(data, size, &plain_size, &used);
	assert_non_null(plain);
	assert_int_equal(used, size);
	assert_int_equal(plain_size, sizeof(expected) - 1);
	assert_memory_equal(plain, expected, plain_size);
}

/* Contents of every remainder by 4 stay apart. */
static void test_padding(void **state)
{
	static const char *const names[] = {"f", "ff", "fff", "ffff", "fffff"};

	(void)state;
	for (size_t length = 0; length <= 9; length++) {
		_cleanup_cpio_ struct cpio cpio = {0};
		_cleanup_free_ unsigned char *data = NULL;
		_cleanup_free_ char *plain = NULL;
		size_t size, plain_size, used;

		for (size_t i = 0; i < ARRAY_SIZE(names); i++)
			assert_int_equal(cpio_add_data(&cpio, names[i], 0600, "123456789", length),
					 0);
		assert_int_equal(cpio_gzip(&cpio, &data, &size), 0);
		plain = gunzip(data, size, &plain_size, &used);
		assert_int_equal(plain_size % 4, 0);
		for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
			const char *content = cpio_find(plain, names[i], &size);

			assert_non_null(content);
			assert_int_equal(size, length);
			assert_memory_equal(content, "123456789", length);
		}
	}
}

static void test_order_does_not_matter(void **state)
{
	const struct rootfs *dir = *state;
	unsigned char *data[2] = {NULL, NULL};
	char path[PATH_MAX];
	size_t size[2];

	rootfs_write(dir, "file", "content");
	tmpdir_path(dir, "file", path);
	for (int i = 0; i < 2; i++) {
		_cleanup_cpio_ struct cpio cpio = {0};

		if (i)
			assert_int_equal(cpio_add_data(&cpio, "b/c/d", 0644, "x", 1), 0);
		assert_int_equal(cpio_add_file(&cpio, "b/file", 0644, path, NULL), 0);
		assert_int_equal(cpio_add_dir(&cpio, "a"), 0);
		if (!i)
			assert_int_equal(cpio_add_data(&cpio, "b/c/d", 0644, "x", 1), 0);
		assert_int_equal(cpio_gzip(&cpio, &data[i], &size[i]), 0);
	}
	assert_int_equal(size[0], size[1]);
	assert_memory_equal(data[0], data[1], size[0]);
	free(data[0]);
	free(data[1]);
}

static void test_errors(void **state)
{
	_cleanup_cpio_ struct cpio cpio = {0};
	struct error err = {""};

	(void)state;
	assert_int_equal(cpio_add_data(&cpio, "a/f", 0644, "", 0), 0);
	assert_int_equal(cpio_add_data(&cpio, "a/f", 0644, "", 0), -EEXIST);
	assert_int_equal(cpio_add_dir(&cpio, "a"), -EEXIST);
	assert_int_equal(cpio_add_file(&cpio, "g", 0644, "/no/such/file", &err), -ENOENT);
	assert_non_null(strstr(err.text, "/no/such/file: No such file"));
	assert_int_equal(cpio.nr, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_format),
		cmocka_unit_test(test_padding),
		tmpdir_test(test_order_does_not_matter),
		cmocka_unit_test(test_errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

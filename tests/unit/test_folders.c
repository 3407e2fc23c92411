// SPDX-License-Identifier: GPL-2.0-or-later
#include "tmpdir.h"
#include "vm/folders.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void check(const char *sysroot, int machine, const char *const *expected, size_t nr)
{
	struct folders f;

	assert_int_equal(folders_of(sysroot, machine, &f), 0);
	assert_int_equal(f.nr, nr);
	for (size_t i = 0; i < nr; i++)
		assert_string_equal(f.paths[i], expected[i]);
	folders_release(&f);
}

static void test_no_config(void **state)
{
	static const char *const arm64[] = {"/lib/aarch64-linux-gnu",
					    "/usr/lib/aarch64-linux-gnu",
					    "/lib64",
					    "/usr/lib64",
					    "/lib",
					    "/usr/lib"};
	static const char *const x86_64[] = {"/lib/x86_64-linux-gnu",
					     "/usr/lib/x86_64-linux-gnu",
					     "/lib64",
					     "/usr/lib64",
					     "/lib",
					     "/usr/lib"};
	static const char *const other[] = {"/lib64", "/usr/lib64", "/lib", "/usr/lib"};
	const struct rootfs *dir = *state;

	check(dir->path, EM_AARCH64, arm64, ARRAY_SIZE(arm64));
	check(dir->path, EM_X86_64, x86_64, ARRAY_SIZE(x86_64));
	check(dir->path, EM_RISCV, other, ARRAY_SIZE(other));
}

static void test_config(void **state)
{
	static const char *const expected[] = {"/first", "/a",         "/b",   "/deep",   "/last",
					       "/lib64", "/usr/lib64", "/lib", "/usr/lib"};
	const struct rootfs *dir = *state;

	rootfs_write(dir, "etc/ld.so.conf",
		     "# a comment\n/first # another\ninclude /etc/ld.so.conf.d/*.conf\n"
		     "include\tmore.conf\ninclude /no/such/*.conf\nincluded /not\n\n  /last\t\n");
	rootfs_write(dir, "etc/ld.so.conf.d/a.conf", "/a\n");
	rootfs_write(dir, "etc/ld.so.conf.d/b.conf", "/b\n");
	rootfs_write(dir, "etc/ld.so.conf.d/c.off", "/c\n");
	rootfs_write(dir, "etc/more.conf", "/deep\n");
	check(dir->path, EM_RISCV, expected, ARRAY_SIZE(expected));
}

/* One that includes itself comes to an end. */
static void test_circle(void **state)
{
	const struct rootfs *dir = *state;
	struct folders f;

	rootfs_write(dir, "etc/ld.so.conf", "/once\ninclude ld.so.conf\n");
	assert_int_equal(folders_of(dir->path, EM_RISCV, &f), 0);
	assert_string_equal(f.paths[0], "/once");
	assert_string_equal(f.paths[f.nr - 1], "/usr/lib");
	folders_release(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		tmpdir_test(test_no_config),
		tmpdir_test(test_config),
		tmpdir_test(test_circle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

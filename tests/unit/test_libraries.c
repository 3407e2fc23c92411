// SPDX-License-Identifier: GPL-2.0-or-later
#include "tmpdir.h"
#include "vm/file.h"
#include "vm/libraries.h"

#include <elf.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const struct library *by_name(const struct libraries *l, const char *name)
{
	for (size_t i = 0; i < l->nr; i++)
		if (!strcmp(l->list[i].name, name))
			return &l->list[i];
	return NULL;
}

static const char *helped(void)
{
	const char *path = getenv("HELPED");

	if (!path)
		fail_msg("HELPED is to name the program helped (run through meson test)");
	return path;
}

/* The loader's own answer: lines of "NAME => PATH (ADDRESS)" or "PATH (ADDRESS)". */
static void test_as_the_loader(void **state)
{
	_cleanup_file_ FILE *f = NULL;
	char command[PATH_MAX], line[PATH_MAX];
	struct libraries l;
	size_t nr = 0;

	(void)state;
	assert_int_equal(libraries_find("/proc/self/exe", "", &l, NULL), 0);
	snprintf(command, sizeof(command), "ldd /proc/%d/exe", (int)getpid());
	f = popen(command, "re");
	while (fgets(line, sizeof(line), f)) {
		char name[PATH_MAX], path[PATH_MAX], real[PATH_MAX];
		const struct library *found;
		int fields = sscanf(line, " %s => %s", name, path);

		if (strstr(name, "linux-vdso"))
			continue;
		if (fields < 2)
			strcpy(path, name);
		found = by_name(&l, strrchr(name, '/') ? strrchr(name, '/') + 1 : name);
		if (!found)
			fail_msg("%s was not found", name);
		assert_non_null(realpath(path, real));
		assert_string_equal(found->path, real);
		nr++;
	}
	assert_true(nr >= 3);
	assert_int_equal(l.nr, nr);
	libraries_release(&l);
}

static void test_runpath(void **state)
{
	const struct library *found;
	struct libraries l;

	(void)state;
	assert_int_equal(libraries_find(helped(), "", &l, NULL), 0);
	assert_non_null(l.interpreter);
	assert_string_equal(l.list[0].name, strrchr(l.interpreter, '/') + 1);
	found = by_name(&l, "libhelper.so");
	assert_non_null(found);
	assert_non_null(by_name(&l, "libc.so.6"));
	libraries_release(&l);
}

static void test_static(void **state)
{
	struct libraries l;

	(void)state;
	assert_int_equal(libraries_find(getenv("PTEBENCH_INIT"), "", &l, NULL), 0);
	assert_null(l.interpreter);
	assert_int_equal(l.nr, 0);
	libraries_release(&l);
}

/* Copies @source to @name in @dir as if built for @machine, 0 for its own. */
static void copy_as(const struct rootfs *dir, const char *source, const char *name, int machine)
{
	_cleanup_free_ unsigned char *data = NULL;
	char path[PATH_MAX];
	size_t size;

	rootfs_write(dir, name, "");
	assert_int_equal(file_read(source, &data, &size), 0);
	if (machine)
		((Elf64_Ehdr *)data)->e_machine = (Elf64_Half)machine;
	assert_int_equal(write_file_atomic(tmpdir_path(dir, name, path), data, size, 0755), 0);
}

/* As sstrip leaves programs, which run. */
static void test_without_sections(void **state)
{
	_cleanup_free_ unsigned char *data = NULL;
	const struct rootfs *dir = *state;
	struct libraries l;
	struct error err;
	Elf64_Ehdr *header;
	char path[PATH_MAX];
	size_t size;

	assert_int_equal(file_read(helped(), &data, &size), 0);
	header = (Elf64_Ehdr *)data;
	header->e_shoff = header->e_shnum = header->e_shstrndx = 0;
	assert_int_equal(write_file_atomic(tmpdir_path(dir, "p", path), data, size, 0755), 0);
	assert_int_equal(libraries_find(path, "", &l, &err), -ENOEXEC);
	assert_non_null(strstr(err.text, "/p: "));
}

/* As of a program linked with -Wl,--dynamic-linker=ld.so. */
static void test_loader_without_folder(void **state)
{
	const struct rootfs *dir = *state;
	_cleanup_free_ unsigned char *data = NULL;
	struct libraries l;
	struct error err;
	char path[PATH_MAX];
	unsigned char *at;
	size_t size;

	assert_int_equal(libraries_find(helped(), "", &l, NULL), 0);
	assert_int_equal(file_read(helped(), &data, &size), 0);
	at = memmem(data, size, l.interpreter, strlen(l.interpreter) + 1);
	assert_non_null(at);
	memcpy(at, "ld.so", sizeof("ld.so"));
	assert_int_equal(write_file_atomic(tmpdir_path(dir, "p", path), data, size, 0755), 0);
	copy_as(dir, l.list[0].path, "ld.so", 0);
	libraries_release(&l);
	assert_int_equal(libraries_find(path, dir->path, &l, &err), -EINVAL);
	assert_non_null(strstr(err.text, "ld.so: Invalid argument; it is the loader of "));
}

/* The program, its loader and libc for another machine, without the helper. */
static void make_sysroot(const struct rootfs *dir, char *program)
{
	struct libraries l;
	char name[PATH_MAX];

	assert_int_equal(libraries_find(helped(), "", &l, NULL), 0);
	copy_as(dir, helped(), "program", EM_AARCH64);
	tmpdir_path(dir, "program", program);
	snprintf(name, sizeof(name), "root%s", l.interpreter);
	copy_as(dir, l.list[0].path, name, EM_AARCH64);
	copy_as(dir, by_name(&l, "libc.so.6")->path, "root/usr/lib/aarch64-linux-gnu/libc.so.6",
		EM_AARCH64);
	copy_as(dir, by_name(&l, "libhelper.so")->path, "helper", EM_AARCH64);
	libraries_release(&l);
}

static void test_sysroot(void **state)
{
	char program[PATH_MAX], root[PATH_MAX], helper[PATH_MAX], expected[PATH_MAX];
	const struct rootfs *dir = *state;
	struct libraries l = {.nr = 42};
	struct error err = {""};

	make_sysroot(dir, program);
	tmpdir_path(dir, "root", root);
	tmpdir_path(dir, "helper", helper);
	assert_int_equal(libraries_find(program, root, &l, &err), -ENOENT);
	assert_int_equal(l.nr, 42);
	assert_non_null(strstr(err.text, "libhelper.so: not found in /tmp/"));
	assert_non_null(strstr(err.text, program));

	/* A folder of its own, and in the first one a library of this machine, to be passed over.
	 */
	rootfs_write(dir, "root/etc/ld.so.conf", "/first\n/opt/lib\n");
	copy_as(dir, helper, "root/first/libhelper.so", EM_RISCV);
	copy_as(dir, helper, "root/opt/real/helper-1.so", 0);
	assert_int_equal(libraries_find(program, root, &l, &err), -ENOENT);
	/* An absolute link means the sysroot's. */
	rootfs_write(dir, "root/opt/lib/other", "");
	assert_int_equal(symlinkat("/opt/real/helper-1.so", dir->fd, "root/opt/lib/libhelper.so"),
			 0);
	if (libraries_find(program, root, &l, &err))
		fail_msg("%s", err.text);
	assert_int_equal(l.machine, EM_AARCH64);
	assert_int_equal(l.nr, 3);
	assert_string_equal(by_name(&l, "libhelper.so")->path,
			    tmpdir_path(dir, "root/opt/real/helper-1.so", expected));
	assert_string_equal(by_name(&l, "libc.so.6")->path,
			    tmpdir_path(dir, "root/usr/lib/aarch64-linux-gnu/libc.so.6", expected));
	libraries_release(&l);
}

/* Puts @path, as long as the one that meson.build left for this, into the program's DT_RUNPATH. */
static void set_runpath(const struct rootfs *dir, const char *path)
{
	static const char room[] = "/room/for/tests";
	_cleanup_free_ unsigned char *data = NULL;
	char program[PATH_MAX];
	size_t size;
	char *at;

	assert_int_equal(strlen(path), strlen(room));
	assert_int_equal(file_read(tmpdir_path(dir, "program", program), &data, &size), 0);
	at = memmem(data, size, room, strlen(room));
	assert_non_null(at);
	memcpy(at, path, strlen(room));
	assert_int_equal(write_file_atomic(program, data, size, 0755), 0);
}

static void check_helper(const struct rootfs *dir, const char *expected)
{
	char program[PATH_MAX], root[PATH_MAX], path[PATH_MAX];
	struct libraries l;
	struct error err;

	if (libraries_find(tmpdir_path(dir, "program", program), tmpdir_path(dir, "root", root), &l,
			   &err))
		fail_msg("%s", err.text);
	assert_string_equal(by_name(&l, "libhelper.so")->path, tmpdir_path(dir, expected, path));
	libraries_release(&l);
}

/* A folder is in the sysroot, $ORIGIN is the program's own. */
static void test_runpath_with_sysroot(void **state)
{
	char path[PATH_MAX];
	const struct rootfs *dir = *state;

	make_sysroot(dir, path);
	tmpdir_path(dir, "helper", path);
	copy_as(dir, path, "root/usr/lib/libhelper.so", 0);
	check_helper(dir, "root/usr/lib/libhelper.so");
	copy_as(dir, path, "root/opt/lib/libhelper.so", 0);
	set_runpath(dir, "/opt/lib:/a/b/c");
	check_helper(dir, "root/opt/lib/libhelper.so");
	make_sysroot(dir, path);
	tmpdir_path(dir, "helper", path);
	copy_as(dir, path, "apart/libhelper.so", 0);
	set_runpath(dir, "${ORIGIN}/apart");
	check_helper(dir, "apart/libhelper.so");
}

static void test_no_loader(void **state)
{
	char program[PATH_MAX], root[PATH_MAX];
	const struct rootfs *dir = *state;
	struct libraries l;
	struct error err = {""};

	make_sysroot(dir, program);
	rootfs_write(dir, "empty/file", "");
	assert_int_equal(libraries_find(program, tmpdir_path(dir, "empty", root), &l, &err),
			 -ENOENT);
	assert_non_null(strstr(err.text, "it is the loader of"));
	/* This system's is of another machine. */
	assert_int_equal(libraries_find(program, "", &l, &err), -ENOEXEC);
	assert_non_null(strstr(err.text, "not for this machine"));
}

static void test_no_program(void **state)
{
	char path[PATH_MAX];
	const struct rootfs *dir = *state;
	struct libraries l;
	struct error err;

	rootfs_write(dir, "text", "#!/bin/sh\n");
	assert_int_equal(libraries_find(tmpdir_path(dir, "text", path), "", &l, &err), -ENOEXEC);
	assert_non_null(strstr(err.text, path));
	assert_int_equal(libraries_find("/no/such/file", "", &l, &err), -ENOENT);
	assert_string_equal(err.text, "/no/such/file: No such file or directory");
	/* Half a program. */
	rootfs_write(dir, "text",
		     "\x7f"
		     "ELF\x02\x01\x01");
	assert_int_equal(libraries_find(path, "", &l, &err), -ENOEXEC);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_as_the_loader),
		cmocka_unit_test(test_runpath),
		cmocka_unit_test(test_static),
		tmpdir_test(test_without_sections),
		tmpdir_test(test_loader_without_folder),
		tmpdir_test(test_sysroot),
		tmpdir_test(test_runpath_with_sysroot),
		tmpdir_test(test_no_loader),
		tmpdir_test(test_no_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

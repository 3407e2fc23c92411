// SPDX-License-Identifier: GPL-2.0-or-later
#include "gunzip.h"
#include "tmpdir.h"
#include "vm/file.h"
#include "vm/initramfs.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

struct archive {
	unsigned char *data;
	size_t size;
	char *first, *second; /* what its gzip members hold; NULL: there is none */
	size_t first_size, second_size;
};

static void release(struct archive *a)
{
	free(a->data);
	free(a->first);
	free(a->second);
}
#define _cleanup_archive_ __attribute__((cleanup(release)))

static struct archive open_archive(const char *path)
{
	struct archive a = {0};
	size_t used, more;

	assert_int_equal(file_read(path, &a.data, &a.size), 0);
	a.first = gunzip(a.data, a.size, &a.first_size, &used);
	assert_non_null(a.first);
	if (used < a.size) {
		a.second = gunzip(a.data + used, a.size - used, &a.second_size, &more);
		assert_int_equal(used + more, a.size);
	}
	return a;
}

static int open_out(const char *path)
{
	return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
}

static int build(const char *program, const char *init, const char *path, struct error *err)
{
	const struct initramfs what = {.program = program, .init = init, .sysroot = ""};

	_cleanup_fd_ int fd = open_out(path);

	return initramfs_build(&what, fd, err);
}

/* This program stands for ptebench. */
static void build_here(const struct rootfs *dir, const char *name, char *path)
{
	struct error err = {""};

	if (build("/proc/self/exe", getenv("PTEBENCH_INIT"), tmpdir_path(dir, name, path), &err))
		fail_msg("%s", err.text);
}

static void check_file(const struct archive *a, const char *name, const char *source)
{
	_cleanup_free_ unsigned char *data = NULL;
	size_t size, found_size;
	const char *found = cpio_find(a->first, name, &found_size);

	if (!found)
		fail_msg("%s is not there", name);
	assert_int_equal(file_read(source, &data, &size), 0);
	assert_int_equal(found_size, size);
	assert_memory_equal(found, data, size);
	/* Header before name: a regular file that all may execute. */
	assert_int_equal(cpio_field(found - (110 + strlen(name) + 1 + 3) / 4 * 4, 1), 0100755);
}

static void test_build(void **state)
{
	static const char *const others[] = {
		"dev/console", "proc", "sys", "run", "tmp", "lib/libc.so.6", "lib/libcmocka.so.0"};
	const struct rootfs *dir = *state;
	_cleanup_archive_ struct archive a = {0}, b = {0};
	char path[PATH_MAX];
	size_t size;

	build_here(dir, "a", path);
	a = open_archive(path);
	assert_null(a.second);
	check_file(&a, "init", getenv("PTEBENCH_INIT"));
	check_file(&a, "bin/ptebench", "/proc/self/exe");
#ifdef __x86_64__
	check_file(&a, "lib64/ld-linux-x86-64.so.2", "/lib64/ld-linux-x86-64.so.2");
#endif
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		if (!cpio_find(a.first, others[i], &size))
			fail_msg("%s is not there", others[i]);
	build_here(dir, "b", path);
	b = open_archive(path);
	assert_int_equal(a.size, b.size);
	assert_memory_equal(a.data, b.data, a.size);
}

static int with_job(const char *base, const struct guest_job *job, const char *path,
		    struct error *err)
{
	_cleanup_fd_ int fd = open_out(path);

	return initramfs_with_job(base, job, fd, err);
}

static void test_job(void **state)
{
	static const char plain[] = "run\0--out\0/run/result.json\0--cases\0nop,a b\0--quick";
	static const char frozen[] =
		"run\0--out\0/run/result.json\0--iterations-from\0/job/iterations.json";
	const struct rootfs *dir = *state;
	char *options[] = {"--cases", "nop,a b", "--quick", NULL}, *none[] = {NULL};
	char base[PATH_MAX], path[PATH_MAX], counts[PATH_MAX], config[PATH_MAX];
	_cleanup_archive_ struct archive first = {0}, a = {0}, b = {0};
	struct guest_job job = {.options = options};
	const char *content;
	size_t size;

	build_here(dir, "base", base);
	first = open_archive(base);
	tmpdir_path(dir, "boot", path);
	assert_int_equal(with_job(base, &job, path, NULL), 0);
	a = open_archive(path);
	assert_memory_equal(a.data, first.data, first.size);
	assert_non_null(a.second);
	content = cpio_find(a.second, "job/argv", &size);
	assert_non_null(content);
	assert_int_equal(size, sizeof(plain));
	assert_memory_equal(content, plain, size);
	assert_null(cpio_find(a.second, "job/iterations.json", &size));
	assert_null(cpio_find(a.second, "job/config", &size));

	rootfs_write(dir, "counts", "{}\n");
	rootfs_write(dir, ".config", "CONFIG_MMU=y\n");
	job = (struct guest_job){.options = none,
				 .iterations = tmpdir_path(dir, "counts", counts),
				 .config = tmpdir_path(dir, ".config", config)};
	assert_int_equal(with_job(base, &job, path, NULL), 0);
	b = open_archive(path);
	content = cpio_find(b.second, "job/argv", &size);
	assert_int_equal(size, sizeof(frozen));
	assert_memory_equal(content, frozen, size);
	content = cpio_find(b.second, "job/iterations.json", &size);
	assert_int_equal(size, 3);
	assert_memory_equal(content, "{}\n", 3);
	content = cpio_find(b.second, "job/config", &size);
	assert_int_equal(size, 13);
	assert_memory_equal(content, "CONFIG_MMU=y\n", 13);
}

/* An init like ours, but of another machine. */
static void test_other_machine(void **state)
{
	_cleanup_free_ unsigned char *data = NULL;
	const struct rootfs *dir = *state;
	char init[PATH_MAX], path[PATH_MAX];
	size_t size;

	assert_int_equal(file_read(getenv("PTEBENCH_INIT"), &data, &size), 0);
	((Elf64_Ehdr *)data)->e_machine = EM_RISCV;
	assert_int_equal(write_file_atomic(tmpdir_path(dir, "init", init), data, size, 0755), 0);
	assert_int_equal(build("/proc/self/exe", init, tmpdir_path(dir, "a", path), NULL),
			 -ENOEXEC);
}

static void test_errors(void **state)
{
	const struct rootfs *dir = *state;
	char *none[] = {NULL};
	const struct guest_job job = {.options = none, .iterations = "/no/such/counts"};
	char path[PATH_MAX], base[PATH_MAX];
	struct error err = {""};

	tmpdir_path(dir, "a", path);
	assert_int_equal(build("/proc/self/exe", "/proc/self/exe", path, &err), -ENOEXEC);
	assert_non_null(strstr(err.text, "/proc/self/exe: not a static program"));
	assert_int_equal(build("/no/such/program", getenv("PTEBENCH_INIT"), path, &err), -ENOENT);
	assert_non_null(strstr(err.text, "/no/such/program"));
	assert_int_equal(build("/proc/self/exe", "/no/such/init", path, &err), -ENOENT);
	assert_non_null(strstr(err.text, "/no/such/init"));
	assert_int_equal(
		build("/proc/self/exe", getenv("PTEBENCH_INIT"), "/no/such/folder/a", &err),
		-EBADF);
	assert_string_equal(err.text, "initramfs: cannot be written: Bad file descriptor");

	build_here(dir, "base", base);
	assert_int_equal(with_job(base, &job, path, &err), -ENOENT);
	assert_non_null(strstr(err.text, "/no/such/counts"));
	assert_int_equal(with_job("/no/such/base", &job, path, &err), -ENOENT);
	assert_non_null(strstr(err.text, "/no/such/base"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		tmpdir_test(test_build),
		tmpdir_test(test_job),
		tmpdir_test(test_other_machine),
		tmpdir_test(test_errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "initramfs.h"

#include "cpio.h"
#include "file.h"
#include "guest.h"
#include "libraries.h"
#include "needs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#define _cleanup_cpio_ __attribute__((cleanup(cpio_release)))

/* Names in an archive have no slash in front. */
static const char *inside(const char *path)
{
	return path + strspn(path, "/");
}

/* It runs where no library is, maybe on a machine that is not this one. */
static int check_init(const char *init, int machine, struct error *err)
{
	_cleanup_fd_ int fd = open(init, O_RDONLY | O_CLOEXEC);
	struct needs needs = {0};
	int ret = fd < 0 ? -errno : needs_read(fd, &needs);
	bool fits = !needs.interpreter && !needs.nr && needs.machine == machine;

	needs_release(&needs);
	if (ret && ret != -ENOEXEC)
		return error_set(err, ret, "%s: %s", init, strerror(-ret));
	return !ret && fits ? 0
			    : error_set(err, -ENOEXEC,
					"%s: not a static program of the machine that ptebench is "
					"for (build both for one machine)",
					init);
}

static int add_libraries(struct cpio *cpio, const struct libraries *l, struct error *err)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < l->nr; i++) {
		char name[PATH_MAX];

		snprintf(name, sizeof(name), "%s/%s", inside(GUEST_LIBRARIES), l->list[i].name);
		/* The kernel looks for the loader, which comes first, where the program says. */
		ret = cpio_add_file(cpio, !i && l->interpreter ? inside(l->interpreter) : name,
				    0755, l->list[i].path, err);
	}
	return ret;
}

static int add_all(struct cpio *cpio, const struct initramfs *what, const struct libraries *l,
		   struct error *err)
{
	static const char *const folders[] = {"dev", "proc", "run", "sys", "tmp"};
	int ret = check_init(what->init, l->machine, err);

	if (!ret)
		ret = cpio_add_file(cpio, "init", 0755, what->init, err);
	if (!ret)
		ret = cpio_add_file(cpio, inside(GUEST_PROGRAM), 0755, what->program, err);
	if (!ret)
		ret = add_libraries(cpio, l, err);
	if (ret)
		return ret;
	for (size_t i = 0; !ret && i < ARRAY_SIZE(folders); i++)
		ret = cpio_add_dir(cpio, folders[i]);
	/* The kernel opens it for init before anything is mounted. */
	if (!ret)
		ret = cpio_add_char_device(cpio, "dev/console", 0600, 5, 1);
	return ret ? error_set(err, ret, "initramfs: %s", strerror(-ret)) : 0;
}

static int write_to(int fd, const void *data, size_t size, struct error *err)
{
	int ret = write_all(fd, data, size);

	return ret ? error_set(err, ret, "initramfs: cannot be written: %s", strerror(-ret)) : 0;
}

int initramfs_build(const struct initramfs *what, int fd, struct error *err)
{
	_cleanup_cpio_ struct cpio cpio = {0};
	_cleanup_free_ unsigned char *data = NULL;
	struct libraries libraries;
	size_t size;
	int ret = libraries_find(what->program, what->sysroot, &libraries, err);

	if (ret)
		return ret;
	ret = add_all(&cpio, what, &libraries, err);
	libraries_release(&libraries);
	if (ret)
		return ret;
	ret = cpio_gzip(&cpio, &data, &size);
	return ret ? error_set(err, ret, "initramfs: %s", strerror(-ret))
		   : write_to(fd, data, size, err);
}

/* Arguments one after the other, each with its NUL. */
static int add_arguments(struct cpio *cpio, const struct guest_job *job)
{
	const char *const first[] = {"run", "--out", GUEST_RESULT,
				     job->iterations ? "--iterations-from" : NULL,
				     GUEST_ITERATIONS};
	_cleanup_free_ char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return -ENOMEM;
	for (size_t i = 0; i < ARRAY_SIZE(first) && first[i]; i++)
		fwrite(first[i], 1, strlen(first[i]) + 1, f);
	for (char *const *option = job->options; *option; option++)
		fwrite(*option, 1, strlen(*option) + 1, f);
	return fclose(f) ? -ENOMEM : cpio_add_data(cpio, inside(GUEST_ARGUMENTS), 0644, text, size);
}

/* The archive of @job alone, gzipped. */
static int archive_job(const struct guest_job *job, unsigned char **data, size_t *size,
		       struct error *err)
{
	const struct {
		const char *name, *source;
	} files[] = {{GUEST_ITERATIONS, job->iterations}, {GUEST_CONFIG, job->config}};
	_cleanup_cpio_ struct cpio cpio = {0};
	int ret = add_arguments(&cpio, job);

	for (size_t i = 0; !ret && i < ARRAY_SIZE(files); i++) {
		if (!files[i].source)
			continue;
		ret = cpio_add_file(&cpio, inside(files[i].name), 0644, files[i].source, err);
		if (ret)
			return ret;
	}
	if (!ret && job->symbols)
		ret = cpio_add_data(&cpio, inside(GUEST_SYMBOLS), 0644, "", 0);
	if (!ret)
		ret = cpio_gzip(&cpio, data, size);
	return ret ? error_set(err, ret, "initramfs: %s", strerror(-ret)) : 0;
}

int initramfs_with_job(const char *base, const struct guest_job *job, int fd, struct error *err)
{
	_cleanup_free_ unsigned char *first = NULL, *second = NULL;
	_cleanup_free_ char *both = NULL;
	size_t first_size = 0, second_size = 0;
	int ret = file_read(base, &first, &first_size);

	if (ret)
		return error_set(err, ret, "%s: %s", base, strerror(-ret));
	ret = archive_job(job, &second, &second_size, err);
	if (ret)
		return ret;
	both = malloc(first_size + second_size);
	if (!both)
		return error_set(err, -ENOMEM, "initramfs: out of memory");
	memcpy(both, first, first_size);
	memcpy(both + first_size, second, second_size);
	return write_to(fd, both, first_size + second_size, err);
}

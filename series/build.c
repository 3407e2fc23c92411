// SPDX-License-Identifier: GPL-2.0-or-later
#include "build.h"

#include "configure.h"
#include "make.h"
#include "worktree.h"

#include "vm/file.h"
#include "vm/outcome.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of the log of a build that failed. */
#define LINES_SHOWN 12

#define LOG "build.log"

#define MORE_SPACE  "free some"
#define MORE_MEMORY "free some, or fewer --jobs"
#define KILLED      "no memory for a program of the build"

const char *series_path(const struct series *s, const struct series_step *step, const char *name,
			char *path)
{
	snprintf(path, PATH_MAX, "%s/kernels/%s/%s", s->dir, step->label, name);
	return path;
}

const char *series_image_name(enum vm_arch arch)
{
	return arch == VM_ARM64 ? "Image" : "bzImage";
}

bool build_is_done(const struct series *s, const struct series_step *step)
{
	char path[PATH_MAX];

	return !access(series_path(s, step, series_image_name(s->o->arch), path), R_OK);
}

static int cannot_write(const char *path, int ret, struct error *err)
{
	return error_set(err, ret, "%s: cannot be written: %s (check space and permissions)", path,
			 strerror(-ret));
}

static int make_folders(const struct series *s, const struct series_step *step, struct error *err)
{
	char path[PATH_MAX];
	int ret;

	snprintf(path, sizeof(path), "%s/kernels/%s", s->dir, step->label);
	ret = make_dirs(path, 0755);
	if (!ret) {
		snprintf(path, sizeof(path), "%s/" WORKTREE_OBJECTS, s->tree);
		ret = make_dirs(path, 0755);
	}
	if (ret)
		return cannot_write(path, ret, err);
	unlink(series_path(s, step, LOG, path));
	return 0;
}

/* Its end, as text that the caller frees, and its length. */
static char *read_log(const struct series *s, const struct series_step *step, size_t *size)
{
	unsigned char *data;
	char path[PATH_MAX], *text;

	if (file_read(series_path(s, step, LOG, path), &data, size))
		return NULL;
	text = realloc(data, *size + 1);
	if (text)
		text[*size] = '\0';
	else
		free(data);
	return text;
}

/* What is the machine's failure, and no news of the commit, as gcc, ld, make and shells put it. */
static const struct {
	const char *text, *what, *remedy;
	int error;
} machine[] = {
	{"No space left on device", "no space left on device", MORE_SPACE, -ENOSPC},
	{"Disk quota exceeded", "no space left to this user", MORE_SPACE, -EDQUOT},
	{"Read-only file system", "the file system became read-only", "see dmesg", -EROFS},
	{"Input/output error", "the disk fails", "see dmesg", -EIO},
	{"Too many open files", "too many open files", "ulimit -n", -EMFILE},
	{"Resource temporarily unavailable", "too many processes", "ulimit -u", -EAGAIN},
	{"Cannot fork", "too many processes", "ulimit -u", -EAGAIN},
	/* gcc, its predecessors before 9, collect2; make; bash and dash, of scripts. */
	{"fatal error: Killed signal", "no memory for the compiler", MORE_MEMORY, -ENOMEM},
	{"compiler error: Killed ", "no memory for the compiler", MORE_MEMORY, -ENOMEM},
	{"terminated with signal 9", "no memory for the linker", MORE_MEMORY, -ENOMEM},
	{"] Killed\n", KILLED, MORE_MEMORY, -ENOMEM},
	{"] Error 137\n", KILLED, MORE_MEMORY, -ENOMEM},
	{" Killed  ", KILLED, MORE_MEMORY, -ENOMEM},
	{"\nKilled\n", KILLED, MORE_MEMORY, -ENOMEM},
	{"out of memory allocating ", "no memory for the compiler", MORE_MEMORY, -ENOMEM},
	{"memory exhausted\n", "no memory for the linker", MORE_MEMORY, -ENOMEM},
	{": Cannot allocate memory\n", "not enough memory", MORE_MEMORY, -ENOMEM},
};

static int blame_machine(const struct series_step *step, const char *text, const char *log,
			 struct error *err)
{
	for (size_t i = 0; i < ARRAY_SIZE(machine); i++)
		if (strstr(text, machine[i].text))
			return error_set(err, machine[i].error,
					 "%s: %s (%s, then --resume goes on; the log: %s)",
					 step->label, machine[i].what, machine[i].remedy, log);
	return 0;
}

/* The commit's own failure, with what the log has of it, unless it is the machine's. */
static int fail(const struct series *s, struct series_step *step, const char *what,
		struct error *err)
{
	char path[PATH_MAX], lines[2048];
	size_t size = 0;
	_cleanup_free_ char *text = read_log(s, step, &size);
	int ret;

	series_path(s, step, LOG, path);
	ret = text ? blame_machine(step, text, path, err) : 0;
	if (ret)
		return ret;
	fprintf(s->log, "ptebench: %s: %s (the whole log: %s)\n", step->label, what, path);
	if (text)
		fprintf(s->log, "%s",
			vm_console_end(text, size, LINES_SHOWN, lines, sizeof(lines)));
	if (asprintf(&step->failure, "%s: see %s", what, path) >= 0)
		return 0;
	step->failure = NULL;
	return error_set(err, -ENOMEM, "series: not enough memory (free some)");
}

/* -ENOEXEC: make brought nothing that could be booted. */
static int keep_image(const struct series *s, const struct series_step *step, struct error *err)
{
	_cleanup_free_ unsigned char *data = NULL;
	struct kernel_image image;
	char path[PATH_MAX];
	size_t size;
	int ret;

	snprintf(path, sizeof(path), "%s/" WORKTREE_OBJECTS "/arch/%s/boot/%s", s->tree,
		 s->o->arch == VM_ARM64 ? "arm64" : "x86", series_image_name(s->o->arch));
	if (image_read(path, &image, NULL) || image.arch != s->o->arch ||
	    file_read(path, &data, &size))
		return -ENOEXEC;
	series_path(s, step, series_image_name(s->o->arch), path);
	ret = write_file_atomic(path, data, size, 0644);
	return ret ? cannot_write(path, ret, err) : 0;
}

int build_step(const struct series *s, struct series_step *step, struct error *err)
{
	struct error why = {"build failed"};
	uint64_t start = now_ns();
	int ret = make_folders(s, step, err);

	if (!ret)
		ret = worktree_checkout(s->tree, step->commit, err);
	/* What is no kernel's fault has @err. */
	if (ret)
		return ret;
	ret = configure_step(s, step, &why, err);
	if (!ret)
		ret = make_target(s, step, series_image_name(s->o->arch), err);
	if (!ret)
		ret = keep_image(s, step, err);
	if (ret == -ENOEXEC)
		snprintf(why.text, sizeof(why.text), "make brought no %s",
			 series_image_name(s->o->arch));
	step->seconds = (double)(now_ns() - start) / 1e9;
	return !ret || ret == -EINTR || err->text[0] ? ret : fail(s, step, why.text, err);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "output.h"

#include "result.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Two runs may begin in one second; "_" sorts after ".", so the later one is still the newest. */
static int new_name(const char *dir, const char *boot_id, char *path, size_t size)
{
	time_t now = time(NULL);
	char date[32];
	struct tm tm;

	strftime(date, sizeof(date), "%Y%m%dT%H%M%SZ", gmtime_r(&now, &tm));
	for (int i = 0; i < 1000; i++) {
		char again[8] = "";

		if (i)
			snprintf(again, sizeof(again), "_%d", i);
		if (snprintf(path, size, "%s/%s-%.8s%s.json", dir, date, boot_id, again) >=
		    (int)size)
			return -ENAMETOOLONG;
		if (access(path, F_OK))
			return 0;
	}
	return -EEXIST;
}

static int default_path(const char *results_dir, const char *label, const char *boot_id,
			struct output *output, struct error *err)
{
	char dir[PATH_MAX];
	int ret = 0;

	if (snprintf(dir, sizeof(dir), "%s/%s", results_dir, label) >= (int)sizeof(dir))
		ret = -ENAMETOOLONG;
	if (!ret)
		ret = make_dirs(dir, 0755);
	if (!ret)
		ret = new_name(dir, boot_id, output->path, sizeof(output->path));
	if (ret)
		return error_set(err, ret,
				 "%s/%s: no result can be put there: %s (choose another "
				 "place with --out)",
				 results_dir, label, strerror(-ret));
	return 0;
}

int output_choose(const char *out, const char *results_dir, const char *label, const char *boot_id,
		  struct output *output, struct error *err)
{
	struct output o = {.once = false};
	struct stat st, stdout_st;

	if (!out) {
		int ret = default_path(results_dir, label, boot_id, &o, err);

		if (ret)
			return ret;
	} else if (snprintf(o.path, sizeof(o.path), "%s", out) >= (int)sizeof(o.path)) {
		return error_set(err, -ENAMETOOLONG, "--out %.60s...: too long a path", out);
	}
	if (!stat(o.path, &st)) {
		o.once = !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
		if (o.once && access(o.path, W_OK))
			return error_set(err, -errno,
					 "%s: cannot be written: %s (choose another with "
					 "--out)",
					 o.path, strerror(errno));
		if (!o.once && !fstat(STDOUT_FILENO, &stdout_st) && st.st_dev == stdout_st.st_dev &&
		    st.st_ino == stdout_st.st_ino)
			return error_set(err, -EINVAL,
					 "--out %s: the table goes there (name another file)",
					 o.path);
	}
	*output = o;
	return 0;
}

int output_save(const struct output *output, const json_t *result, bool last, struct error *err)
{
	_cleanup_free_ char *text = NULL;
	int ret;

	if (output->once && !last)
		return 0;
	text = result_text(result);
	ret = text ? write_file_atomic(output->path, text, strlen(text), 0644) : -ENOMEM;
	if (ret)
		return error_set(err, ret, "%s: cannot be written: %s (choose another with --out)",
				 output->path, strerror(-ret));
	return 0;
}

int output_rescue(const json_t *result, char *path, size_t size, struct error *err)
{
	/* A name that nobody can have laid a link at. */
	char file[] = "/dev/shm/ptebench-XXXXXX.json";
	_cleanup_free_ char *text = result_text(result);
	_cleanup_fd_ int fd = text ? mkstemps(file, strlen(".json")) : -1;
	int ret = !text ? -ENOMEM : fd < 0 ? -errno : write_all(fd, text, strlen(text));

	if (ret) {
		if (fd >= 0)
			unlink(file);
		return error_set(err, ret, "the result is lost: %s: %s", file, strerror(-ret));
	}
	snprintf(path, size, "%s", file);
	return 0;
}

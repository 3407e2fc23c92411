// SPDX-License-Identifier: GPL-2.0-or-later
/* What guests boot from: files of the campaign alone, gone with it. */
#include "campaign_parts.h"

#include "file.h"
#include "guests.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int make_folder(struct campaign *c, struct error *err)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(c->scratch, sizeof(c->scratch), "%s/ptebench-vm-XXXXXX",
		 tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(c->scratch)) {
		int ret = -errno;

		error_set(err, ret, "%s: cannot be made: %s (set TMPDIR)", c->scratch,
			  strerror(errno));
		c->scratch[0] = '\0';
		return ret;
	}
	return 0;
}

static void kernel_path(const struct campaign *c, size_t arm, char *buf)
{
	snprintf(buf, PATH_MAX, "%s/kernel-%zu", c->scratch, arm);
}

/*
 * All boots of an arm are to be of one kernel, also where the tree that it is from is built again
 * meanwhile: boots are from a copy, which is what the record's checksum is of.
 */
static int copy_kernels(struct campaign *c, struct error *err)
{
	for (size_t i = 0; i < c->o->nr_kernels; i++) {
		_cleanup_free_ unsigned char *data = NULL;
		struct kernel_image *image = &c->images[i], copy;
		char path[PATH_MAX];
		size_t size;
		int ret = file_read(image->path, &data, &size);

		if (ret)
			return error_set(err, ret, "%s: %s", image->path, strerror(-ret));
		kernel_path(c, i, path);
		ret = write_file_atomic(path, data, size, 0644);
		if (ret)
			return error_set(err, ret, "%s: cannot be written: %s (set TMPDIR)", path,
					 strerror(-ret));
		if (image_read(path, &copy, NULL) || strcmp(copy.version, image->version))
			return error_set(err, -ESTALE, "%s: changed just now (try again)",
					 image->path);
		snprintf(image->path, sizeof(image->path), "%s", path);
	}
	return 0;
}

static int make_initramfs(const struct campaign *c, struct error *err)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/base", c->scratch);
	return guests_initramfs(c->images[0].arch, path, err);
}

int campaign_make_scratch(struct campaign *c, struct error *err)
{
	int ret = make_folder(c, err);

	if (!ret)
		ret = copy_kernels(c, err);
	return ret ? ret : make_initramfs(c, err);
}

void campaign_remove_scratch(const struct campaign *c)
{
	static const char *const names[] = {"base", "iterations"};
	char path[PATH_MAX];

	if (!c->scratch[0])
		return;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(path, sizeof(path), "%s/%s", c->scratch, names[i]);
		unlink(path);
	}
	for (size_t i = 0; i < c->nr_guests; i++) {
		snprintf(path, sizeof(path), "%s/guest-%zu", c->scratch, i);
		unlink(path);
	}
	for (size_t i = 0; i < c->o->nr_kernels; i++) {
		kernel_path(c, i, path);
		unlink(path);
	}
	rmdir(c->scratch);
}

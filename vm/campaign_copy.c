// SPDX-License-Identifier: GPL-2.0-or-later
/* What guests boot from: unnamed files, which nobody else changes and which nothing leaves behind.
 */
#include "campaign_parts.h"

#include "file.h"
#include "guests.h"
#include "unnamed.h"

#include <errno.h>
#include <string.h>

static int no_copy(const char *of, int ret, struct error *err)
{
	return error_set(err, ret, "%s: cannot be copied to memory: %s (free some)", of,
			 strerror(-ret));
}

/*
 * All boots of an arm are to be of one kernel, also where the tree that it is from is built again
 * meanwhile: boots are from a copy, which is what the record's checksum is of.
 */
static int copy_kernel(struct kernel_image *image, int *fd, struct error *err)
{
	_cleanup_free_ unsigned char *data = NULL;
	struct kernel_image copy;
	char path[UNNAMED_PATH_MAX];
	size_t size;
	int ret = file_read(image->path, &data, &size);

	if (ret)
		return error_set(err, ret, "%s: %s", image->path, strerror(-ret));
	*fd = unnamed_open("kernel");
	ret = *fd < 0 ? *fd : write_all(*fd, data, size);
	if (ret)
		return no_copy(image->path, ret, err);
	if (image_read(unnamed_path(*fd, path), &copy, NULL) ||
	    strcmp(copy.version, image->version))
		return error_set(err, -ESTALE, "%s: changed just now (try again)", image->path);
	strcpy(image->path, path);
	return 0;
}

int campaign_copy(struct campaign *c, struct error *err)
{
	for (size_t i = 0; i < c->o->nr_kernels; i++) {
		int ret = copy_kernel(&c->images[i], &c->kernels[i], err);

		if (ret)
			return ret;
	}
	c->base = unnamed_open("initramfs");
	if (c->base < 0)
		return no_copy("initramfs", c->base, err);
	return guests_initramfs(c->images[0].arch, c->base, err);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpio.h"

#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#define GZIP_WRAPPER 16 /* added to windowBits: gzip's header and trailer, of time 0 */

struct cpio_entry {
	char *name;
	mode_t mode;
	unsigned int major, minor; /* of a device */
	void *data;
	size_t size;
};

static struct cpio_entry *find(const struct cpio *cpio, const char *name)
{
	for (size_t i = 0; i < cpio->nr; i++)
		if (!strcmp(cpio->entries[i].name, name))
			return &cpio->entries[i];
	return NULL;
}

/* Consumes @entry's memory. */
static int append(struct cpio *cpio, struct cpio_entry entry)
{
	struct cpio_entry *more;
	int ret = !entry.name || !entry.data ? -ENOMEM : find(cpio, entry.name) ? -EEXIST : 0;

	if (!ret) {
		more = realloc(cpio->entries, (cpio->nr + 1) * sizeof(*more));
		if (more) {
			cpio->entries = more;
			cpio->entries[cpio->nr++] = entry;
			return 0;
		}
		ret = -ENOMEM;
	}
	free(entry.name);
	free(entry.data);
	return ret;
}

/* The folders that @name is in. */
static int add_parents(struct cpio *cpio, const char *name)
{
	const char *slash = name;
	int ret = 0;

	while (!ret && (slash = strchr(slash, '/'))) {
		_cleanup_free_ char *parent = strndup(name, (size_t)(slash - name));

		if (!parent)
			return -ENOMEM;
		if (!find(cpio, parent))
			ret = cpio_add_dir(cpio, parent);
		slash++;
	}
	return ret;
}

static int add(struct cpio *cpio, const char *name, struct cpio_entry entry)
{
	int ret = add_parents(cpio, name);

	if (ret) {
		free(entry.data);
		return ret;
	}
	entry.name = strdup(name);
	return append(cpio, entry);
}

int cpio_add_dir(struct cpio *cpio, const char *name)
{
	return add(cpio, name, (struct cpio_entry){.mode = S_IFDIR | 0755, .data = malloc(1)});
}

int cpio_add_data(struct cpio *cpio, const char *name, mode_t mode, const void *data, size_t size)
{
	void *copy = malloc(size + 1);

	if (copy)
		memcpy(copy, data, size);
	return add(cpio, name,
		   (struct cpio_entry){.mode = S_IFREG | mode, .data = copy, .size = size});
}

int cpio_add_char_device(struct cpio *cpio, const char *name, mode_t mode, unsigned int major,
			 unsigned int minor)
{
	return add(
		cpio, name,
		(struct cpio_entry){
			.mode = S_IFCHR | mode, .data = malloc(1), .major = major, .minor = minor});
}

int cpio_add_file(struct cpio *cpio, const char *name, mode_t mode, const char *source,
		  struct error *err)
{
	struct cpio_entry entry = {.mode = S_IFREG | mode};
	unsigned char *data = NULL;
	int ret = file_read(source, &data, &entry.size);

	if (!ret) {
		entry.data = data;
		ret = add(cpio, name, entry);
	}
	return ret ? error_set(err, ret, "%s: %s (to be put into an initramfs)", source,
			       strerror(-ret))
		   : 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct cpio_entry *)a)->name, ((const struct cpio_entry *)b)->name);
}

static void pad(FILE *f, size_t written)
{
	static const char zeros[4];

	fwrite(zeros, 1, -written % 4, f);
}

/* Header, name and content, each padded to 4 bytes. */
static void write_entry(const struct cpio_entry *e, unsigned int inode, FILE *f)
{
	bool dir = S_ISDIR(e->mode);
	size_t name_size = strlen(e->name) + 1;
	int header;

	/* magic ino mode uid gid nlink mtime filesize devmajor devminor rdevmajor rdevminor
	 * namesize check */
	header = fprintf(f, "070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x", inode,
			 (unsigned int)e->mode, 0u, 0u, dir ? 2u : 1u, 0u, (unsigned int)e->size,
			 0u, 0u, e->major, e->minor, (unsigned int)name_size, 0u);
	fwrite(e->name, 1, name_size, f);
	pad(f, (size_t)header + name_size);
	fwrite(e->data, 1, e->size, f);
	pad(f, e->size);
}

static int write_archive(struct cpio *cpio, FILE *f)
{
	const struct cpio_entry trailer = {.name = (char *)"TRAILER!!!", .data = (char *)""};

	/* Sorted, so that a folder comes before what is in it. */
	if (cpio->nr)
		qsort(cpio->entries, cpio->nr, sizeof(*cpio->entries), by_name);
	for (size_t i = 0; i < cpio->nr; i++)
		write_entry(&cpio->entries[i], (unsigned int)i + 1, f);
	write_entry(&trailer, 0, f);
	return ferror(f) ? -ENOMEM : 0;
}

static int compress_all(const char *plain, size_t plain_size, unsigned char **data, size_t *size)
{
	z_stream z = {.next_in = (unsigned char *)plain, .avail_in = (unsigned int)plain_size};
	_cleanup_free_ unsigned char *buf = NULL;
	size_t bound;
	int ret;

	if (plain_size > INT32_MAX)
		return -EFBIG;
	if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP_WRAPPER, 8,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		return -ENOMEM;
	bound = deflateBound(&z, plain_size);
	buf = malloc(bound);
	z.next_out = buf;
	z.avail_out = (unsigned int)bound;
	ret = buf && deflate(&z, Z_FINISH) == Z_STREAM_END ? 0 : -ENOMEM;
	deflateEnd(&z);
	if (ret)
		return ret;
	*data = buf;
	*size = z.total_out;
	buf = NULL;
	return 0;
}

int cpio_gzip(struct cpio *cpio, unsigned char **data, size_t *size)
{
	_cleanup_free_ char *plain = NULL;
	size_t plain_size;
	FILE *f = open_memstream(&plain, &plain_size);
	int ret;

	if (!f)
		return -ENOMEM;
	ret = write_archive(cpio, f);
	if (fclose(f) && !ret)
		ret = -ENOMEM;
	return ret ? ret : compress_all(plain, plain_size, data, size);
}

void cpio_release(struct cpio *cpio)
{
	for (size_t i = 0; i < cpio->nr; i++) {
		free(cpio->entries[i].name);
		free(cpio->entries[i].data);
	}
	free(cpio->entries);
	*cpio = (struct cpio){0};
}

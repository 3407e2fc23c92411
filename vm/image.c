// SPDX-License-Identifier: GPL-2.0-or-later
#include "image.h"

#include "cache.h"
#include "debian.h"
#include "file.h"
#include "unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How a package file begins: an ar archive, "debian-binary" its first member. */
static const char package_magic[] = "!<arch>\ndebian-binary";

const char *vm_arch_name(enum vm_arch arch)
{
	return arch == VM_ARM64 ? "arm64" : "x86-64";
}

static void find_config(struct kernel_image *image)
{
	const char *slash = strrchr(image->path, '/');
	int dir_len = slash ? (int)(slash + 1 - image->path) : 0;

	if (snprintf(image->config, PATH_MAX, "%.*sconfig-%s", dir_len, image->path,
		     image->version) >= PATH_MAX ||
	    access(image->config, R_OK))
		image->config[0] = '\0';
}

static int read_regular(const char *path, unsigned char **data, size_t *size, struct error *err)
{
	_cleanup_fd_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	int ret;

	if (fd < 0 || fstat(fd, &st))
		return error_set(err, -errno, "%s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return error_set(err, -ENOEXEC, "not a file (give a kernel's file)");
	if (!st.st_size)
		return error_set(err, -ENOEXEC, "empty (copy it again, or build it again)");
	/* Not mapped: a build may cut it off under our feet. No kernel is longer than this. */
	ret = file_read_from(fd, UNPACKED_MAX, data, size);
	return ret ? error_set(err, ret, "%s", strerror(-ret)) : 0;
}

/* As image_read(), but @err does not name the file. */
static int identify(const char *path, struct kernel_image *image, struct error *err)
{
	_cleanup_free_ unsigned char *data = NULL;
	struct kernel_image found = {0};
	size_t size;
	int ret;

	if (snprintf(found.path, PATH_MAX, "%s", path) >= PATH_MAX)
		return error_set(err, -ENAMETOOLONG, "too long a name");
	ret = read_regular(path, &data, &size, err);
	if (!ret)
		ret = kernel_identify(data, size, &found, err);
	if (ret)
		return ret == -ENOMEM ? error_set(err, ret, "%s", strerror(ENOMEM)) : ret;
	find_config(&found);
	*image = found;
	return 0;
}

int image_read(const char *path, struct kernel_image *image, struct error *err)
{
	struct error why;
	int ret = identify(path, image, &why);

	return ret ? error_set(err, ret, "%s: %s", path, why.text) : 0;
}

/* The cached kernel of an earlier call. */
static bool cached(const char *dir, struct kernel_image *image)
{
	char kernel[PATH_MAX];

	return !debian_kernel_in(dir, kernel) && !image_read(kernel, image, NULL);
}

/* Whether @kernel, which came out of @package, is one; its path is a passing one. */
static int check_unpacked(const char *package, const char *kernel, struct error *err)
{
	struct kernel_image image;
	struct error why;
	int ret = identify(kernel, &image, &why);

	return ret ? error_set(err, ret, "%s: its %s: %s", package, basename(kernel), why.text) : 0;
}

/*
 * Unpacks @package, or if that is NULL what @debian says, to the folder @dir of the locked cache.
 * It appears there whole or not at all, whoever is killed here.
 */
static int fill(const char *cache, const char *dir, const char *package,
		const struct debian_kernel *debian, struct error *err)
{
	char temp[PATH_MAX], apt[PATH_MAX], fetched[PATH_MAX], kernel[PATH_MAX];
	int ret;

	if (cache_join(temp, cache, CACHE_UNFINISHED, err) || cache_join(apt, cache, "apt-", err))
		return -ENAMETOOLONG;
	if (!mkdtemp(temp))
		return error_set(err, -errno, "%s: cannot be made: %s", temp, strerror(errno));
	ret = 0;
	if (!package) {
		strncat(apt, debian->arch, sizeof(apt) - strlen(apt) - 1);
		ret = debian_fetch(debian, apt, temp, fetched, err);
		package = fetched;
	}
	if (!ret)
		ret = debian_unpack(package, temp, kernel, err);
	if (!ret)
		ret = check_unpacked(package == fetched ? basename(package) : package, kernel, err);
	if (!ret && package == fetched)
		unlink(fetched);
	if (!ret && chmod(temp, 0755))
		ret = error_set(err, -errno, "%s: %s", temp, strerror(errno));
	if (!ret && rename(temp, dir))
		ret = error_set(err, -errno, "%s: cannot be made: %s", dir, strerror(errno));
	cache_remove(temp);
	return ret;
}

static int from_cache(const char *name, const char *package, const struct debian_kernel *debian,
		      struct kernel_image *image, struct error *err)
{
	struct cache cache;
	char dir[PATH_MAX];
	int ret = cache_find(&cache, err);

	if (!ret)
		ret = cache_join(dir, cache.dir, name, err);
	if (ret)
		return ret;
	if (cached(dir, image)) {
		/* A package file is found by its content, but what a version means may change. */
		if (debian)
			memcpy(image->cached, dir, sizeof(dir));
		return 0;
	}
	ret = cache_lock(&cache, err);
	if (ret)
		return ret;
	/* Whoever held the lock may have done it. */
	if (!cached(dir, image)) {
		cache_remove(dir); /* one that cannot be used any more */
		ret = fill(cache.dir, dir, package, debian, err);
		if (!ret && !cached(dir, image))
			ret = error_set(err, -EIO, "%s: has lost its kernel (is the disk full?)",
					dir);
	}
	cache_unlock(&cache);
	return ret;
}

static bool is_package(const char *path)
{
	char start[sizeof(package_magic)] = "";
	_cleanup_fd_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	return fd >= 0 && read(fd, start, strlen(package_magic)) > 0 &&
	       !strcmp(start, package_magic);
}

/* By content: a kernel that is built again often gets the same package name. */
static int find_packaged(const char *path, struct kernel_image *image, struct error *err)
{
	char hex[SHA256_DIGEST_STRING_LENGTH], name[SHA256_DIGEST_STRING_LENGTH + 8];

	if (!SHA256File(path, hex))
		return error_set(err, -errno, "%s: %s", path, strerror(errno));
	snprintf(name, sizeof(name), "deb-%s", hex);
	return from_cache(name, path, NULL, image, err);
}

static int find_debian(const char *text, struct kernel_image *image, struct error *err)
{
	struct debian_kernel debian;
	char name[128];
	int ret = debian_parse(text, &debian, err);

	if (ret)
		return ret;
	snprintf(name, sizeof(name), "debian-%s-%s", debian.version, debian.flavour);
	return from_cache(name, NULL, &debian, image, err);
}

/* From a zboot image to the kernel in it, by whose content it is kept. */
static int unpack(struct kernel_image *image, struct error *err)
{
	_cleanup_free_ unsigned char *packed = NULL, *data = NULL;
	char hex[SHA256_DIGEST_STRING_LENGTH], name[SHA256_DIGEST_STRING_LENGTH + 8];
	struct cache cache;
	struct stat st;
	char path[PATH_MAX];
	size_t packed_size, size;
	int ret = read_regular(image->path, &packed, &packed_size, err);

	if (!ret && !is_zboot(packed, packed_size))
		ret = error_set(err, -ESTALE, "changed just now (try again)");
	if (!ret)
		ret = unpack_zboot(packed, packed_size, &data, &size, err);
	if (ret)
		return ret;
	snprintf(name, sizeof(name), "zboot-%s", SHA256Data(data, size, hex));
	ret = cache_find(&cache, err);
	if (!ret)
		ret = cache_join(path, cache.dir, name, err);
	if (ret)
		return ret;
	if (stat(path, &st) || (size_t)st.st_size != size) {
		ret = cache_lock(&cache, err);
		if (ret)
			return ret;
		ret = write_file_atomic(path, data, size, 0644);
		cache_unlock(&cache);
		if (ret)
			return error_set(err, ret, "%s: cannot be written: %s", path,
					 strerror(-ret));
	}
	memcpy(image->path, path, sizeof(path));
	image->zboot = false;
	return 0;
}

static int find(const char *text, struct kernel_image *image, struct error *err)
{
	static const char scheme[] = "debian:";

	if (!strncmp(text, scheme, strlen(scheme)))
		return find_debian(text + strlen(scheme), image, err);
	if (is_package(text))
		return find_packaged(text, image, err);
	return image_read(text, image, err);
}

int image_find(const char *text, struct kernel_image *image, struct error *err)
{
	struct kernel_image found;
	struct error why;
	int ret = find(text, &found, err);

	if (ret)
		return ret;
	ret = found.zboot ? unpack(&found, &why) : 0;
	if (ret)
		return error_set(err, ret, "%s: %s", text, why.text);
	*image = found;
	return 0;
}

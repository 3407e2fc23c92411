// SPDX-License-Identifier: GPL-2.0-or-later
#include "image.h"

#include "debian.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* How a package file begins: an ar archive, "debian-binary" its first member. */
static const char package_magic[] = "!<arch>\ndebian-binary";

const char *vm_arch_name(enum vm_arch arch)
{
	return arch == VM_ARM64 ? "arm64" : "x86-64";
}

static int join(char *path, const char *dir, const char *name, struct error *err)
{
	if (snprintf(path, PATH_MAX, "%s/%s", dir, name) >= PATH_MAX)
		return error_set(err, -ENAMETOOLONG, "%s: too long a name", dir);
	return 0;
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

static int open_regular(const char *path, size_t *size, struct error *err)
{
	_cleanup_fd_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	int ret = fd;

	if (fd < 0 || fstat(fd, &st))
		return error_set(err, -errno, "%s: %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return error_set(err, -ENOEXEC, "%s: not a file (give a kernel's file)", path);
	if (!st.st_size)
		return error_set(err, -ENOEXEC, "%s: empty (copy it again, or build it again)",
				 path);
	*size = (size_t)st.st_size;
	fd = -1;
	return ret;
}

int image_read(const char *path, struct kernel_image *image, struct error *err)
{
	struct kernel_image found = {0};
	struct error why = {0};
	size_t size = 0;
	_cleanup_fd_ int fd = open_regular(path, &size, err);
	void *data;
	int ret;

	if (fd < 0)
		return fd;
	if (snprintf(found.path, PATH_MAX, "%s", path) >= PATH_MAX)
		return error_set(err, -ENAMETOOLONG, "%s: too long a name", path);
	data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (data == MAP_FAILED)
		return error_set(err, -errno, "%s: %s", path, strerror(errno));
	ret = kernel_identify(data, size, &found, &why);
	munmap(data, size);
	if (ret)
		return error_set(err, ret, "%s: %s", path,
				 ret == -ENOMEM ? strerror(ENOMEM) : why.text);
	find_config(&found);
	*image = found;
	return 0;
}

static int cache_dir(char *dir, struct error *err)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	int len, ret;

	if (cache && *cache == '/')
		len = snprintf(dir, PATH_MAX, "%s/ptebench", cache);
	else if (home && *home == '/')
		len = snprintf(dir, PATH_MAX, "%s/.cache/ptebench", home);
	else
		return error_set(err, -ENOENT,
				 "no folder for fetched kernels (set HOME or XDG_CACHE_HOME)");
	ret = len < PATH_MAX ? make_dirs(dir, 0755) : -ENAMETOOLONG;
	if (ret)
		return error_set(err, ret,
				 "%s: cannot be made: %s (set XDG_CACHE_HOME to a folder that can "
				 "be written)",
				 dir, strerror(-ret));
	return 0;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *walk)
{
	(void)st;
	(void)type;
	(void)walk;
	return remove(path);
}

static void remove_tree(const char *dir)
{
	nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* The cached kernel of an earlier call. */
static bool cached(const char *dir, struct kernel_image *image)
{
	char kernel[PATH_MAX];

	return !debian_kernel_in(dir, kernel) && !image_read(kernel, image, NULL);
}

/* Whether @kernel, which came out of @package, is one. */
static int check_unpacked(const char *package, const char *kernel, struct error *err)
{
	struct kernel_image image;
	struct error why;
	int ret = image_read(kernel, &image, &why);

	if (!ret)
		return 0;
	/* That path is a passing one. */
	return error_set(err, ret, "%s: its %s%s", package, basename(kernel),
			 why.text + strlen(kernel));
}

/*
 * Unpacks @package, or if that is NULL what @debian says, to the cache folder @dir. It appears
 * there whole or not at all: whoever is killed here, or does the same at the same time, does no
 * harm.
 */
static int fill(const char *cache, const char *dir, const char *package,
		const struct debian_kernel *debian, struct error *err)
{
	char temp[PATH_MAX], apt[PATH_MAX], fetched[PATH_MAX], kernel[PATH_MAX];
	int ret;

	if (join(temp, cache, "new.XXXXXX", err) || join(apt, cache, "apt-", err))
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
	if (!ret && rename(temp, dir) && errno != ENOTEMPTY && errno != EEXIST)
		ret = error_set(err, -errno, "%s: cannot be made: %s", dir, strerror(errno));
	remove_tree(temp);
	return ret;
}

static int from_cache(const char *name, const char *package, const struct debian_kernel *debian,
		      struct kernel_image *image, struct error *err)
{
	char cache[PATH_MAX], dir[PATH_MAX];
	int ret = cache_dir(cache, err);

	if (!ret)
		ret = join(dir, cache, name, err);
	if (ret || cached(dir, image))
		return ret;
	/* One that cannot be used any more. */
	remove_tree(dir);
	ret = fill(cache, dir, package, debian, err);
	if (!ret && !cached(dir, image))
		ret = error_set(err, -EIO, "%s: has lost its kernel (is the disk full?)", dir);
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

int image_find(const char *text, struct kernel_image *image, struct error *err)
{
	static const char scheme[] = "debian:";

	if (!strncmp(text, scheme, strlen(scheme)))
		return find_debian(text + strlen(scheme), image, err);
	if (is_package(text))
		return find_packaged(text, image, err);
	return image_read(text, image, err);
}

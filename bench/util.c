// SPDX-License-Identifier: GPL-2.0-or-later
#include "util.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int error_set(struct error *err, int code, const char *fmt, ...)
{
	va_list args;

	if (!err)
		return code;
	va_start(args, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, args);
	va_end(args);
	return code;
}

void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

void close_file(FILE **file)
{
	if (*file)
		fclose(*file);
}

void close_dir(DIR **dir)
{
	if (*dir)
		closedir(*dir);
}

void free_ptr(void *ptr_to_ptr)
{
	free(*(void **)ptr_to_ptr);
}

void release_json(json_t **json)
{
	json_decref(*json);
}

static void strip_end(char *text, size_t len)
{
	while (len && strchr(" \t\r\n", text[len - 1]))
		text[--len] = '\0';
}

static ssize_t read_full(int fd, char *buf, size_t size)
{
	size_t len = 0;

	while (len < size) {
		ssize_t n = read(fd, buf + len, size - len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			break;
		len += (size_t)n;
	}
	return (ssize_t)len;
}

ssize_t read_text_at(int dirfd, const char *path, char *buf, size_t size)
{
	_cleanup_fd_ int fd = openat(dirfd, path, O_RDONLY | O_CLOEXEC);
	ssize_t len;

	if (fd < 0)
		return -errno;
	len = read_full(fd, buf, size);
	if (len < 0)
		return len;
	if ((size_t)len == size)
		return -EFBIG;
	buf[len] = '\0';
	strip_end(buf, (size_t)len);
	return (ssize_t)strlen(buf);
}

ssize_t read_all_at(int dirfd, const char *path, char **text)
{
	_cleanup_fd_ int fd = openat(dirfd, path, O_RDONLY | O_CLOEXEC);
	_cleanup_free_ char *buf = NULL;
	size_t size = 16384, len = 0;

	if (fd < 0)
		return -errno;
	for (;;) {
		char *more = realloc(buf, size + 1);
		ssize_t n;

		if (!more)
			return -ENOMEM;
		buf = more;
		n = read_full(fd, buf + len, size - len);
		if (n < 0)
			return n;
		len += (size_t)n;
		if (len < size)
			break;
		size *= 2;
	}
	buf[len] = '\0';
	strip_end(buf, len);
	*text = buf;
	buf = NULL;
	return (ssize_t)strlen(*text);
}

int write_all(int fd, const void *data, size_t size)
{
	const char *p = data;

	while (size) {
		ssize_t n = write(fd, p, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		p += n;
		size -= (size_t)n;
	}
	return 0;
}

static int write_directly(const char *path, const void *data, size_t size)
{
	_cleanup_fd_ int fd = open(path, O_WRONLY | O_CLOEXEC);

	return fd < 0 ? -errno : write_all(fd, data, size);
}

int write_file_atomic(const char *path, const void *data, size_t size, mode_t mode)
{
	_cleanup_fd_ int fd = -1;
	char temp[PATH_MAX], target[PATH_MAX];
	struct stat st;
	int ret;

	/* A link stays one: what it leads to is replaced. One that leads nowhere is left alone. */
	if (realpath(path, target))
		path = target;
	else if (!lstat(path, &st) && S_ISLNK(st.st_mode) &&
		 (stat(path, &st) || S_ISREG(st.st_mode)))
		return -ENOENT;
	if (!stat(path, &st) && !S_ISREG(st.st_mode))
		return S_ISDIR(st.st_mode) ? -EISDIR : write_directly(path, data, size);
	if (snprintf(temp, sizeof(temp), "%s.tmp", path) >= (int)sizeof(temp))
		return -ENAMETOOLONG;
	/* Always the same name, so that a writer killed here leaves one file, not one each time. */
	unlink(temp);
	fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	if (fd < 0)
		return -errno;
	ret = write_all(fd, data, size);
	if (!ret && (fchmod(fd, mode) || fsync(fd) || rename(temp, path)))
		ret = -errno;
	if (ret)
		unlink(temp);
	return ret;
}

int make_dirs(const char *path, mode_t mode)
{
	char buf[PATH_MAX];
	struct stat st;

	if (!*path)
		return -ENOENT;
	if (snprintf(buf, sizeof(buf), "%s", path) >= (int)sizeof(buf))
		return -ENAMETOOLONG;
	for (char *p = buf + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		if (mkdir(buf, mode) && errno != EEXIST)
			return -errno;
		*p = '/';
	}
	if (!mkdir(buf, mode))
		return 0;
	if (errno != EEXIST)
		return -errno;
	return stat(buf, &st) || !S_ISDIR(st.st_mode) ? -EEXIST : 0;
}

int parse_u64(const char *text, uint64_t *value)
{
	char *end;
	uint64_t v;

	if (text[0] < '0' || text[0] > '9')
		return -EINVAL;
	errno = 0;
	v = strtoull(text, &end, 10);
	if (errno)
		return -errno;
	if (*end)
		return -EINVAL;
	*value = v;
	return 0;
}

int parse_size(const char *text, uint64_t *bytes)
{
	static const char units[] = "KMGT";
	size_t digits = strspn(text, "0123456789");
	const char *suffix = text + digits;
	unsigned int shift = 0;
	char number[24];
	uint64_t v;
	int ret;

	if (!digits || digits >= sizeof(number))
		return digits ? -ERANGE : -EINVAL;
	memcpy(number, text, digits);
	number[digits] = '\0';
	ret = parse_u64(number, &v);
	if (ret)
		return ret;
	if (*suffix) {
		const char *unit = strchr(units, *suffix & ~0x20);

		/* strchr() also finds the end of units, for a blank. */
		if (!unit || !*unit ||
		    (suffix[1] && strcmp(suffix + 1, "B") && strcmp(suffix + 1, "iB")))
			return -EINVAL;
		shift = 10 * (unsigned int)(unit - units + 1);
	}
	if (v > UINT64_MAX >> shift)
		return -ERANGE;
	*bytes = v << shift;
	return 0;
}

const char *format_size(char *buf, size_t size, uint64_t bytes)
{
	static const char *const units[] = {"", "K", "M", "G", "T"};
	size_t u = 0;

	while (bytes && bytes % 1024 == 0 && u < ARRAY_SIZE(units) - 1) {
		bytes /= 1024;
		u++;
	}
	snprintf(buf, size, "%" PRIu64 "%s", bytes, units[u]);
	return buf;
}

const char *format_ns(char *buf, size_t size, double ns)
{
	static const char *const units[] = {"ns", "us", "ms", "s"};
	size_t u = 0;
	int decimals;

	/* 999.5 would print as "1000": it belongs to the next unit. */
	while (ns >= 999.5 && u < ARRAY_SIZE(units) - 1) {
		ns /= 1000;
		u++;
	}
	decimals = ns >= 99.95 ? 0 : ns >= 9.995 ? 1 : 2;
	snprintf(buf, size, "%.*f %s", decimals, ns, units[u]);
	return buf;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "sysfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r\n"

/* The value that stands after "@key :" at the start of @line, or NULL. */
static const char *value_of(const char *line, const char *key)
{
	size_t len = strlen(key);

	if (strncmp(line, key, len))
		return NULL;
	line += len + strspn(line + len, " \t");
	return *line == ':' ? line + 1 + strspn(line + 1, " \t") : NULL;
}

static const char *next_line(const char *line)
{
	line = strchr(line, '\n');
	return line ? line + 1 : NULL;
}

const char *sysfile_field(const char *text, const char *key, char *buf, size_t size)
{
	for (const char *line = text; line; line = next_line(line)) {
		const char *value = value_of(line, key);

		if (!value)
			continue;
		snprintf(buf, size, "%.*s", (int)strcspn(value, "\n"), value);
		return buf;
	}
	return NULL;
}

bool sysfile_has_word(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (list += strspn(list, BLANKS); *list; list += strspn(list, BLANKS)) {
		size_t n = strcspn(list, BLANKS);

		if (n == len && !strncmp(list, word, len))
			return true;
		list += n;
	}
	return false;
}

int sysfile_read_u64(int rootfd, const char *path, uint64_t *value)
{
	char text[64];
	ssize_t len = read_text_at(rootfd, path, text, sizeof(text));

	return len < 0 ? (int)len : parse_u64(text, value);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void sysfile_free_names(char ***names)
{
	for (char **name = *names; name && *name; name++)
		free(*name);
	free(*names);
}

/* Keeps a NULL at the end, by which sysfile_free_names() finds it. */
static int append_name(char ***names, size_t nr, const char *name)
{
	char **more = realloc(*names, (nr + 2) * sizeof(*more));

	if (!more)
		return -ENOMEM;
	*names = more;
	more[nr] = strdup(name);
	more[nr + 1] = NULL;
	return more[nr] ? 0 : -ENOMEM;
}

int sysfile_list(int rootfd, const char *path, const char *prefix, char ***names)
{
	_cleanup_names_ char **found = NULL;
	_cleanup_dir_ DIR *dir = NULL;
	struct dirent *entry;
	size_t nr = 0;
	int fd = openat(rootfd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return 0;
	dir = fdopendir(fd);
	if (!dir) {
		close_fd(&fd);
		return -ENOMEM;
	}
	while ((entry = readdir(dir))) {
		if (entry->d_name[0] == '.' || strncmp(entry->d_name, prefix, strlen(prefix)))
			continue;
		if (append_name(&found, nr, entry->d_name))
			return -ENOMEM;
		nr++;
	}
	if (nr)
		qsort(found, nr, sizeof(*found), by_text);
	*names = found;
	found = NULL;
	return (int)nr;
}

int sysfile_put(json_t *object, const char *key, json_t *value)
{
	return json_object_set_new(object, key, value) ? -ENOMEM : 0;
}

json_t *sysfile_string(const char *text)
{
	_cleanup_free_ char *ascii = NULL;
	json_t *string = json_string(text);

	if (string)
		return string;
	ascii = strdup(text);
	if (!ascii)
		return NULL;
	for (char *p = ascii; *p; p++)
		if (*p & 0x80)
			*p = '?';
	return json_string(ascii);
}

int sysfile_put_text(json_t *object, const char *key, const char *text)
{
	return text ? sysfile_put(object, key, sysfile_string(text)) : 0;
}

int sysfile_put_file(json_t *object, const char *key, int rootfd, const char *path)
{
	_cleanup_free_ char *text = NULL;
	ssize_t len = read_all_at(rootfd, path, &text);

	if (len == -ENOMEM)
		return -ENOMEM;
	return sysfile_put_text(object, key, len < 0 ? NULL : text);
}

ssize_t sysfile_isolated(int rootfd, char *list, size_t size)
{
	ssize_t len = read_text_at(rootfd, "sys/fs/cgroup/cpuset.cpus.isolated", list, size);

	return len > 0 ? len : read_text_at(rootfd, "sys/devices/system/cpu/isolated", list, size);
}
